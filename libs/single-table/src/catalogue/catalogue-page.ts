import { iamActionsOf, type PatternCall, type PatternDescription } from './catalogue.js';
import type { CallReport } from '../connection/observe.js';

function costOf({ operation, consistent }: Pick<PatternCall, 'operation' | 'consistent'>): string {
  const read = consistent ? '1' : '0.5';
  switch (operation) {
    case 'GetItem':
      return `${read} read units per 4 KB`;
    case 'BatchGetItem':
      return `${read} read units per 4 KB of each item`;
    case 'Query':
    case 'Scan':
      return `${read} read units per 4 KB of all items read`;
    case 'TransactGetItems':
      return '2 read units per 4 KB of each item';
    case 'TransactWriteItems':
      return '2 write units per KB of each item, and those of its indexes';
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
    case 'BatchWriteItem':
      return '1 write unit per KB of each item, and those of its indexes';
  }
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}

function keyCell(keys: CallReport['keys']): string {
  return keys
    .map((key) =>
      Object.entries(key)
        .map(([name, value]) => `${name} = \`${cell(value)}\``)
        .join(', '),
    )
    .join('<br>');
}

/** The catalogue as JSON, a pattern a line, each call with its cost. */
export function catalogueJson(descriptions: readonly PatternDescription[]): string {
  const lines = descriptions.map(({ calls, ...pattern }) =>
    JSON.stringify({
      ...pattern,
      calls: calls.map(({ grants: _, actions, ...call }) => ({
        ...call,
        cost: costOf(call),
        iam: actions.map(({ action, resource }) => `${action} on ${resource}`),
      })),
    }),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** The catalogue as a Markdown page: an overview, then each pattern with its calls, keys, example and cost. */
export function renderCatalogue(title: string, descriptions: readonly PatternDescription[]): string {
  const heading = ({ number, name, question }: PatternDescription) =>
    `${number === undefined ? '' : `${number}. `}${question} (\`${name}\`)`;
  const overview = descriptions.map(({ number, question, calls }) => {
    const operations = calls.map(({ operation, index }) =>
      index === undefined ? operation : `${operation} ${index}`,
    );
    return `| ${number ?? ''} | ${cell(question)} | ${operations.join(' + ')} |`;
  });
  const sections = descriptions.flatMap((description) => [
    `## ${heading(description)}`,
    '',
    ...(description.note === undefined ? [] : [description.note, '']),
    '| operation | entities | keys | consistency | cost |',
    '|---|---|---|---|---|',
    ...description.calls.map(
      (call) =>
        `| ${call.operation}${call.index === undefined ? '' : ` ${call.index}`} | ${call.entities.join(', ')} | ${keyCell(call.keys)} | ${call.consistent ? 'strong' : 'eventual'} | ${costOf(call)} |`,
    ),
    '',
    `Example: \`${JSON.stringify(description.example)}\`. IAM: ${iamActionsOf([description])
      .map(({ action, resource }) => `\`${action}\` on ${resource}`)
      .join(', ')}.`,
    '',
  ]);
  return [
    `# ${title}`,
    '',
    'Generated from the patterns in the code by running each on its example. Do not edit.',
    '',
    '| # | question | operation |',
    '|---|---|---|',
    ...overview,
    '',
    ...sections,
  ].join('\n');
}

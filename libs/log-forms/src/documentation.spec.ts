import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { EVENT_TYPES } from '#libs/event-contracts';
import { activityOf, FORMS, OCSF_ROWS, OCSF_VERSION, rulesOf } from './index.js';

const file = new URL('../../../docs/log-streams.md', import.meta.url);
const HEADING = '## Bounds\n';

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: (string | number)[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
const grouped = (number: number) => number.toLocaleString('en-US');

function bounds(): string {
  const rows = FORMS.map((form) => {
    const { contentType, maxEntries, maxBytes, maxEntryBytes } = rulesOf(form);
    return [
      `\`${form}\``,
      `\`${contentType}\``,
      grouped(maxEntries),
      grouped(maxBytes),
      grouped(maxEntryBytes),
    ];
  });
  return table(['form', '`content-type`', 'entries', 'bytes of a request', 'bytes of an entry'], rows);
}

function classes(): string {
  const rows = EVENT_TYPES.map((type) => {
    const { className, classUid, activity, activityId, typeUid } = activityOf(OCSF_ROWS[type]);
    const other = activityId === 99 ? `Other: ${activity}` : activity;
    return [`\`${type}\``, `${className} (${classUid})`, `${other} (${activityId})`, typeUid];
  });
  return table(['event type', 'class', 'activity', '`type_uid`'], rows);
}

test('docs/log-streams.md has the bounds of every form, and the class of every event type', async () => {
  const [head] = readFileSync(file, 'utf8').split(HEADING);
  const page = [
    `${head}${HEADING}`,
    'Of `datadog` they are those that it documents. Splunk leaves its own to each instance (`max_content_length`): 1 MB is the smallest default ' +
      'that we found. The others are ours.\n',
    `${bounds()}\n`,
    `## OCSF ${OCSF_VERSION}\n`,
    'A repeated invitation is a Create again: `metadata.sequence` is then above 1.\n',
    classes(),
  ].join('\n');
  const text = await format(page, { ...(await resolveConfig(file)), parser: 'markdown' });
  // `ROLLBOOK_WRITE_DOCS=1 npm test -- libs/log-forms/src/documentation` writes it.
  if (process.env['ROLLBOOK_WRITE_DOCS']) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

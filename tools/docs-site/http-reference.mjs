// The OpenAPI document as pages: one for each tag, and one for the schemas.
import { pageOf } from './stage.mjs';

const cell = (text = '') =>
  text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').trim() || '–';
const table = (heads, rows) =>
  rows.length === 0
    ? ''
    : `\n| ${heads.join(' | ')} |\n|${heads.map(() => ' --- ').join('|')}|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
const placeOf = (tag) => tag.toLowerCase().replaceAll(/\W+/g, '-');
const idOf = (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}_-]/gu, '');

/** @returns {{ pages: object[], routesOf: Map<string, string[]> }} the routes that answer with each code of a problem */
export function httpReference(document, codes) {
  const resolve = (part) =>
    part?.$ref
      ? part.$ref
          .split('/')
          .slice(1)
          .reduce((value, key) => value[key], document)
      : part;
  const routesOf = new Map();
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );

  const codesIn = (response) =>
    [...(response.description ?? '').matchAll(/`([a-z_]+)`/g)]
      .map(([, code]) => code)
      .filter((code) => codes.has(code));

  function section({ path, method, summary, description, parameters = [], requestBody, responses }) {
    const route = `${method.toUpperCase()} ${path}`;
    const answers = Object.entries(responses).map(([status, its]) => ({ status, ...resolve(its) }));
    // What is said beside a reference is the route's own; what it refers to, of all routes.
    const own = [...new Set(Object.values(responses).flatMap(codesIn))].sort();
    for (const code of own) routesOf.set(code, [...(routesOf.get(code) ?? []), route]);
    const body = Object.entries(resolve(requestBody)?.content ?? {});
    const problems = own.map((code) => `[\`${code}\`](../problems/${code}/index.md)`);
    return `
## ${summary ?? route}

\`${route}\`

${description ?? ''}
${table(
  ['parameter', 'in', 'type', 'meaning'],
  parameters
    .map(resolve)
    .map((each) => [
      `\`${each.name}\`${each.required ? '' : '?'}`,
      each.in,
      typeOf(each.schema),
      cell(each.description),
    ]),
)}
${body.map(([type, { schema }]) => `Body, \`${type}\`: ${typeOf(schema)}\n${fields(schema)}`).join('\n')}
${table(
  ['status', 'answer', 'type'],
  answers
    .filter(({ status }) => Number(status) < 400)
    .map((answer) => [
      answer.status,
      cell(answer.description),
      Object.values(answer.content ?? {}).map(({ schema }) => typeOf(schema))[0] ?? '–',
    ]),
)}
Problems: ${[...problems, '[those of any route](../problems/index.md)'].join(', ')}
`;
  }

  function typeOf(schema) {
    if (!schema) return '–';
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1);
      return `[${name}](schemas.md#${idOf(name)})`;
    }
    const several = schema.oneOf ?? schema.anyOf ?? schema.allOf;
    if (several) return several.map(typeOf).join(schema.allOf ? ' and ' : ' or ');
    if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
    if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
    const type = [schema.type ?? 'any'].flat().join(' or ');
    const bounds = ['format', 'minLength', 'maxLength', 'minimum', 'maximum', 'maxItems', 'default']
      .filter((name) => schema[name] !== undefined)
      .map((name) => `${name} ${JSON.stringify(schema[name])}`);
    return cell([type, ...bounds].join(', '));
  }

  const fields = (schema) =>
    table(
      ['field', 'type', 'meaning'],
      Object.entries(schema?.properties ?? {}).map(([name, its]) => [
        `\`${name}\`${schema.required?.includes(name) ? '' : '?'}`,
        typeOf(its),
        cell(its.description),
      ]),
    );

  const tags = (document.tags ?? []).filter(({ name }) =>
    operations.some(({ tags: [first] }) => first === name),
  );
  const pages = tags.map(({ name, description }) =>
    pageOf(
      `http/${placeOf(name)}`,
      `# HTTP: ${name.replaceAll('-', ' ')}\n\n${description ?? `The routes of ${name}.`}\n${operations
        .filter(({ tags: [first] }) => first === name)
        .map(section)
        .join('')}`,
    ),
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `\n## ${name}\n\n${schema.description ?? ''}\n${fields(schema) || `\n${typeOf(schema)}\n`}`,
  );
  const index = pageOf(
    'http/index',
    `# HTTP reference\n\nEvery route, generated from the OpenAPI document, which each API serves as \`/openapi.json\`. A \`?\` marks what may be left out.\n${table(
      ['route', 'what it does'],
      operations.map(({ path, method, summary, tags: [tag] }) => [
        `[\`${method.toUpperCase()} ${path}\`](${placeOf(tag)}.md)`,
        cell(summary),
      ]),
    )}`,
  );
  const all = pageOf(
    'http/schemas',
    `# HTTP: schemas\n\nThe bodies of requests and answers.\n${schemas.join('')}`,
  );
  return { pages: [index, ...pages, all], routesOf };
}

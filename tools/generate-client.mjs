// `npm run client`: writes the types of libs/client from the OpenAPI document. With `-- --check` it writes nothing, and
// fails when they are not what the document says.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { format, resolveConfig } from 'prettier';
import { printedDocument } from './openapi-document.mjs';

const file = fileURLToPath(new URL('../libs/client/src/schema.ts', import.meta.url));
const HEADER = '// Generated from the OpenAPI document by `npm run client`. Changes belong there.\n\n';

/** Without what says nothing about types: examples, headers, and each route's problems, which all have one shape. */
function forTypes(document) {
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item)) {
      operation.parameters = operation.parameters.map((each) => resolved(document, each));
      for (const status of Object.keys(operation.responses))
        if (Number(status) >= 400) delete operation.responses[status];
      for (const response of Object.values(operation.responses)) {
        delete response.headers;
        // Who selects fields knows which: the types are of the whole.
        for (const media of Object.values(response.content ?? {}))
          media.schema = media.schema.anyOf?.[0] ?? media.schema;
      }
    }
  for (const kind of ['headers', 'parameters', 'responses']) delete document.components[kind];
  for (const name of Object.keys(document.components.schemas))
    if (name.endsWith('Part')) delete document.components.schemas[name];
  return withoutExamples(document);
}

/** What a reference stands for: types of parameters are read where they are. */
function resolved(document, part) {
  const [kind, name] = part.$ref?.split('/').slice(2) ?? [];
  return kind === undefined ? part : document.components[kind][name];
}

function withoutExamples(value) {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'example' && name !== 'examples');
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutExamples(part)]));
}

/** Not `webhooks` and `$defs`, of which the document has none. */
function isUsed({ name }) {
  return ['paths', 'components', 'operations'].includes(name.text);
}

/** Members that say that something is not there, or that headers are not described, make half of the file. */
function withoutAbsent(context) {
  const visit = (node) => {
    const visited = ts.visitEachChild(node, visit, context);
    return ts.isPropertySignature(visited) && isAbsent(visited) ? undefined : visited;
  };
  return visit;
}

function isAbsent({ name, type }) {
  if (type.kind === ts.SyntaxKind.NeverKeyword) return true;
  if (!ts.isTypeLiteralNode(type)) return false;
  if (name.text === 'parameters') return type.members.length === 0;
  const [only] = type.members;
  return (
    name.text === 'headers' && ts.isIndexSignatureDeclaration(only) && only.parameters[0].name.text === 'name'
  );
}

const types = await openapiTypes(forTypes(JSON.parse(printedDocument())), {
  alphabetize: true,
  defaultNonNullable: false,
  silent: true,
});
const { transformed } = ts.transform(types.filter(isUsed), [withoutAbsent]);
const text = await format(HEADER + astToString(transformed), {
  ...(await resolveConfig(file)),
  parser: 'typescript',
});
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('libs/client/src/schema.ts does not match the OpenAPI document: run `npm run client`.');
  process.exit(1);
}

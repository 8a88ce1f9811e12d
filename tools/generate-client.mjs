// `npm run client`: writes the types of libs/client from the OpenAPI document, and the clients in other languages. With `-- --check` it writes nothing,
// and fails when the types are not what the document says; those in other languages have a check of their own.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { format, resolveConfig } from 'prettier';
import { forTypes } from './client-document.mjs';
import { printedDocument } from './openapi-document.mjs';

const file = fileURLToPath(new URL('../libs/client/src/schema.ts', import.meta.url));
const HEADER = '// Generated from the OpenAPI document by `npm run client`. Changes belong there.\n\n';

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
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
  await import('./generate-clients.mjs');
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('libs/client/src/schema.ts does not match the OpenAPI document: run `npm run client`.');
  process.exit(1);
}

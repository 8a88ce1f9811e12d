import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { addRound } from '../../../../test/bench/frame/measures.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const library = fileURLToPath(new URL('../../src/index.ts', import.meta.url));
const external = ['@aws-sdk/*', '@smithy/*'];

/** Bundles the library without the SDK to where its imports resolve to the same SDK as the peers'. */
export async function bundleLibrary() {
  await build({
    entryPoints: [library],
    outfile: `${here}../node_modules/.bench/single-table.mjs`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external,
    logLevel: 'error',
  });
}

async function sizeOf(input) {
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external,
    logLevel: 'error',
  });
  const [{ contents }] = outputFiles;
  return { minified: contents.byteLength, gzipped: gzipSync(contents).byteLength };
}

/** What an ordinary function of a service needs. */
const ORDINARY = 'libs/single-table: put, get, query, update, transaction';

/**
 * Minified size without the SDK: three programs over the library's functions, one over a connected table (which holds
 * every operation, as the peers' tables do), and everything that the package exports without a path of its own.
 */
export async function measureSizes(measures) {
  const stdin = (contents) => ({ stdin: { contents, resolveDir: here, loader: 'js' } });
  const program = (name) => ({ entryPoints: [`${here}programs/${name}.mjs`] });
  const rows = {
    'libs/single-table: put, get': program('put-get'),
    'libs/single-table: put, get, query': program('put-get-query'),
    [ORDINARY]: program('five-operations'),
    'libs/single-table: a connected table': stdin(
      `export { connectTable, defineTable, defineEntity, string, number, boolean, list, map, isSingleTableError } from ${JSON.stringify(library)};`,
    ),
    'libs/single-table: everything but the paths of their own': { entryPoints: [library] },
    'ElectroDB 3.9': stdin("export { Entity, Service } from 'electrodb';"),
    'DynamoDB-Toolbox 2.10': stdin("export * from 'dynamodb-toolbox';"),
    'OneTable 2.7': stdin(
      "export * from 'dynamodb-onetable'; export { Dynamo } from 'dynamodb-onetable/Dynamo';",
    ),
    'dynamoose 4.2': stdin("import dynamoose from 'dynamoose'; export default dynamoose;"),
  };
  const table = measures.table({
    title: 'Size without the SDK',
    unit: 'bytes',
    exact: true,
    rowTitle: 'what is bundled',
    goals: { [ORDINARY]: { subject: 'minified', goals: [{ most: 30_000 }] } },
  });
  for (const [name, input] of Object.entries(rows)) addRound(table, name, await sizeOf(input));
}

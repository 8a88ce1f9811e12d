import { addRound } from '../../../../test/bench/frame/measures.mjs';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
/** Counts as the users' does; the native one writes the same declarations in a tenth of the time. */
const compiler = `${root}node_modules/typescript/bin/tsc`;
const native = `${root}node_modules/typescript-native/bin/tsc`;
const work = `${here}../node_modules/.bench/types`;
const source = `${here}types/ten-entities.ts`;

function run(tsc, args) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [tsc, ...args], {
    encoding: 'utf8',
    cwd: root,
  });
  if (status !== 0) throw new Error(`${tsc} ended with ${status ?? signal}: ${stdout}${stderr}`);
  return stdout;
}

/** A configuration of the compiler for some files. */
export const project = (files) =>
  JSON.stringify({
    extends: `${root}tsconfig.base.json`,
    compilerOptions: {
      noEmit: true,
      rootDir: root,
      types: ['node'],
      typeRoots: [`${root}node_modules/@types`],
    },
    files,
  });

/** A folder with the library's declarations, as a package's users have them, and the text of ten entities that imports these. */
export function typesFolder() {
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  writeFileSync(
    `${work}/declarations.json`,
    JSON.stringify({
      extends: `${root}tsconfig.base.json`,
      compilerOptions: {
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: `${root}libs`,
        outDir: `${work}/libs`,
        types: ['node'],
        typeRoots: [`${root}node_modules/@types`],
      },
      files: ['index.ts', 'catalogue/catalogue.ts'].map((file) => `${root}libs/single-table/src/${file}`),
    }),
  );
  run(native, ['-p', `${work}/declarations.json`]);
  const consumer = readFileSync(source, 'utf8').replace(
    '../../../src/index.js',
    './libs/single-table/src/index.js',
  );
  return { folder: work, consumer };
}

function count(name, files) {
  writeFileSync(`${work}/${name}.json`, project(files));
  const diagnostics = run(compiler, ['-p', `${work}/${name}.json`, '--extendedDiagnostics']);
  return Number(/Instantiations:\s+(\d+)/.exec(diagnostics)?.[1]);
}

/**
 * Type instantiations of a file with ten entities and each kind of operation on every one, against the library's
 * declarations, as a package's users and the peers' are measured.
 */
export function countAgainstDeclarations() {
  const { consumer } = typesFolder();
  writeFileSync(`${work}/ten-entities.ts`, consumer);
  return count('consumer', [`${work}/ten-entities.ts`]);
}

const DECLARATIONS = "the library's declarations, as a package's users";

export function measureInstantiations(measures) {
  const declarations = countAgainstDeclarations();
  const table = measures.table({
    title: 'Type instantiations of ten entities',
    unit: 'instantiations',
    exact: true,
    rowTitle: 'compiled against',
    goals: { [DECLARATIONS]: { subject: 'libs/single-table', goals: [{ most: 60_000 }] } },
  });
  addRound(table, DECLARATIONS, { 'libs/single-table': declarations });
  addRound(table, 'its source, as this repository', { 'libs/single-table': count('source', [source]) });
}

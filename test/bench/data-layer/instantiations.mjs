import { addRound } from '../frame/measures.mjs';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const tsc = `${root}node_modules/typescript/bin/tsc`;
const work = `${here}../node_modules/.bench/types`;
const source = `${here}types/ten-entities.ts`;

function run(args) {
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...args], { encoding: 'utf8', cwd: root });
  if (status !== 0) throw new Error(stdout);
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
      files: [`${root}libs/single-table/src/index.ts`],
    }),
  );
  run(['-p', `${work}/declarations.json`]);
  const consumer = readFileSync(source, 'utf8').replace(
    '../../../../libs/single-table/src/index.js',
    './libs/single-table/src/index.js',
  );
  return { folder: work, consumer };
}

/**
 * Type instantiations of a file with ten entities and each kind of operation on every one, against the library's
 * declarations, as a package's users and the peers' are measured; and, as this repository compiles it, against its source.
 */
export function countInstantiations() {
  const { consumer } = typesFolder();
  writeFileSync(`${work}/ten-entities.ts`, consumer);
  writeFileSync(`${work}/consumer.json`, project([`${work}/ten-entities.ts`]));
  writeFileSync(`${work}/source.json`, project([source]));
  const count = (name) =>
    Number(/Instantiations:\s+(\d+)/.exec(run(['-p', `${work}/${name}.json`, '--extendedDiagnostics']))?.[1]);
  return { declarations: count('consumer'), source: count('source') };
}

const DECLARATIONS = "the library's declarations, as a package's users";

export function measureInstantiations(measures) {
  const { declarations, source } = countInstantiations();
  const table = measures.table({
    title: 'Type instantiations of ten entities',
    unit: 'instantiations',
    exact: true,
    rowTitle: 'compiled against',
    goals: { [DECLARATIONS]: { subject: 'libs/single-table', goals: [{ most: 60_000 }] } },
  });
  addRound(table, DECLARATIONS, { 'libs/single-table': declarations });
  addRound(table, 'its source, as this repository', { 'libs/single-table': source });
}

// The second half of `npm run client`: writes what is generated of clients/python and clients/go from the OpenAPI document, by the generators that
// clients/python/requirements-dev.txt and clients/go/oapi-codegen.yaml are for. With `-- --check` it writes nothing, and fails when they are not what
// the document says. It skips, and says so, a language that is not on this machine. Packages come from the languages' registries.
import './runtime/rerun.mjs';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { forGenerators, forTypes } = await import('./client-document.mjs');
const { printedDocument } = await import('./openapi-document.mjs');

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const isCheck = process.argv.includes('--check');
const work = mkdtempSync(join(tmpdir(), 'generated-'));
const document = join(work, 'openapi.json');

function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}${error ?? ''}`);
}

/** With the packages of requirements-dev.txt, made once. */
function pythonTools() {
  const [folder, wanted] = [at('dist/clients-python'), at('clients/python/requirements-dev.txt')];
  const stamp = join(folder, 'installed.txt');
  const bin = join(folder, 'bin');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(wanted, 'utf8')) return bin;
  run('python3', ['-m', 'venv', '--clear', folder]);
  run(join(bin, 'pip'), ['install', '-q', '-r', wanted]);
  cpSync(wanted, stamp);
  return bin;
}

function generatePython() {
  const [bin, into] = [pythonTools(), join(work, 'rollbook')];
  const options = [
    '--config',
    'openapi-python-client.yml',
    '--custom-template-path',
    'templates',
    '--meta',
    'none',
  ];
  process.env.PATH = `${bin}:${process.env.PATH}`;
  const said = run(
    join(bin, 'openapi-python-client'),
    ['generate', '--path', document, ...options, '--output-path', into],
    at('clients/python'),
  );
  if (/warning/i.test(said)) throw new Error(said);
  return { from: into, to: at('clients/python/rollbook'), parts: ['api', 'models', 'types.py'] };
}

function generateGo() {
  const folder = join(work, 'go');
  cpSync(at('clients/go'), folder, { recursive: true });
  run('go', ['run', OAPI_CODEGEN, '-config', 'oapi-codegen.yaml', document], folder);
  return { from: folder, to: at('clients/go'), parts: ['rollbook.gen.go'] };
}

/** Paths and contents. */
function filesOf(folder, part) {
  const path = join(folder, part);
  if (!existsSync(path)) return [];
  if (/\.\w+$/.test(part)) return [[part, readFileSync(path, 'utf8')]];
  return readdirSync(path).flatMap((name) =>
    name === '__pycache__' ? [] : filesOf(folder, join(part, name)),
  );
}

function differences({ from, to, parts }) {
  const [wanted, present] = [from, to].map(
    (folder) => new Map(parts.flatMap((part) => filesOf(folder, part))),
  );
  return [...new Set([...wanted.keys(), ...present.keys()])].filter(
    (name) => wanted.get(name) !== present.get(name),
  );
}

function write({ from, to, parts }) {
  for (const part of parts) {
    rmSync(join(to, part), { recursive: true, force: true });
    for (const [name, text] of filesOf(from, part)) {
      mkdirSync(join(to, name, '..'), { recursive: true });
      writeFileSync(join(to, name), text);
    }
  }
}

const LANGUAGES = {
  python: {
    generate: generatePython,
    needs: ['python3', '-c', 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)'],
  },
  // From 1.21 on it gets the version that the generator names.
  go: { generate: generateGo, needs: ['go', 'version'] },
};

try {
  writeFileSync(document, JSON.stringify(forGenerators(forTypes(JSON.parse(printedDocument())))));
  for (const [language, { generate, needs }] of Object.entries(LANGUAGES)) {
    if (spawnSync(needs[0], needs.slice(1)).status !== 0) {
      console.error(`Skipped: clients/${language}, as this machine has no ${needs[0]} that is new enough.`);
      continue;
    }
    const generated = generate();
    const different = differences(generated);
    if (different.length === 0) continue;
    if (!isCheck) write(generated);
    else {
      console.error(
        `clients/${language} does not match the OpenAPI document: run \`npm run client\`. ${different.slice(0, 5).join(', ')}`,
      );
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(work, { recursive: true });
}

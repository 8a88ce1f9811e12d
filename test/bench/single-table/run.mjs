/**
 * `node test/bench/single-table/run.mjs`: CPU time of libs/single-table against raw SDK clients and its peers, with the
 * HTTP layer stubbed; size of the bundle; type instantiations of ten entities. Installs its peers on the first run.
 * `--rounds N` (default 15), `--only sizes|types|cpu`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '15' }, only: { type: 'string' } },
});

if (!existsSync(new URL('./node_modules/electrodb', import.meta.url))) {
  console.log('Installing the peers …');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const { bundleLibrary, reportSizes } = await import('./sizes.mjs');
await bundleLibrary();
const wanted = (part) => options.only === undefined || options.only === part;
if (wanted('sizes')) await reportSizes();
if (wanted('types')) (await import('./instantiations.mjs')).reportInstantiations();
if (wanted('cpu')) await (await import('./cpu.mjs')).reportCpu(Number(options.rounds));

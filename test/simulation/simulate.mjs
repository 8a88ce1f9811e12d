// `node test/simulation/simulate.mjs FIRST [COUNT] [trace|outcomes|shorter|planted]`: runs seeds and prints what was wrong.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import '../../tools/runtime/rerun.mjs';

const typescript = new URL('../jest/typescript.mjs', import.meta.url).href;
const program = fileURLToPath(new URL('run/main.ts', import.meta.url));
const options = ['--conditions=source', '--import', typescript, '--enable-source-maps'];
const args = [...options, program, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
process.exit(status ?? 1);

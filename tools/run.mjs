// `node tools/run.mjs "<command line>" [argument …]`: runs a tool of node_modules/.bin, on a Node that is new enough (see
// runtime/rerun.mjs). Arguments are handed to the command line's last command, as npm does.
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInstead } from './runtime/rerun.mjs';

const [commandLine, ...args] = process.argv.slice(2);
const tools = join(fileURLToPath(new URL('../', import.meta.url)), 'node_modules', '.bin');
process.env.PATH = `${tools}${delimiter}${process.env.PATH}`;
if (process.platform === 'win32') await runInstead(commandLine, args, { shell: true });
else await runInstead('/bin/sh', ['-c', `${commandLine} "$@"`, 'sh', ...args]);

// Runs a command that ends when the process that started it ends, however that ends: `node tools/runtime/attached.mjs npm ci`. A process
// that waits for a command cannot end it when it is killed itself.
import { runInstead } from './rerun.mjs';

const [command, ...args] = process.argv.slice(2);
await runInstead(command, args, { shell: process.platform === 'win32' });

import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

// Before anything is installed: npm would leave out what is needed here.
if (process.env['NODE_ENV'] === 'production') {
  console.error(
    'npm start is for one machine, where anyone can sign in as anybody: it does not run with NODE_ENV=production. ' +
      'Unset it, or deploy as docs/deploy.md says.',
  );
  process.exit(1);
}
prepare();
const program = fileURLToPath(new URL('../../dist/programs/local.js', import.meta.url));
// In this process's place, as sparing as the programs that it starts (see process-run.ts), and without what preparing has left in
// memory. `npm run dev` has a channel to this process, which would be lost.
if (process.execve && !process.send)
  process.execve(
    process.execPath,
    [
      process.execPath,
      ...process.execArgv,
      '--max-semi-space-size=1',
      '--no-memory-reducer',
      program,
      ...process.argv.slice(2),
    ],
    { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', ...process.env },
  );
await import(program);

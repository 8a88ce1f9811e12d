import { setFlagsFromString } from 'node:v8';
import { prepare } from './prepare.mjs';

// As sparing as the programs it starts (see parts.ts), by the flags of this kind that can still be set here.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--no-memory-reducer');
// Before anything is installed: npm would leave out what is needed here.
if (process.env['NODE_ENV'] === 'production') {
  console.error(
    'npm start is for one machine, where anyone can sign in as anybody: it does not run with NODE_ENV=production. ' +
      'Unset it, or deploy as docs/deploy.md says.',
  );
  process.exit(1);
}
prepare();
await import('../../dist/programs/local.js');

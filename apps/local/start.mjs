import { setFlagsFromString } from 'node:v8';
import { prepare } from './prepare.mjs';

// As sparing as the programs it starts (see parts.ts), by the one flag of this kind that can still be set here.
setFlagsFromString('--semi-space-growth-factor=1');
prepare();
await import('../../dist/apps/local/src/main.js');

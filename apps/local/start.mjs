import { setFlagsFromString } from 'node:v8';
import { prepare } from './prepare.mjs';

// As sparing as the programs it starts (see parts.ts), by the flags of this kind that can still be set here.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--no-memory-reducer');
prepare();
await import('../../dist/programs/local.js');

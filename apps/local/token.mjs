import { prepare } from './prepare.mjs';

prepare();
await import('../../dist/programs/token.js');

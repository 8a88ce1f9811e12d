// `npm run token`: installs and builds what is missing, then prints a token.
import { prepare } from './prepare.mjs';

prepare();
await import('../../dist/apps/local/src/token.js');

// `npm start`: installs and builds what is missing, then runs Rollbook in this same process, so that a signal sent to
// the command reaches it.
import { prepare } from './prepare.mjs';

prepare();
await import('../../dist/apps/local/src/main.js');

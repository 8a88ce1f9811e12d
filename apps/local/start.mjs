// `npm start`: installs and builds what is missing, then runs Rollbook in this same process, so that it receives signals
// sent to the command.
import { prepare } from './prepare.mjs';

prepare();
await import('../../dist/apps/local/src/main.js');

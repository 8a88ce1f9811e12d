// `npm run events`: builds what is missing, then prints events as the local bus receives them.
import { prepare } from './prepare.mjs';

prepare();
await import('../../dist/apps/local/src/watch-events.js');

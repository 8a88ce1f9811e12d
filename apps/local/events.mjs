// `npm run events`: what `npm start` publishes, as it happens: `rollbook events tail`, whatever profile is the current one.
import { join } from 'node:path';
import { prepare } from './prepare.mjs';

prepare();
process.env.ROLLBOOK_PROFILES = join(process.env.ROLLBOOK_DATA_DIR ?? '.rollbook', 'no-profiles.json');
process.argv.splice(2, 0, 'events', 'tail', '--all-accounts');
await import('../../dist/programs/rollbook.js');

import { prepare } from './prepare.mjs';

prepare();
await import('../../dist/apps/local/src/events/watch-events.js');

// The weak table as a separate process, next to the tests of all workers. Argument: the engine's endpoint.
import { settingsFrom } from './settings.js';
import { startWeakTable } from './weak-table.js';

const [engine] = process.argv.slice(2);
if (engine === undefined || !process.send) throw new Error('To be forked, with the endpoint of an engine.');
const table = await startWeakTable(engine, settingsFrom(process.env));
process.on('disconnect', () => process.exit(0));
process.send({ endpoint: table.endpoint });

// Migrates a table to the next shape in a process of its own, which ends itself with SIGKILL at a table call.
// Argument: a JSON object { endpoint, tableName, killAt, applied }: which call to end at, and whether the engine carries it out before.
import { migrateTable } from '#libs/directory';
import { NEXT_SHAPE } from '../../support/directory/next-shape.js';
import { engineClient } from '../../support/engines/engine.js';

interface Settings {
  endpoint: string;
  tableName: string;
  killAt?: number;
  applied?: boolean;
}

const { endpoint, tableName, killAt, applied } = JSON.parse(process.argv[2]!) as Settings;
const client = engineClient(endpoint);
let calls = 0;
client.middlewareStack.add(
  (next) => async (args) => {
    calls += 1;
    const isLast = calls === killAt;
    if (isLast && !applied) process.kill(process.pid, 'SIGKILL');
    const result = await next(args);
    if (isLast) process.kill(process.pid, 'SIGKILL');
    return result;
  },
  { step: 'finalizeRequest', priority: 'low' },
);
await migrateTable({ client, tableName, shape: NEXT_SHAPE }, { pageSize: 10, segments: 2 });
client.destroy();

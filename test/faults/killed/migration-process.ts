// Migrates a table to the next shape in a process of its own, which ends itself with SIGKILL at a table call, and prints what each of
// its pages has read, and how much memory it takes by then.
// Argument: a JSON object { endpoint, tableName, pageSize, segments, killAt, applied }: which call to end at, and whether the engine
// carries it out before.
import { writeSync } from 'node:fs';
import { migrateTable } from '#libs/directory';
import { NEXT_SHAPE } from '../../support/directory/next-shape.js';
import { engineClient } from '../../support/engines/engine.js';

interface Settings {
  endpoint: string;
  tableName: string;
  pageSize: number;
  segments: number;
  killAt?: number;
  applied?: boolean;
}

const { endpoint, tableName, killAt, applied, ...options } = JSON.parse(process.argv[2]!) as Settings;
const client = engineClient(endpoint);
let calls = 0;
client.middlewareStack.add(
  (next) => async (args) => {
    calls += 1;
    const isLast = calls === killAt;
    if (isLast && !applied) process.kill(process.pid, 'SIGKILL');
    const result = await next(args);
    const { ScannedCount: read } = result.output as { ScannedCount?: number };
    // At once: of what a stream keeps, a killed process prints nothing.
    if (read !== undefined) writeSync(1, `${JSON.stringify({ read, rss: process.memoryUsage.rss() })}\n`);
    if (isLast) process.kill(process.pid, 'SIGKILL');
    return result;
  },
  { step: 'finalizeRequest', priority: 'low' },
);
await migrateTable({ client, tableName, shape: NEXT_SHAPE }, options);
client.destroy();

// Catching up: what was committed while no stream processor ran.
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { allArrived } from './lag.mjs';
import { startProcessor } from './processor.mjs';

/** @returns events a second from the start of the processor to the last one's arrival, and its CPU time for each */
export async function measureBacklog({ world, users, tenant, bus }, events) {
  const ids = await writeBacklog(world, tenant, users, events);
  const startedAt = performance.now();
  const processor = await startProcessor(world, bus);
  try {
    const cpuBefore = await processor.cpuMicroseconds();
    await allArrived(bus, ids);
    const last = Math.max(...ids.map((id) => bus.arrivedAt.get(id)));
    const cpu = (await processor.cpuMicroseconds()) - cpuBefore;
    return { rate: events / ((last - startedAt) / 1000), cpuPerEvent: cpu / events };
  } finally {
    await processor.stop();
  }
}

/** Heads as commands leave them, past the commands: the publisher reads nothing else. */
async function writeBacklog({ client, tableName, writeItems }, { accountId }, users, events) {
  const heads = await Promise.all(
    users.map(async (userId) => {
      const Key = { PK: { S: `account:${accountId}` }, SK: { S: `user:${userId}` } };
      return unmarshall((await client.send(new GetItemCommand({ TableName: tableName, Key }))).Item);
    }),
  );
  const ids = [];
  // One after the other for each user, as versions are: never two of one user in a batch, nor batches side by side.
  for (let done = 0; done < events; done += users.length) {
    const count = Math.min(users.length, events - done);
    await writeItems(count, (n) => {
      const head = heads[n];
      head.version += 1;
      const eventId = `${head.userId}.${head.version}`;
      const [last] = JSON.parse(head.lastEvents);
      head.lastEvents = JSON.stringify([{ ...last, v: head.version }]);
      ids.push(eventId);
      return [{ ...head }];
    });
  }
  return ids;
}

// Runs one bundle as Lambda does, and says what each call took of a processor and of memory. Argument: the bundle's folder.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const context = { getRemainingTimeInMillis: () => 60_000 };
const { handler } = await import(pathToFileURL(join(process.argv[2], 'index.mjs')).href);
process.on('message', async (event) => {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  const answer = await handler(event, context);
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - startedAt;
  process.send({ answer, cpuMs: (user + system) / 1e3, wallMs, rssMb: process.memoryUsage().rss / 1e6 });
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });

// Loaded before a program: reports what its process holds after a garbage collection, when it is asked.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

process.on('message', (message) => {
  if (message !== 'resources') return;
  collectGarbage();
  const { heapUsed } = process.memoryUsage();
  process.send({ heapBytes: heapUsed, handles: process.getActiveResourcesInfo().length });
});

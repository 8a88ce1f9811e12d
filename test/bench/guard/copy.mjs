// A guard of a large account, alone in a process, for part.mjs: how long until it is level, and what it takes.
const { module, options, expected } = JSON.parse(process.argv[2]);
const { openGuard } = await import(module);
const used = () => {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};
const before = used();
const startedAt = performance.now();
const guard = await openGuard({ ...options, maxAgeMs: 600_000 });
const seconds = (performance.now() - startedAt) / 1_000;
if (!guard.mayEnter(expected.user, expected.group)) throw new Error('The copy is not what was written.');
const megabytes = used() - before;
const { memberships } = guard.status();
await guard.close();
process.send({ seconds, megabytes, memberships });
process.disconnect();

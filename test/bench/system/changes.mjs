// What changes take until all that they cause is done.

/** @returns milliseconds of CPU a change, by process, and how long each answer took */
export async function measureChanges(system, requests, connections, idle) {
  const [before, startedAt] = [system.usage().cpu, performance.now()];
  const answers = await system.send(requests, connections);
  await system.settled();
  const [after, seconds] = [system.usage().cpu, (performance.now() - startedAt) / 1000];
  const cpu = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => {
      const caused = ms - (before[name] ?? 0) - (idle[name] ?? 0) * seconds;
      return [name, Math.max(0, caused) / requests.length];
    }),
  );
  return { cpu, answered: answers.map(({ milliseconds }) => milliseconds) };
}

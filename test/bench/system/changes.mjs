// What changes take until all that they cause is done.

/** @returns milliseconds of CPU a change, by process, and how long each answer took */
export async function measureChanges(system, requests, connections, idle) {
  const { result, cpu } = await causedBy(system, idle, () => system.send(requests, connections));
  return { cpu: perPiece(cpu, requests.length), answered: result.map(({ milliseconds }) => milliseconds) };
}

/** @returns what the work gave, and the milliseconds of CPU that it caused, by process */
export async function causedBy(system, idle, work) {
  const [before, startedAt] = [system.usage().cpu, performance.now()];
  const result = await work();
  await system.settled();
  const [after, seconds] = [system.usage().cpu, (performance.now() - startedAt) / 1000];
  const cpu = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [
      name,
      Math.max(0, ms - (before[name] ?? 0) - (idle[name] ?? 0) * seconds),
    ]),
  );
  return { result, cpu };
}

export function perPiece(cpu, count) {
  return Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, ms / count]));
}

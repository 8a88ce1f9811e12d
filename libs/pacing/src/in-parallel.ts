/**
 * Acts on each item, on several at once. After a failure nothing more begins; it is thrown when what has begun has ended.
 * p-limit reads no async iterable and knows nothing of failures: as much would be left here.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  act: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let index = 0;
  for await (const item of items) {
    const started = act(item, index++)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(started));
    underWay.add(started);
    if (underWay.size >= atOnce) await Promise.race(underWay);
    if (failures.length > 0) break;
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}

/** Acts on each item, on several concurrently. The first error ends it, once those in progress have ended. */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for await (const item of items) {
    const started = act(item).finally(() => underWay.delete(started));
    underWay.add(started);
    if (underWay.size >= atOnce) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

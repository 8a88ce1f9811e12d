interface Begun<T> {
  iterator: AsyncGenerator<T>;
  /** Read before it is wanted. */
  next: Promise<IteratorResult<T>>;
}

function begin<T>(iterator: AsyncGenerator<T>): Begun<T> {
  return { iterator, next: readOn(iterator) };
}

function readOn<T>(iterator: AsyncGenerator<T>): Promise<IteratorResult<T>> {
  const next = iterator.next();
  // It fails where it is awaited, which may be never.
  next.catch(() => {});
  return next;
}

/**
 * What several sequences give, one after the other, in their order. The next of each is read while the one before it is used, and of
 * as many sequences at once.
 */
export async function* readAhead<T>(
  sequences: Iterable<() => AsyncGenerator<T>>,
  atOnce: number,
): AsyncGenerator<T> {
  const waiting = sequences[Symbol.iterator]();
  const begun: Begun<T>[] = [];
  const beginAnother = () => {
    const { value: sequence } = waiting.next() as IteratorResult<() => AsyncGenerator<T>, undefined>;
    if (sequence) begun.push(begin(sequence()));
  };
  try {
    for (let n = 0; n < atOnce; n += 1) beginAnother();
    for (let first = begun[0]; first; first = begun[0]) {
      const read = await first.next;
      if (read.done === true) {
        begun.shift();
        beginAnother();
        continue;
      }
      first.next = readOn(first.iterator);
      yield read.value;
    }
  } finally {
    await Promise.allSettled(begun.map(({ iterator }) => iterator.return(undefined)));
  }
}

/** Items of a page: as many as hold the embedded engine for some milliseconds only. */
export const PAGE = 500;

/** The pages of a query. */
export async function* pagesOf<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; cursor?: string | undefined }>,
): AsyncGenerator<Item[]> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    ({ cursor } = page);
    yield page.items;
  } while (cursor !== undefined);
}

import { progress } from '#libs/pacing';

export interface PageRequest {
  limit: number;
  /** Where the previous page ended: opaque, and valid only for the same list of the same tenant. */
  cursor?: string | undefined;
}

export type Order = 'ascending' | 'descending';

export interface OrderedPageRequest extends PageRequest {
  order?: Order | undefined;
}

export interface Page<T> {
  items: T[];
  /** Undefined after the last page. */
  cursor: string | undefined;
}

/** Each item of a list, page by page on demand. @throws Error for a cursor that leads back */
export async function* eachOf<T>(page: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  for await (const { items } of pagesOf(page)) yield* items;
}

/** Each page of a list. @throws Error for a cursor that leads back */
export async function* pagesOf<P extends { cursor: string | undefined }>(
  read: (cursor: string | undefined) => Promise<P>,
): AsyncGenerator<P> {
  const advance = progress('The cursor of a list');
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page;
    ({ cursor } = page);
    advance(cursor);
  } while (cursor !== undefined);
}

const MAX_ROUNDS = 10;

/**
 * A page of a list of which only some are wanted, whose other items are read and left out: read in at most 10 rounds, each as long as
 * what is missing, so that nothing that was read is lost. It may still be short, even empty, before the last one.
 * @param read a page of the list, without what is not wanted
 */
export async function pageInRounds<T>(
  { limit, cursor: from }: PageRequest,
  read: (request: PageRequest) => Promise<Page<T>>,
): Promise<Page<T>> {
  const items: T[] = [];
  let cursor = from;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const page = await read({ limit: limit - items.length, cursor });
    items.push(...page.items);
    ({ cursor } = page);
    if (items.length >= limit || cursor === undefined) break;
  }
  return { items, cursor };
}

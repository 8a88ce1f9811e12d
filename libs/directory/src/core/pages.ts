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

/** Each item of a list, page by page on demand. */
export async function* eachOf<T>(page: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { items, cursor: next } = await page(cursor);
    yield* items;
    cursor = next;
  } while (cursor !== undefined);
}

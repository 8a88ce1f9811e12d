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

/** Which part of a list is asked for. */
export interface PageRequest {
  /** How many items, 1 to 100. */
  limit: number;
  /** Where the page before ended: opaque, and good for the same list of the same tenant only. */
  cursor?: string | undefined;
}

export type Order = 'ascending' | 'descending';

/** Of a list that can be read from either end: ascending without. */
export interface OrderedPageRequest extends PageRequest {
  order?: Order | undefined;
}

export interface Page<T> {
  items: T[];
  /** Undefined after the last page. */
  cursor: string | undefined;
}

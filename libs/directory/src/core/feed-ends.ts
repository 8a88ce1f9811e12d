import { BoundedMap } from '../search-index/bounded-map.js';

/** Where a feed ends, as the last part says it. */
export interface FeedEnd {
  sequence: number;
  fedUpTo: Record<string, string>;
  filledTo?: string | undefined;
  filling?: boolean | undefined;
  /** Some of it is about teams. */
  teams?: boolean | undefined;
}

const MAX_ENDS = 10_000;

/** Where feeds end, as this process knows it. */
export class FeedEnds extends BoundedMap<string, FeedEnd> {
  constructor() {
    super(MAX_ENDS);
  }
}

import { BoundedMap } from './bounded-map.js';
import type { SearchIndex } from './search-index.js';

/** Where the changes of an account end, as the process that appends knows it. */
export interface LogEnd {
  tail: number;
  /** Milliseconds since the epoch; undefined if the last change does not say. */
  lastErasureAt: number | undefined;
  /** What has been appended since the changes were folded last. */
  unfoldedUnits: number;
  /** Of the segments; undefined while there are none. */
  segmentUnits: number | undefined;
}

/** The members of a service group, for searches: kept by those who hold the search indexes. */
export interface KnownMembers {
  /** What the count of the service group's members said when they were read. */
  counted: string;
  until: number;
  userIds: ReadonlySet<string>;
  /** Of those whose membership ends by itself. */
  ends: { userId: string; endsAt: string }[];
}

/** The people of a team, likewise. */
export interface KnownPeople {
  until: number;
  /** Undefined: too many to be kept. */
  places: readonly { userId: string; endsAt?: string | undefined }[] | undefined;
}

/** The limit of all indexes together; the one in use is kept in any case. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_LOG_ENDS = 10_000;
const MAX_GROUPS = 100;
const MAX_TEAMS = 100;

export class SearchIndexes {
  /** For appending: where the changes of each account end. */
  readonly logEnds = new BoundedMap<string, LogEnd>(MAX_LOG_ENDS);
  /** Of service groups by which searches were filtered lately. */
  readonly members = new BoundedMap<string, KnownMembers>(MAX_GROUPS);
  /** Of the teams of such service groups. */
  readonly people = new BoundedMap<string, KnownPeople>(MAX_TEAMS);
  /** The least recently used first. */
  private readonly loaded = new Map<string, Promise<SearchIndex>>();
  private readonly sizes = new Map<string, number>();

  constructor(private readonly mostBytes = MAX_BYTES) {}

  forget(scope: string): void {
    this.loaded.delete(scope);
    this.sizes.delete(scope);
    this.logEnds.delete(scope);
  }

  find(scope: string): Promise<SearchIndex> | undefined {
    return this.loaded.get(scope);
  }

  /** Is to be read again, unless it is already. */
  outdate(scope: string, loading: Promise<SearchIndex>): void {
    if (this.loaded.get(scope) === loading) this.loaded.delete(scope);
  }

  start(scope: string, loading: Promise<SearchIndex>): void {
    this.loaded.set(scope, loading);
  }

  /** As the most recently used. */
  keep(scope: string, loading: Promise<SearchIndex>, index: SearchIndex): void {
    if (this.loaded.get(scope) !== loading) return;
    this.loaded.delete(scope);
    this.loaded.set(scope, loading);
    this.sizes.set(scope, index.bytes);
    let total = 0;
    for (const size of this.sizes.values()) total += size;
    for (const [oldest, size] of this.sizes) {
      if (total <= this.mostBytes) return;
      if (oldest === scope) continue;
      this.loaded.delete(oldest);
      this.sizes.delete(oldest);
      total -= size;
    }
  }
}

import type { DomainEvent } from '#libs/domain';
import type { Directory } from '../core/directory.js';
import type { Image } from '../core/item-image.js';
import type { Subject } from '../table/items/maintenance-tasks.js';

/** A change of an item, as the stream has it. */
export interface ItemChange {
  before: Image | undefined;
  after: Image | undefined;
  sequenceNumber: string;
  /** By the stream's clock, to the second: milliseconds since the epoch. */
  createdAt: number;
}

export interface Triggers {
  /** Those that triggered it, in the order of their shard. */
  changes: readonly ItemChange[];
  /** Undefined: the host does not know it. */
  shardId: string | undefined;
  /** Leaves work for later, which may be done once for several batches, or not at all. */
  afterwards: (work: () => Promise<void>) => void;
}

/** Something that is kept up to date behind the commits. Each may run late, twice, and concurrently. */
export interface Projection<About extends Subject = Subject> {
  kind: string;
  /** What a change of an item, of whatever kind, makes it do. Derived from the images alone. */
  triggeredBy(before: Image | undefined, after: Image | undefined): About | undefined;
  /** By default it is repaired. */
  run?(directory: Directory, about: About, triggers: Triggers): Promise<void>;
  /** Brings it up to date without the changes that triggered it: when it had been given up. */
  repair(directory: Directory, about: About): Promise<void>;
  /** What to repair if the stream has lost the changes of a commit with this event. */
  lostWith?(event: DomainEvent): About | undefined;
  /** For that, if it takes something else. */
  repairLost?(directory: Directory, about: About): Promise<void>;
  /** And once, for what is of no one account. */
  repairShared?(directory: Directory): Promise<void>;
}

export function exists(image: Image | undefined): boolean {
  return image !== undefined && image['status']?.S !== 'removed';
}

export function isChanged(
  before: Image | undefined,
  after: Image | undefined,
  names: readonly string[],
): boolean {
  return names.some((name) => before?.[name]?.S !== after?.[name]?.S);
}

import type { AggregateKind } from '#libs/domain';
import { searchableText, searchForm } from './search-text.js';

export type SearchKind = AggregateKind | 'invitation';

export interface SearchEntry {
  id: string;
  /** Of the head that it is from: of two entries of the same id the one with the higher version counts. */
  version: number;
  name: string;
  /** The email of a user, the hint of an API key, the URL of a webhook endpoint. */
  detail: string;
  role: string;
  status: string;
  externalId: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Records that an entry is gone. It contains nothing about a person. */
export interface RemovedEntry {
  id: string;
  version: number;
  /** Milliseconds since the epoch. */
  removedAt: number;
}

export type SearchChange = SearchEntry | RemovedEntry;

export function isRemoved(change: SearchChange): change is RemovedEntry {
  return 'removedAt' in change;
}

type Packed =
  | [
      id: string,
      version: number,
      name: string,
      detail: string,
      role: string,
      status: string,
      externalId: string,
      createdAt: number,
    ]
  | [id: string, version: number, removedAt: number];

export function pack(change: SearchChange): Packed {
  if (isRemoved(change)) return [change.id, change.version, change.removedAt];
  const { id, version, name, detail, role, status, externalId, createdAt } = change;
  return [id, version, name, detail, role, status, externalId, createdAt];
}

export function unpack(packed: Packed): SearchChange {
  if (packed.length === 3) {
    const [id, version, removedAt] = packed;
    return { id, version, removedAt };
  }
  const [id, version, name, detail, role, status, externalId, createdAt] = packed;
  return { id, version, name, detail, role, status, externalId, createdAt };
}

export interface Row extends SearchEntry {
  /** All its words, each with a space before it. */
  text: string;
  /** What lists are sorted by. */
  nameKey: string;
  detailKey: string;
}

export function rowOf(entry: SearchEntry): Row {
  const { id, name, detail, externalId } = entry;
  return {
    ...entry,
    text: searchableText([name, detail, externalId, id]),
    nameKey: searchForm(name),
    detailKey: searchForm(detail),
  };
}

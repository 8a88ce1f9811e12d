import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  changesEntry,
  entryOf,
  entryOfInvitation,
  scopeOf,
  type RecordedChange,
  type SearchedItem,
} from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';

type Image = Record<string, AttributeValue>;

/** A change of what can be searched for, and whose it is. */
export interface ScopedChange extends RecordedChange {
  scope: string;
}

/** How a stream record changes the search entries, if at all. Derived from the images alone. */
export function searchChangeOf(record: StreamRecord): ScopedChange | undefined {
  const { NewImage: after, OldImage: before } = record.dynamodb ?? {};
  const item = searchedImage(after ?? before ?? {});
  const scope = scopeOf(item);
  if (scope === undefined) return undefined;
  const changedAt = Date.parse(item.text('updatedAt'));
  if (item.entity === 'invitation')
    return { scope, change: entryOfInvitation(item, !after), changedAt, isErasure: false };
  // A tombstone that expires: what it was is gone long since.
  if (!after || (before && !changesEntry(searchedImage(before), item))) return undefined;
  return { scope, change: entryOf(item), changedAt, isErasure: after['erased']?.BOOL === true };
}

function searchedImage(image: Image): SearchedItem {
  const text = (name: string) => image[name]?.S ?? '';
  return {
    entity: text('entity'),
    accountId: text('accountId'),
    text,
    version: Number(image['version']?.N ?? 0),
  };
}

import { AGGREGATE_KINDS, AGGREGATES, kindOfAggregate, searchedOf, type AggregateKind } from '#libs/domain';
import type { SearchChange, SearchKind } from './entries.js';

/** The attributes of a head, or of an invitation, that an entry is made of: of an item, or of its image in a stream record. */
export interface SearchedItem {
  entity: string;
  accountId: string;
  text(attribute: string): string;
  version: number;
}

export const SEARCHED_KINDS = AGGREGATE_KINDS.filter((kind) => searchedOf(kind) !== undefined);

/** The attributes of a head that its entry has as they are. */
export function searchedAttributes(entity: string): string[] {
  const { name, detail, also = [] } = searchedOf(entity) ?? {};
  return [name, detail, ...also].filter((attribute) => attribute !== undefined);
}

/** The attributes whose change can change an entry. */
const SEARCHED = [...new Set(['status', ...SEARCHED_KINDS.flatMap(searchedAttributes)])];

/** Where the entries of accounts themselves are: operators search them. */
export const ACCOUNTS_SCOPE = 'accounts';

/** Whose index an item has its entry in; undefined for what is not searched. */
export function scopeOf({
  entity,
  accountId,
}: Pick<SearchedItem, 'entity' | 'accountId'>): string | undefined {
  if (entity === 'account') return ACCOUNTS_SCOPE;
  return searchedOf(entity) || entity === 'invitation' ? accountId : undefined;
}

/** False when the entry stays as it is: a membership changes its user's version and nothing that is searched. */
export function changesEntry(before: SearchedItem, after: SearchedItem): boolean {
  return SEARCHED.some((name) => before.text(name) !== after.text(name));
}

/** Of a user who is invited. It says nothing about them: that is in their own entry. */
export function entryOfInvitation(item: SearchedItem, isGone: boolean): SearchChange {
  const id = invitationId(item.text('userId'));
  const [createdAt, updatedAt] = [Date.parse(item.text('createdAt')), Date.parse(item.text('updatedAt'))];
  // An invitation has no version; each time it is sent its time is a later one.
  if (isGone) return { id, version: 2 * updatedAt + 1, removedAt: updatedAt };
  const nothing = { name: '', detail: '', role: '', status: '', externalId: '' };
  return { id, version: 2 * updatedAt, ...nothing, createdAt };
}

/** @param item one whose `scopeOf` is known */
export function entryOf(item: SearchedItem): SearchChange {
  if (item.entity === 'invitation') return entryOfInvitation(item, false);
  const searched = searchedOf(item.entity);
  if (!searched) throw new TypeError(`Nothing searches for a ${item.entity}.`);
  const id = item.text(AGGREGATES[item.entity as AggregateKind].idName);
  const { version } = item;
  const status = item.text('status');
  if (status === searched.gone) return { id, version, removedAt: Date.parse(item.text('updatedAt')) };
  return {
    id,
    version,
    name: item.text(searched.name),
    detail: searched.detail === undefined ? '' : item.text(searched.detail),
    role: item.text('role'),
    status,
    externalId: item.text('externalId'),
    createdAt: Date.parse(item.text('createdAt')),
  };
}

export function searchedItem(entity: string, item: object): SearchedItem {
  const values = item as Record<string, unknown>;
  return {
    entity,
    accountId: values['accountId'] as string,
    text: (name) => (typeof values[name] === 'string' ? values[name] : ''),
    version: values['version'] as number,
  };
}

const INVITATION = 'invt_';

function invitationId(userId: string): string {
  return `${INVITATION}${userId.slice(userId.indexOf('_') + 1)}`;
}

export function invitedUserId(entryId: string): string {
  return `user_${entryId.slice(INVITATION.length)}`;
}

export function kindOfEntry(id: string): SearchKind {
  return id.startsWith(INVITATION) ? 'invitation' : (kindOfAggregate(id) ?? 'user');
}

import { kindOfAggregate } from '#libs/domain';
import type { SearchChange, SearchKind } from './entries.js';

/** The attributes of a head, or of an invitation, that an entry is made of: of an item, or of its image in a stream record. */
export interface SearchedItem {
  entity: string;
  accountId: string;
  text(attribute: string): string;
  version: number;
}

/** The attributes whose change can change an entry. */
const SEARCHED = ['name', 'email', 'role', 'status', 'externalId', 'hint', 'url', 'description'];

/** Where the entries of accounts themselves are: operators search them. */
export const ACCOUNTS_SCOPE = 'accounts';

/** Whose index an item has its entry in; undefined for what is not searched. */
export function scopeOf({
  entity,
  accountId,
}: Pick<SearchedItem, 'entity' | 'accountId'>): string | undefined {
  if (entity === 'account') return ACCOUNTS_SCOPE;
  return entity in ENTRIES || entity === 'invitation' ? accountId : undefined;
}

/** False when the entry stays as it is: a membership changes its user's version and nothing that is searched. */
export function changesEntry(before: SearchedItem, after: SearchedItem): boolean {
  return SEARCHED.some((name) => before.text(name) !== after.text(name));
}

type Fields = { id: string; name: string; detail: string; gone: string };

const ENTRIES: Readonly<Record<string, (item: SearchedItem) => Fields>> = {
  account: (item) => ({ id: item.accountId, name: item.text('name'), detail: '', gone: 'closed' }),
  user: (item) => ({
    id: item.text('userId'),
    name: item.text('name'),
    detail: item.text('email'),
    gone: 'removed',
  }),
  'service-group': (item) => ({
    id: item.text('serviceGroupId'),
    name: item.text('name'),
    detail: '',
    gone: 'removed',
  }),
  'api-key': (item) => ({
    id: item.text('apiKeyId'),
    name: item.text('name'),
    detail: item.text('hint'),
    gone: '',
  }),
  'webhook-endpoint': (item) => ({
    id: item.text('webhookEndpointId'),
    name: item.text('description'),
    detail: item.text('url'),
    gone: 'removed',
  }),
};

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
  const ofEntity = ENTRIES[item.entity];
  if (!ofEntity) throw new TypeError(`Nothing searches for a ${item.entity}.`);
  const { id, name, detail, gone } = ofEntity(item);
  const status = item.text('status');
  const { version } = item;
  if (status === gone) return { id, version, removedAt: Date.parse(item.text('updatedAt')) };
  const [role, externalId] = [item.text('role'), item.text('externalId')];
  return {
    id,
    version,
    name,
    detail,
    role,
    status,
    externalId,
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

export function invitationId(userId: string): string {
  return `${INVITATION}${userId.slice(userId.indexOf('_') + 1)}`;
}

export function invitedUserId(entryId: string): string {
  return `user_${entryId.slice(INVITATION.length)}`;
}

export function kindOfEntry(id: string): SearchKind {
  return id.startsWith(INVITATION) ? 'invitation' : (kindOfAggregate(id) ?? 'user');
}

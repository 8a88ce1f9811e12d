import { type UserId } from '#libs/domain';
import type { Item, ItemReference, WriteOperation } from '@rollbook/single-table';
import { openAccessRequestEntity, ownAccessRequestEntity } from '../../table/items/access-requests.js';
import { accountExternalIdClaimEntity, signInRuleEntity } from '../../table/items/accounts.js';
import { HEADS } from '../../table/items/heads.js';
import { invitationEntity } from '../../table/items/invitations.js';
import { externalIdClaimEntity } from '../../table/items/external-ids.js';
import { dueEntity } from '../../table/items/due.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { groupNameClaimEntity, managedServiceGroupEntity } from '../../table/items/service-groups.js';
import { dueOfTeamEntity } from '../../table/items/due-of-teams.js';
import {
  pastTeamAccessEntity,
  pastTeamPlaceEntity,
  teamAccessEntity,
  teamNameClaimEntity,
  teamPlaceEntity,
} from '../../table/items/teams.js';
import { emailClaimEntity, identityEntity, ownerEntity } from '../../table/items/users.js';
import { webhookQueueEntity } from '../../table/items/webhooks.js';
import { externalIdOf, type ServiceGroupHistory, type TeamHistory } from './folded-history.js';
import { type UserHistory, type UserSide } from './folded-user.js';

/** One stored item derived from events, of any entity. */
export interface DerivedItem {
  entity: string;
  key: Readonly<Record<string, string>>;
  item: Readonly<Record<string, unknown>>;
  create(): WriteOperation;
  replace(found: DerivedItem): WriteOperation;
  remove(): WriteOperation;
}

interface AnyEntity {
  name: string;
  at(key: object): ItemReference;
  create(item: object): WriteOperation;
  put(item: object, options: object): WriteOperation;
  delete(key: object, options: object): WriteOperation;
}

type Condition = (c: { eq(path: string, value: unknown): unknown }) => unknown;

/** An item of one of the directory's entities, found or expected. */
export function derivedItem<Name extends keyof typeof DERIVED_ENTITIES>(
  name: Name,
  item: Item<(typeof DERIVED_ENTITIES)[Name]>,
): DerivedItem {
  const entity = DERIVED_ENTITIES[name] as unknown as AnyEntity;
  // Every item has an `updatedAt`, and every write of it sets a new one or writes the same item.
  const unchanged = (found: { updatedAt?: unknown; version?: unknown }): { condition: Condition } => ({
    condition: (c) =>
      found.version === undefined ? c.eq('updatedAt', found.updatedAt) : c.eq('version', found.version),
  });
  return {
    entity: name,
    key: entity.at(item).key,
    item,
    create: () => entity.create(item),
    replace: (found) => entity.put(item, unchanged(found.item)),
    remove: () => entity.delete(item, unchanged(item)),
  };
}

export const DERIVED_ENTITIES = {
  ...HEADS,
  'webhook-queue': webhookQueueEntity,
  invitation: invitationEntity,
  identity: identityEntity,
  membership: membershipEntity,
  'past-membership': pastMembershipEntity,
  'team-place': teamPlaceEntity,
  'past-team-place': pastTeamPlaceEntity,
  'team-access': teamAccessEntity,
  'past-team-access': pastTeamAccessEntity,
  due: dueEntity,
  'due-of-team': dueOfTeamEntity,
  'team-name-claim': teamNameClaimEntity,
  'email-claim': emailClaimEntity,
  'service-group-name-claim': groupNameClaimEntity,
  'managed-service-group': managedServiceGroupEntity,
  'external-id-claim': externalIdClaimEntity,
  'account-external-id-claim': accountExternalIdClaimEntity,
  'sign-in-rule': signInRuleEntity,
  owner: ownerEntity,
  'open-access-request': openAccessRequestEntity,
  'own-access-request': ownAccessRequestEntity,
} as const;

export function externalIdClaims(
  kind: 'user' | 'service-group' | 'team',
  ownerId: string,
  { state, externalIdSince: at }: UserHistory | ServiceGroupHistory | TeamHistory,
): DerivedItem[] {
  const externalId = externalIdOf(state);
  if (state.status === 'none' || externalId === undefined) return [];
  const { accountId } = state;
  const claim = { accountId, kind, externalId, ownerId, createdAt: at, updatedAt: at };
  return [derivedItem('external-id-claim', claim)];
}

export function copiesOf(userId: UserId, { version, name, email, role, status }: UserSide) {
  return {
    userId,
    userName: name,
    userEmail: email,
    userRole: role,
    userStatus: status,
    userVersion: version,
  };
}

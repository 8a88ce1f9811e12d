import { AGGREGATE_KINDS, AGGREGATES, kindOfAggregate, type AggregateKind, type UserId } from '#libs/domain';
import type { ItemReference, Table } from '@rollbook/single-table';
import { accessRequestEntity } from './access-requests.js';
import { accessRolesEntity } from './access-roles.js';
import { accountEntity } from './accounts.js';
import { apiKeyEntity } from './api-keys.js';
import { logStreamEntity } from './log-streams.js';
import { serviceGroupEntity } from './service-groups.js';
import { teamEntity } from './teams.js';
import { userEntity } from './users.js';
import { webhookEndpointEntity } from './webhooks.js';

export const HEADS = {
  account: accountEntity,
  user: userEntity,
  'service-group': serviceGroupEntity,
  team: teamEntity,
  'api-key': apiKeyEntity,
  'webhook-endpoint': webhookEndpointEntity,
  'log-stream': logStreamEntity,
  'access-request': accessRequestEntity,
  'access-roles': accessRolesEntity,
} as const satisfies Record<AggregateKind, unknown>;

/** The aggregates on which no other item depends, except their own companions. */
export type PlainKind = Exclude<AggregateKind, 'account' | 'user' | 'service-group' | 'team'>;
const NOT_PLAIN: readonly string[] = ['account', 'user', 'service-group', 'team'];
export const PLAIN_KINDS = AGGREGATE_KINDS.filter((kind): kind is PlainKind => !NOT_PLAIN.includes(kind));

/** The parts of a head that do not depend on the aggregate. */
type AnyHead = typeof userEntity;
type AnyKey = { accountId: string; userId: UserId };

export function headOf(accountId: string, aggregateId: string): { entity: AnyHead; key: AnyKey } {
  // Ids without one of our prefixes were once written as users.
  const kind = kindOfAggregate(aggregateId) ?? 'user';
  const key = { accountId, [AGGREGATES[kind].idName]: aggregateId } as unknown as AnyKey;
  return { entity: headEntity(kind), key };
}

export function headEntity(kind: AggregateKind): AnyHead {
  return HEADS[kind] as unknown as AnyHead;
}

export function headReference(accountId: string, aggregateId: string): ItemReference {
  const { entity, key } = headOf(accountId, aggregateId);
  return entity.at(key);
}

/** The ids of all heads of one kind in an account, including removed ones. */
export async function* headIds(
  table: Table,
  accountId: string,
  kind: Exclude<AggregateKind, 'account'>,
): AsyncGenerator<string> {
  const { idName } = AGGREGATES[kind];
  const entity = headEntity(kind);
  // Complete, because a projection lacks the key, from which an id that is not stored is read.
  for await (const item of table.each(entity, { accountId }, { consistent: true }))
    yield item[idName as 'userId'];
}

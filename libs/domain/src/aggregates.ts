// domain: pure. schema and values < permissions < account < access-roles < team < service-group, api-key, webhook-endpoint, log-stream < user < access-paths, access-request
// < events < aggregates, revert.

import { evolveAccessRequest, initialAccessRequest } from './access-request/access-request.js';
import { accessRequestFields } from './access-request/fields.js';
import { evolveAccessRoles, initialAccessRoles } from './access-roles/access-roles.js';
import { accessRolesFields } from './access-roles/fields.js';
import { evolveAccount, initialAccount } from './account/account.js';
import { accountFields } from './account/fields.js';
import { evolveApiKey, initialApiKey } from './api-key/api-key.js';
import { apiKeyFields } from './api-key/fields.js';
import { logStreamFields } from './log-stream/fields.js';
import { evolveLogStream, initialLogStream } from './log-stream/log-stream.js';
import { ID_PREFIXES } from './values/ids.js';
import { serviceGroupFields } from './service-group/fields.js';
import { evolveServiceGroup, initialServiceGroup } from './service-group/service-group.js';
import { teamFields } from './team/fields.js';
import { evolveTeam, initialTeam } from './team/team.js';
import { userFields } from './user/fields.js';
import { evolveUser, initialUser } from './user/user.js';
import { webhookEndpointFields } from './webhook-endpoint/fields.js';
import { evolveWebhookEndpoint, initialWebhookEndpoint } from './webhook-endpoint/webhook-endpoint.js';

interface Aggregate {
  idName: string;
  initial: unknown;
  evolve: unknown;
  fields: unknown;
  searched?: Searched;
}

/** What a search finds it by, all of them attributes of its head. Without it nothing searches for the aggregate. */
export interface Searched {
  name: string;
  detail?: string;
  /** What lists are filtered by. */
  also?: readonly string[];
  /** The status in which no search finds it any more. */
  gone?: string;
}

/**
 * The aggregates, by the name of their head's entity. Everything that must know all of them uses this list: ids,
 * publishing, export, verification. The account is the tenant itself; every other aggregate belongs to one.
 */
export const AGGREGATES = {
  account: {
    idName: 'accountId',
    initial: initialAccount,
    evolve: evolveAccount,
    fields: accountFields,
    searched: { name: 'name', also: ['externalId'], gone: 'closed' },
  },
  user: {
    idName: 'userId',
    initial: initialUser,
    evolve: evolveUser,
    fields: userFields,
    searched: { name: 'name', detail: 'email', also: ['role', 'externalId'], gone: 'removed' },
  },
  'service-group': {
    idName: 'serviceGroupId',
    initial: initialServiceGroup,
    evolve: evolveServiceGroup,
    fields: serviceGroupFields,
    searched: { name: 'name', also: ['externalId'], gone: 'removed' },
  },
  team: {
    idName: 'teamId',
    initial: initialTeam,
    evolve: evolveTeam,
    fields: teamFields,
    searched: { name: 'name', also: ['externalId'], gone: 'removed' },
  },
  'api-key': {
    idName: 'apiKeyId',
    initial: initialApiKey,
    evolve: evolveApiKey,
    fields: apiKeyFields,
    searched: { name: 'name', detail: 'hint' },
  },
  'webhook-endpoint': {
    idName: 'webhookEndpointId',
    initial: initialWebhookEndpoint,
    evolve: evolveWebhookEndpoint,
    fields: webhookEndpointFields,
    searched: { name: 'description', detail: 'url', gone: 'removed' },
  },
  'log-stream': {
    idName: 'logStreamId',
    initial: initialLogStream,
    evolve: evolveLogStream,
    fields: logStreamFields,
  },
  'access-request': {
    idName: 'accessRequestId',
    initial: initialAccessRequest,
    evolve: evolveAccessRequest,
    fields: accessRequestFields,
  },
  'access-roles': {
    idName: 'accessRolesId',
    initial: initialAccessRoles,
    evolve: evolveAccessRoles,
    fields: accessRolesFields,
  },
} as const satisfies Record<string, Aggregate>;

export type AggregateKind = keyof typeof AGGREGATES;

export type StateOf<Kind extends AggregateKind> = ReturnType<(typeof AGGREGATES)[Kind]['evolve']>;

export const AGGREGATE_KINDS = Object.keys(AGGREGATES) as AggregateKind[];

/** Undefined for an entity that is no head of an aggregate, or of one that nothing searches for. */
export function searchedOf(entity: string): Searched | undefined {
  const aggregates: Readonly<Record<string, Aggregate>> = AGGREGATES;
  return aggregates[entity]?.searched;
}

/** The aggregate that an id names, by its prefix; undefined for any other id. */
export function kindOfAggregate(id: string): AggregateKind | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return AGGREGATE_KINDS.find((kind) => ID_PREFIXES[kind] === prefix);
}

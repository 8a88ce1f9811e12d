import { evolveAccount, initialAccount } from './account/account.js';
import { accountFields } from './account/fields.js';
import { evolveApiKey, initialApiKey } from './api-key/api-key.js';
import { apiKeyFields } from './api-key/fields.js';
import { ID_PREFIXES } from './ids.js';
import { serviceGroupFields } from './service-group/fields.js';
import { evolveServiceGroup, initialServiceGroup } from './service-group/service-group.js';
import { userFields } from './user/fields.js';
import { evolveUser, initialUser } from './user/user.js';
import { webhookEndpointFields } from './webhook-endpoint/fields.js';
import { evolveWebhookEndpoint, initialWebhookEndpoint } from './webhook-endpoint/webhook-endpoint.js';

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
  },
  user: {
    idName: 'userId',
    initial: initialUser,
    evolve: evolveUser,
    fields: userFields,
  },
  'service-group': {
    idName: 'serviceGroupId',
    initial: initialServiceGroup,
    evolve: evolveServiceGroup,
    fields: serviceGroupFields,
  },
  'api-key': {
    idName: 'apiKeyId',
    initial: initialApiKey,
    evolve: evolveApiKey,
    fields: apiKeyFields,
  },
  'webhook-endpoint': {
    idName: 'webhookEndpointId',
    initial: initialWebhookEndpoint,
    evolve: evolveWebhookEndpoint,
    fields: webhookEndpointFields,
  },
} as const;

export type AggregateKind = keyof typeof AGGREGATES;

export type StateOf<Kind extends AggregateKind> = ReturnType<(typeof AGGREGATES)[Kind]['evolve']>;

export const AGGREGATE_KINDS = Object.keys(AGGREGATES) as AggregateKind[];

/** The aggregate that an id names, by its prefix; undefined for any other id. */
export function kindOfAggregate(id: string): AggregateKind | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  return AGGREGATE_KINDS.find((kind) => ID_PREFIXES[kind] === prefix);
}

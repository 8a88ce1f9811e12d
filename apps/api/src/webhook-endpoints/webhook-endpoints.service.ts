import { Inject, Injectable } from '@nestjs/common';
import {
  commandWebhookEndpoint,
  createWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  readSecrets,
  type Outcome,
  searchWebhookEndpoints,
  type SearchPage,
  type Sort,
  type WebhookEndpointHealth,
  withHealth,
} from '#libs/directory';
import type { WebhookEndpoint, WebhookEndpointId } from '#libs/domain';
import { requireRecentSignIn } from '../auth/caller/recent-sign-in.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import type { Change } from '../commands/command.js';
import { isSearch, listSearchOf } from '../http/query/search.dto.js';
import type {
  ChangeWebhookEndpointDto,
  CreateWebhookEndpointDto,
  RotateWebhookSecretDto,
  WebhookEndpointListQueryDto,
} from './webhook-endpoints.dto.js';
import { requirePublicHost } from './public-host.js';
import type { RequestTenant } from '../auth/caller/caller.js';

/** An endpoint with its secret, as it is shown once. */
export type Issued = WebhookEndpoint & { secret: string | null };

@Injectable()
export class WebhookEndpointsService {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  async create(change: Change, input: CreateWebhookEndpointDto): Promise<Outcome<Issued>> {
    const { tenant, command } = change;
    requirePublicHost(this.configuration, input.url);
    return withSecret(change, await createWebhookEndpoint(tenant, { ...input }, command));
  }

  async change(
    { tenant, caller, command }: Change,
    webhookEndpointId: WebhookEndpointId,
    changes: ChangeWebhookEndpointDto,
  ): Promise<Outcome<WebhookEndpoint>> {
    if (changes.url !== undefined) {
      requireRecentSignIn(caller);
      requirePublicHost(this.configuration, changes.url);
    }
    const change = { ...changes, type: 'change_webhook_endpoint' } as const;
    return commandWebhookEndpoint(tenant, webhookEndpointId, change, command);
  }

  async rotate(
    change: Change,
    webhookEndpointId: WebhookEndpointId,
    { graceSeconds, secret }: RotateWebhookSecretDto,
  ): Promise<Outcome<Issued>> {
    const { tenant, command } = change;
    const previousUntil = new Date(tenant.directory.now() + graceSeconds * 1_000).toISOString();
    const rotation = { type: 'rotate_webhook_secret', previousUntil } as const;
    const rotated = commandWebhookEndpoint(tenant, webhookEndpointId, rotation, command, secret);
    return withSecret(change, await rotated);
  }

  async get(tenant: RequestTenant, id: WebhookEndpointId): Promise<WebhookEndpointHealth> {
    const [endpoint] = await withHealth(tenant, [await getWebhookEndpoint(tenant, id)]);
    return endpoint!;
  }

  async list(
    tenant: RequestTenant,
    query: WebhookEndpointListQueryDto,
  ): Promise<SearchPage<WebhookEndpointHealth>> {
    const page = await this.read(tenant, query);
    return { ...page, items: await withHealth(tenant, page.items) };
  }

  private read(
    tenant: RequestTenant,
    query: WebhookEndpointListQueryDto,
  ): Promise<SearchPage<WebhookEndpoint>> {
    const { sort, status, order, limit, cursor } = query;
    if (!isSearch(query) && status === undefined && order === 'asc')
      return listWebhookEndpoints(tenant, { limit, cursor });
    // The index has its URL where a user has an email.
    const by = sort?.replace('url', 'email') as Sort | undefined;
    return searchWebhookEndpoints(tenant, {
      ...listSearchOf({ ...query, sort: by }),
      status,
    });
  }
}

/** A repeated answer contains it too, and the receipt holds no secret. Unless it has been replaced since. */
async function withSecret(
  { tenant, command }: Change,
  { answeredBefore, ...outcome }: Outcome<WebhookEndpoint>,
): Promise<Outcome<Issued>> {
  if (command.dryRun) return { ...outcome, state: { ...outcome.state, secret: null } };
  const state = answeredBefore
    ? (JSON.parse(String(answeredBefore.answer)) as WebhookEndpoint)
    : outcome.state;
  const kept = await readSecrets(tenant.directory, state);
  const secret = kept?.secretVersion === state.secretVersion ? (kept.secrets[0] ?? null) : null;
  const issued = { ...state, secret };
  if (!answeredBefore) return { ...outcome, state: issued };
  return { ...outcome, state: issued, answeredBefore: { answer: JSON.stringify(issued) } };
}

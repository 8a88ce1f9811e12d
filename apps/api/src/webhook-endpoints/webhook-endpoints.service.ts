import { Inject, Injectable } from '@nestjs/common';
import {
  commandWebhookEndpoint,
  createWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  readSecrets,
  removeWebhookEndpoint,
  type CommandContext,
  type Directory,
  type Outcome,
  searchWebhookEndpoints,
  type SearchPage,
  type Sort,
} from '#libs/directory';
import type { WebhookEndpoint } from '#libs/domain';
import { mayBePublicHost } from '#libs/outbound-requests';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { fieldProblem } from '../problems/problem.js';
import { isSearch, listSearchOf } from '../requests/query/search.dto.js';
import type {
  ChangeWebhookEndpointDto,
  CreateWebhookEndpointDto,
  RotateWebhookSecretDto,
  WebhookEndpointListQueryDto,
} from './webhook-endpoints.dto.js';
import type { RequestTenant } from '../access-control/caller.js';

/** An endpoint with its secret, as it is shown once. */
export type Issued = WebhookEndpoint & { secret: string | null };

@Injectable()
export class WebhookEndpointsService {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  async create(
    tenant: RequestTenant,
    { url, description, eventTypes }: CreateWebhookEndpointDto,
    command: CommandContext,
  ): Promise<Outcome<Issued>> {
    this.requirePublicHost(url);
    const input = {
      url,
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { eventTypes }),
    };
    return this.withSecret(
      tenant.directory,
      command,
      await createWebhookEndpoint(tenant.directory, tenant, input, command),
    );
  }

  async change(
    tenant: RequestTenant,
    webhookEndpointId: string,
    { url, description, eventTypes }: ChangeWebhookEndpointDto,
    command: CommandContext,
  ): Promise<Outcome<WebhookEndpoint>> {
    if (url !== undefined) this.requirePublicHost(url);
    const change = {
      type: 'change_webhook_endpoint',
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { eventTypes }),
    } as const;
    return commandWebhookEndpoint(tenant.directory, tenant, webhookEndpointId, change, command);
  }

  async rotate(
    tenant: RequestTenant,
    webhookEndpointId: string,
    { graceSeconds }: RotateWebhookSecretDto,
    command: CommandContext,
  ): Promise<Outcome<Issued>> {
    const previousUntil = new Date(Date.now() + graceSeconds * 1_000).toISOString();
    const rotation = { type: 'rotate_webhook_secret', previousUntil } as const;
    const outcome = await commandWebhookEndpoint(
      tenant.directory,
      tenant,
      webhookEndpointId,
      rotation,
      command,
    );
    return this.withSecret(tenant.directory, command, outcome);
  }

  steer(
    tenant: RequestTenant,
    webhookEndpointId: string,
    to: 'enable_webhook_endpoint' | 'disable_webhook_endpoint',
    command: CommandContext,
  ): Promise<Outcome<WebhookEndpoint>> {
    return commandWebhookEndpoint(tenant.directory, tenant, webhookEndpointId, { type: to }, command);
  }

  remove(tenant: RequestTenant, webhookEndpointId: string, command: CommandContext): Promise<Outcome<null>> {
    return removeWebhookEndpoint(tenant.directory, tenant, webhookEndpointId, command);
  }

  get(tenant: RequestTenant, webhookEndpointId: string): Promise<WebhookEndpoint> {
    return getWebhookEndpoint(tenant.directory, tenant, webhookEndpointId);
  }

  list(tenant: RequestTenant, query: WebhookEndpointListQueryDto): Promise<SearchPage<WebhookEndpoint>> {
    const { sort, order, limit, cursor } = query;
    if (!isSearch(query) && order === 'asc')
      return listWebhookEndpoints(tenant.directory, tenant, { limit, cursor });
    // The index has its URL where a user has an email.
    const by = sort?.replace('url', 'email') as Sort | undefined;
    return searchWebhookEndpoints(tenant.directory, tenant, listSearchOf({ ...query, sort: by }));
  }

  /** A repeated answer contains it too, and the receipt holds no secret. Unless it has been replaced since. */
  private async withSecret(
    directory: Directory,
    { dryRun }: CommandContext,
    { answeredBefore, ...outcome }: Outcome<WebhookEndpoint>,
  ): Promise<Outcome<Issued>> {
    if (dryRun) return { ...outcome, state: { ...outcome.state, secret: null } };
    const state = answeredBefore
      ? (JSON.parse(String(answeredBefore.answer)) as WebhookEndpoint)
      : outcome.state;
    const kept = await readSecrets(directory, state);
    const secret = kept?.secretVersion === state.secretVersion ? (kept.secrets[0] ?? null) : null;
    const issued = { ...state, secret };
    if (!answeredBefore) return { ...outcome, state: issued };
    return { ...outcome, state: issued, answeredBefore: { answer: JSON.stringify(issued) } };
  }

  /** Reported early. The actual protection is the check of each connection: a name may resolve to another address later. */
  private requirePublicHost(url: string): void {
    const parsed = URL.parse(url);
    if (this.configuration.webhooks.allowLocal || !parsed) return;
    const detail =
      parsed.protocol !== 'https:'
        ? 'url must begin with https://.'
        : mayBePublicHost(parsed.hostname)
          ? undefined
          : 'url must have a public host.';
    if (detail) throw fieldProblem([{ code: 'invalid_webhook_url', detail, pointer: '/url' }]);
  }
}

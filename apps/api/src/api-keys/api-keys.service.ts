import { Inject, Injectable } from '@nestjs/common';
import {
  createApiKey,
  listApiKeys,
  rotateApiKey,
  type ApiKeyView,
  type CommandContext,
  type Outcome,
  searchApiKeys,
  type SearchPage,
} from '#libs/directory';
import type { ApiKey, ApiKeyId, DrawnSecret } from '#libs/domain';
import { drawKey, hashOf } from '../auth/api-keys/api-key-format.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { fieldProblem, Problem } from '../problems/problem.js';
import type { ApiKeyListQueryDto, CreateApiKeyDto, RotateApiKeyDto } from './api-keys.dto.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import type { Change } from '../commands/command.js';
import { isSearch, listSearchOf } from '../http/query/search.dto.js';
import { openSecret, sealSecret } from '../configuration/sealed-secret.js';
import type { RequestTenant } from '../auth/caller/caller.js';

export type Issued = ApiKey & { key: string };
/** Of an account's key, or of an operator's, in place of an account. */
type KeyChange = Pick<Change, 'tenant' | 'command'>;

@Injectable()
export class ApiKeysService {
  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  create(
    { tenant, command }: KeyChange,
    { name, scopes, expiresAt }: CreateApiKeyDto,
  ): Promise<Outcome<Issued>> {
    requireFuture(tenant, expiresAt);
    return this.issuing(tenant, command, (drawSecret, sealing) =>
      createApiKey(tenant, { name, scopes, expiresAt }, drawSecret, sealing),
    );
  }

  rotate(
    { tenant, command }: KeyChange,
    apiKeyId: ApiKeyId,
    { graceSeconds, expiresAt }: RotateApiKeyDto,
  ): Promise<Outcome<Issued>> {
    requireFuture(tenant, expiresAt);
    const previousValidUntil = new Date(tenant.directory.now() + graceSeconds * 1_000).toISOString();
    return this.issuing(tenant, command, (drawSecret, sealing) => {
      const rotation = { previousValidUntil, expiresAt, ...drawSecret(apiKeyId) };
      return rotateApiKey(tenant, apiKeyId, { ...rotation, type: 'rotate_api_key' }, sealing);
    });
  }

  list(tenant: RequestTenant, query: ApiKeyListQueryDto): Promise<SearchPage<ApiKeyView>> {
    if (isSearch(query)) return searchApiKeys(tenant, listSearchOf(query));
    const { order, ...page } = query;
    return listApiKeys(tenant, { ...page, order: DIRECTORY_ORDER[order] });
  }

  /** Carries out a command that draws a key: the key is in the answer, sealed in the receipt, and nowhere else. */
  private async issuing(
    { accountId }: RequestTenant,
    command: CommandContext,
    run: (
      drawSecret: (apiKeyId: ApiKeyId) => DrawnSecret,
      command: CommandContext,
    ) => Promise<Outcome<ApiKey>>,
  ): Promise<Outcome<Issued>> {
    const { cursorSecret } = this.configuration;
    let key = '';
    const draw = (apiKeyId: ApiKeyId): DrawnSecret => {
      const drawn = drawKey(accountId, apiKeyId);
      key = drawn.key;
      return { hint: drawn.hint, secretHash: hashOf(key) };
    };
    const answer = (state: unknown) => {
      const { apiKeyId } = state as ApiKey;
      return JSON.stringify({ ...(state as ApiKey), sealed: sealSecret(key, apiKeyId, cursorSecret) });
    };
    const { receipt } = command;
    const sealing = receipt ? { ...command, receipt: { ...receipt, answer } } : command;
    const outcome = await run(draw, sealing);
    if (!outcome.answeredBefore) return { ...outcome, state: { ...outcome.state, key } };
    const issued = unsealed(String(outcome.answeredBefore.answer), cursorSecret);
    return { events: [], state: issued, answeredBefore: { answer: JSON.stringify(issued) } };
  }
}

/** @throws Problem if the secret that sealed it is no longer the API's */
function unsealed(answer: string, cursorSecret: string): Issued {
  const { sealed, ...apiKey } = JSON.parse(answer) as ApiKey & { sealed: string };
  const key = openSecret(sealed, apiKey.apiKeyId, cursorSecret);
  if (key === undefined)
    throw new Problem('idempotency_key_reused', 'This key cannot be shown again: rotate it.');
  return { ...apiKey, key };
}

function requireFuture({ directory }: RequestTenant, expiresAt: string | undefined): void {
  if (expiresAt === undefined || Date.parse(expiresAt) > directory.now()) return;
  const detail = 'expiresAt must be in the future.';
  throw fieldProblem([{ code: 'out_of_range', detail, pointer: '/expiresAt' }]);
}

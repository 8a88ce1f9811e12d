import { randomBytes } from 'node:crypto';
import type { WebhookEndpoint } from '#libs/domain';
import type { Item } from '#libs/single-table';
import type { Step } from '../kernel/transact-item.js';
import type { Directory } from '../directory.js';
import { decrypt, encrypt } from '../personal-data/cipher.js';
import { webhookSecretEntity } from './items.js';

/** 24 to 64 bytes. Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** What signs an endpoint's requests now: one secret, or for a time two, the newest first. */
export interface WebhookSecrets {
  secretVersion: number;
  secrets: string[];
  /** ISO 8601: until then the older one signs, too. */
  previousUntil: string | undefined;
}

export async function newSecretStep(directory: Directory, endpoint: WebhookEndpoint): Promise<Step> {
  return { operation: webhookSecretEntity.put(await newSecret(directory, endpoint)) };
}

/** Puts a new secret in the place of the present one, which stays valid for a time beside it. */
export async function rotatedSecretStep(
  directory: Directory,
  endpoint: WebhookEndpoint,
  previousUntil: string,
): Promise<Step> {
  const { webhookEndpointId } = endpoint;
  const present = await findSecret(directory, webhookEndpointId);
  const fresh = await newSecret(directory, endpoint);
  // An endpoint that was imported has none: secrets are no part of its events.
  const previous = present && { previous: present.sealed, previousUntil };
  return { operation: webhookSecretEntity.put({ ...fresh, ...previous }) };
}

async function newSecret(
  { keyRing }: Directory,
  { accountId, webhookEndpointId, secretVersion, updatedAt }: WebhookEndpoint,
): Promise<Item<typeof webhookSecretEntity>> {
  const { keyId, plain } = await keyRing.current();
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealed = `${keyId}.${encrypt(plain, Buffer.from(secret), webhookEndpointId).toString('base64url')}`;
  const times = { createdAt: updatedAt, updatedAt };
  return { accountId, webhookEndpointId, secretVersion, sealed, ...times };
}

function findSecret({ table }: Directory, webhookEndpointId: string) {
  return table.get(webhookSecretEntity, { webhookEndpointId }, { consistent: true });
}

/** Undefined for an endpoint that has none: it was restored from its events, which hold no secrets. */
export async function readSecrets(
  directory: Directory,
  { accountId, webhookEndpointId }: Pick<WebhookEndpoint, 'accountId' | 'webhookEndpointId'>,
): Promise<WebhookSecrets | undefined> {
  const item = await findSecret(directory, webhookEndpointId);
  if (item?.accountId !== accountId) return undefined;
  const { secretVersion, sealed, previous, previousUntil = '' } = item;
  const both = previous !== undefined && previousUntil > new Date(directory.now()).toISOString();
  const secrets = [await open(directory, webhookEndpointId, sealed)];
  if (both) secrets.push(await open(directory, webhookEndpointId, previous));
  return { secretVersion, secrets, previousUntil: both ? previousUntil : undefined };
}

async function open({ keyRing }: Directory, webhookEndpointId: string, sealed: string): Promise<string> {
  const [keyId = '', secret = ''] = sealed.split('.');
  const key = await keyRing.find(keyId);
  if (!key) throw new Error(`The wrapping key ${keyId} of ${webhookEndpointId} is not there.`);
  return decrypt(key.plain, Buffer.from(secret, 'base64url'), webhookEndpointId).toString('utf8');
}

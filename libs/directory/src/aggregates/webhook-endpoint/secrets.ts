import type { WebhookEndpoint } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { TransactItem } from '../../core/transact-item.js';
import type { Directory } from '../../core/directory.js';
import { decrypt, encrypt } from '../../core/cipher.js';
import { webhookSecretEntity, type ReceiverId } from '../../table/items/webhooks.js';

/** 24 to 64 bytes. Source: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

export interface WebhookSecrets {
  secretVersion: number;
  secrets: string[];
  previousUntil: string | undefined;
}

type Owner = Pick<WebhookEndpoint, 'accountId' | 'secretVersion' | 'updatedAt'> & {
  webhookEndpointId: ReceiverId;
};

/** @param given by the customer; drawn without it */
export async function newSecretItem(
  directory: Directory,
  owner: Owner,
  given?: string,
): Promise<TransactItem> {
  return { operation: webhookSecretEntity.put(await newSecret(directory, owner, given)) };
}

/** Replaces the present secret with a new one; the old one stays valid for a time. */
export async function rotatedSecretItem(
  directory: Directory,
  endpoint: WebhookEndpoint,
  previousUntil: string,
  given?: string,
): Promise<TransactItem> {
  const { webhookEndpointId } = endpoint;
  const present = await findSecret(directory, webhookEndpointId);
  const fresh = await newSecret(directory, endpoint, given);
  // An imported endpoint has none: secrets are not part of its events.
  const previous = present && { previous: present.sealed, previousUntil };
  return { operation: webhookSecretEntity.put({ ...fresh, ...previous }) };
}

async function newSecret(
  { keyRing, bytes }: Directory,
  { accountId, webhookEndpointId, secretVersion, updatedAt }: Owner,
  given?: string,
): Promise<Item<typeof webhookSecretEntity>> {
  const { keyId, plain } = await keyRing.current();
  const secret = given ?? `${PREFIX}${bytes(SECRET_BYTES).toString('base64')}`;
  const sealed = `${keyId}.${encrypt(bytes, plain, Buffer.from(secret), webhookEndpointId).toString('base64url')}`;
  const times = { createdAt: updatedAt, updatedAt };
  return { accountId, webhookEndpointId, secretVersion, sealed, ...times };
}

function findSecret({ table }: Directory, webhookEndpointId: ReceiverId) {
  return table.get(webhookSecretEntity, { webhookEndpointId }, { consistent: true });
}

/** Undefined for an endpoint without one: it was restored from its events, which contain no secrets. */
export async function readSecrets(
  directory: Directory,
  { accountId, webhookEndpointId }: Pick<Owner, 'accountId' | 'webhookEndpointId'>,
): Promise<WebhookSecrets | undefined> {
  const item = await findSecret(directory, webhookEndpointId);
  if (item?.accountId !== accountId) return undefined;
  const { secretVersion, sealed, previous, previousUntil = '' } = item;
  const both = previous !== undefined && previousUntil > new Date(directory.now()).toISOString();
  const secrets = [await open(directory, webhookEndpointId, sealed)];
  if (both) secrets.push(await open(directory, webhookEndpointId, previous));
  return { secretVersion, secrets, previousUntil: both ? previousUntil : undefined };
}

async function open({ keyRing }: Directory, webhookEndpointId: ReceiverId, sealed: string): Promise<string> {
  const [keyId = '', secret = ''] = sealed.split('.');
  const key = await keyRing.find(keyId);
  if (!key) throw new Error(`The wrapping key ${keyId} of ${webhookEndpointId} is missing.`);
  return decrypt(key.plain, Buffer.from(secret, 'base64url'), webhookEndpointId).toString('utf8');
}

import {
  acceptedHashes,
  decideApiKey,
  evolveApiKey,
  initialApiKey,
  type ApiKey,
  type ApiKeyState,
} from './api-key.js';
import type { NewApiKeyEvent } from './events.js';
import type { AccountState } from '../account/account.js';
import { record } from '../events/events.js';

const at = '2026-03-03T10:00:00.000Z';
const account: AccountState = {
  status: 'active',
  accountId: 'acct_1',
  name: 'Acme',
  version: 1,
  createdAt: at,
  updatedAt: at,
};
const drawn = { hint: 'aaaa', secretHash: 'hash-1' };
const create = {
  type: 'create_api_key',
  apiKeyId: 'akey_1',
  name: ' Import ',
  scopes: ['users:write', 'users:read', 'users:read'],
  expiresAt: undefined,
  ...drawn,
} as const;

function after(...newEvents: NewApiKeyEvent[]): ApiKeyState {
  const recording = {
    accountId: 'acct_1',
    aggregateId: 'akey_1',
    currentVersion: 0,
    lastEventAt: undefined,
    now: Date.parse(at),
    actor: 'user:user_1',
    correlationId: 'req_1',
    causationId: 'cmd_1',
  } as const;
  return record(newEvents, recording).reduce(evolveApiKey, initialApiKey);
}
const created = decideApiKey(initialApiKey, create, { account });
const rotate = (hash: string, previousValidUntil: string, expiresAt?: string) =>
  ({ type: 'rotate_api_key', hint: 'bbbb', secretHash: hash, previousValidUntil, expiresAt }) as const;
const newEvents = (...commands: Parameters<typeof decideApiKey>[1][]) =>
  commands.reduce<NewApiKeyEvent[]>(
    (so, command) => [...so, ...decideApiKey(after(...so), command, { account })],
    [],
  );

test('a key is made with its scopes as a set, and knows who made it', () => {
  expect(created).toEqual([
    {
      type: 'api_key.created',
      data: {
        apiKeyId: 'akey_1',
        name: 'Import',
        scopes: ['users:read', 'users:write'],
        ...drawn,
        expiresAt: null,
      },
    },
  ]);
  expect(after(...created)).toMatchObject({ status: 'active', createdBy: 'user:user_1', version: 1 });
});

test('a key without a scope, or of an account with one of the platform, is not made', () => {
  for (const scopes of [[], ['platform:write']] as const)
    expect(() => decideApiKey(initialApiKey, { ...create, scopes }, { account })).toThrow(
      expect.objectContaining({ code: 'invalid_scope' }),
    );
  const [newEvent] = decideApiKey(
    initialApiKey,
    { ...create, scopes: ['platform:write'] },
    { account: undefined },
  );
  expect(newEvent?.data.scopes).toEqual(['platform:write']);
});

test('the secret before a rotation is accepted until its time is over, and only the last one before', () => {
  const until = (minute: number) => `2026-03-03T10:${minute}:00.000Z`;
  const time = (minute: number) => Date.parse(until(minute));
  const once = after(...newEvents(create, rotate('hash-2', until(30)))) as ApiKey;
  expect(acceptedHashes(once, time(29))).toEqual(['hash-2', 'hash-1']);
  expect(acceptedHashes(once, time(30))).toEqual(['hash-2']);
  const twice = after(
    ...newEvents(create, rotate('hash-2', until(30)), rotate('hash-3', until(40))),
  ) as ApiKey;
  expect(acceptedHashes(twice, time(29))).toEqual(['hash-3', 'hash-2']);
});

test('an expired key accepts nothing, until a rotation gives it another expiry', () => {
  const expiring = { ...create, expiresAt: '2026-03-04T00:00:00.000Z' };
  const later = Date.parse('2026-03-05T00:00:00.000Z');
  expect(acceptedHashes(after(...newEvents(expiring)) as ApiKey, later)).toEqual([]);
  expect(acceptedHashes(after(...newEvents(expiring, rotate('hash-2', at))) as ApiKey, later)).toEqual([]);
  const renewed = newEvents(expiring, rotate('hash-2', at, '2026-04-04T00:00:00.000Z'));
  expect(acceptedHashes(after(...renewed) as ApiKey, later)).toEqual(['hash-2']);
});

test('a revoked key is as absent as one that never was', () => {
  const revoked = after(...newEvents(create, { type: 'revoke_api_key' }));
  expect(revoked.status).toBe('revoked');
  for (const state of [revoked, initialApiKey])
    expect(() => decideApiKey(state, { type: 'revoke_api_key' }, { account })).toThrow(
      expect.objectContaining({ code: 'api_key_not_found' }),
    );
});

test('in a suspended account a key can be revoked, and nothing else', () => {
  const suspended = { account: { ...account, status: 'suspended' as const } };
  expect(decideApiKey(after(...created), { type: 'revoke_api_key' }, suspended)).toHaveLength(1);
  expect(() => decideApiKey(after(...created), rotate('hash-2', at), suspended)).toThrow();
  expect(() => decideApiKey(initialApiKey, create, suspended)).toThrow();
});

import fc from 'fast-check';
import { ulid } from 'ulid';
import { API_KEY_PATTERN, drawKey, hashOf, readKey } from './api-key-format.js';

const accountId = `acct_${ulid()}`;
const apiKeyId = `akey_${ulid()}` as const;

test('a new key names its account and itself, and has a hint', () => {
  const { key, hint } = drawKey(accountId, apiKeyId);
  expect(key).toMatch(/^rbk_[0-9A-Za-z]{90}$/);
  expect(key.endsWith(hint)).toBe(true);
  expect(readKey(key)).toEqual({ accountId, apiKeyId, secretHash: hashOf(key) });
  expect(drawKey(accountId, apiKeyId).key).not.toBe(key);
});

test('is found in any text by one pattern', () => {
  const { key } = drawKey(accountId, apiKeyId);
  expect(API_KEY_PATTERN.exec(`TOKEN="${key}" # CI`)?.[0]).toBe(key);
});

test('with any one character changed, removed or added it is not a key', () => {
  const { key } = drawKey(accountId, apiKeyId);
  const place = fc.integer({ min: 0, max: key.length - 1 });
  const character = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghijklmnopqrstuvwxyz_');
  fc.assert(
    fc.property(place, character, (n, other) => {
      const changed = key.slice(0, n) + other + key.slice(n + 1);
      expect(readKey(changed) === undefined).toBe(changed !== key);
      expect(readKey(key.slice(0, n) + key.slice(n + 1))).toBeUndefined();
      expect(readKey(key.slice(0, n) + other + key.slice(n))).toBeUndefined();
    }),
  );
});

import { openSecret, sealSecret } from './sealed-secret.js';

test('a sealed secret opens with the same master secret, for the same thing, and unchanged', () => {
  const sealed = sealSecret('rbk_secret', 'akey_1', 'master');
  expect(sealed).not.toContain('secret');
  expect(openSecret(sealed, 'akey_1', 'master')).toBe('rbk_secret');
  expect(openSecret(sealed, 'akey_2', 'master')).toBeUndefined();
  expect(openSecret(sealed, 'akey_1', 'another')).toBeUndefined();
  const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
  expect(openSecret(changed, 'akey_1', 'master')).toBeUndefined();
  expect(openSecret('', 'akey_1', 'master')).toBeUndefined();
});

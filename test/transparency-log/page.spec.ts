import { readFileSync } from 'node:fs';
import { leafHash } from '#libs/transparency-log';

test("the page's entry has the page's leaf hash", () => {
  const page = readFileSync(new URL('../../docs/transparency-log.md', import.meta.url), 'utf8');
  const [, expected, entry] = /has the leaf hash `(.{44})`:\n\n```text\n(.*)\n```/.exec(page) ?? [];
  expect(Buffer.from(leafHash(Buffer.from(`\u0001${entry}`))).toString('base64')).toBe(expected);
});

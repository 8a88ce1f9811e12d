import { createHash } from 'node:crypto';
import fc from 'fast-check';
import {
  batchEntry,
  batchPath,
  batchTree,
  leafHash,
  logEntry,
  MAX_ENTRY_BYTES,
  readBatchEntry,
  verifyInclusion,
} from './index.js';

const textOf = (entry: Uint8Array): string => Buffer.from(entry.subarray(1)).toString();

/** As the table has it. The bytes are frozen: docs/transparency-log.md has the same ones. */
const EVENT = {
  PK: 'events:usr_1',
  SK: 'v:000000000001',
  GSI1PK: 'log:acc_1',
  GSI1SK: '2026-11-29T08:00:00.000Z:evt_1',
  accountId: 'acc_1',
  eventId: 'evt_1',
  type: 'user_created',
  aggregateId: 'usr_1',
  version: 1,
  at: '2026-11-29T08:00:00.000Z',
  d: '{"s":1,"data":{"role":"owner"}}',
  personal: 'v1.Zm9v',
  userKey: 'wrapped',
};

describe('an entry', () => {
  test('is a version byte and the stored attributes, without keys and without what an erasure removes', () => {
    const entry = logEntry(EVENT);
    expect(entry[0]).toBe(1);
    expect(textOf(entry)).toBe(
      '{"accountId":"acc_1","aggregateId":"usr_1","at":"2026-11-29T08:00:00.000Z","d":"{\\"s\\":1,\\"data\\":{\\"role\\":\\"owner\\"}}","eventId":"evt_1","personal":"v1.Zm9v","type":"user_created","version":1}',
    );
    expect(Buffer.from(leafHash(entry)).toString('base64')).toBe(
      'z5MwkSTEude8thY+UY1KKvhU0kXaUEZBRe1ETgIWjX0=',
    );
    const { userKey: _, ...erased } = EVENT;
    expect(logEntry(erased)).toEqual(entry);
  });

  test('has each other attribute, also one that this version does not know', () => {
    expect(logEntry({ ...EVENT, later: true })).not.toEqual(logEntry(EVENT));
    expect(logEntry({ ...EVENT, expires: undefined })).toEqual(logEntry(EVENT));
  });

  test('has one form for what JSON does not have', () => {
    const binary = new Uint8Array([1, 2, 3]);
    expect(
      textOf(
        logEntry({
          b: binary,
          n: [1.5, null, -0, 5n],
          s: new Set(['b', 'a']),
          m: { $binary: 'x', é: 1, e: new Set([10, 9]) },
        }),
      ),
    ).toBe(
      '{"b":{"$binary":"AQID"},"m":{"$$binary":"x","e":{"$set":[10,9]},"é":1},"n":[1.5,null,0,{"$number":"5"}],"s":{"$set":["a","b"]}}',
    );
    const large = { [Symbol.toStringTag]: 'StoredNumber', text: '-15e-40' };
    expect(textOf(logEntry({ large }))).toBe('{"large":{"$number":"-15e-40"}}');
    for (const wrong of [NaN, new Date(0), '\ud800']) expect(() => logEntry({ wrong })).toThrow();
  });

  test('does not depend on the order in which attributes are read, and differs where they do', () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), value),
        fc.string(),
        value,
        value,
        (item, name, one, other) => {
          const turned = Object.fromEntries(Object.entries(item).reverse());
          expect(logEntry(turned)).toEqual(logEntry(item));
          fc.pre(
            JSON.stringify(one) !== JSON.stringify(other) &&
              !['PK', 'SK', 'GSI1PK', 'GSI1SK', 'userKey'].includes(name),
          );
          const with_ = (member: unknown) => Buffer.from(logEntry({ [name]: member })).toString();
          if (JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other)))
            expect(with_(one)).not.toBe(with_(other));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('that is too long has the hash of its longest attribute', () => {
    const data = { metadata: { text: 'x'.repeat(MAX_ENTRY_BYTES) } };
    const digest = createHash('sha256').update(JSON.stringify(data)).digest('hex');
    expect(JSON.parse(textOf(logEntry({ eventId: 'evt_1', data })))).toEqual({
      eventId: 'evt_1',
      data: { $sha256: digest },
    });
    const fits = (length: number) => textOf(logEntry({ d: 'x'.repeat(length) }));
    expect(fits(MAX_ENTRY_BYTES - 9)).toHaveLength(MAX_ENTRY_BYTES - 1);
    expect(fits(MAX_ENTRY_BYTES - 8)).toContain('$sha256');
    const two = logEntry({ d: 'x'.repeat(80_000), personal: 'y'.repeat(90_000) });
    expect(Object.keys(JSON.parse(textOf(two)) as object)).toEqual(['d', 'personal']);
    expect(two.length).toBeLessThan(300);
  });
});

/** JSON's members in one order. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.entries(value)
          .map(([name, member]): unknown => [name, sorted(member)])
          .sort()
      : value;

describe('a batch of the log of all accounts', () => {
  const SECRET = new Uint8Array(32).fill(9);
  const root = (byte: number) => new Uint8Array(32).fill(byte);
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      accountId: `acc_${at}`,
      size: at + 1,
      root: root(at % 256),
    }));

  test('proves the tree of each account in it', async () => {
    const tree = batchTree(lines(40), SECRET);
    for (const { accountId, size, root: accountRoot } of lines(40)) {
      const found = await batchPath(tree, accountId);
      const sizeBytes = Buffer.alloc(8);
      sizeBytes.writeBigUInt64BE(BigInt(size));
      const leaf = leafHash(
        Buffer.concat([createHash('sha256').update(accountId).digest(), sizeBytes, accountRoot]),
      );
      expect(verifyInclusion(leaf, found!.index, 2 ** found!.path.length, found!.path, tree.root)).toBe(true);
    }
    expect(await batchPath(tree, 'acc_99')).toBeUndefined();
    expect(readBatchEntry(batchEntry(tree.root))).toEqual(tree.root);
  });

  test('does not depend on the order of its accounts, and has none twice', () => {
    expect(batchTree(lines(5).reverse(), SECRET).root).toEqual(batchTree(lines(5), SECRET).root);
    expect(() => batchTree([...lines(3), { accountId: 'acc_1', size: 9, root: root(3) }], SECRET)).toThrow(
      'twice',
    );
    expect(() => batchTree([{ accountId: 'acc_1', size: 0, root: root(3) }], SECRET)).toThrow('No tree');
  });

  test('shows an account nothing that counts the others', async () => {
    const [alone, among] = await Promise.all(
      [1, 1000].map((count) => batchPath(batchTree(lines(count), SECRET), 'acc_0')),
    );
    expect(among!.path).toHaveLength(alone!.path.length);
    // Its place is that of its hash among places that are spread evenly, however many of them are of accounts.
    expect(Math.abs(among!.index - alone!.index)).toBeLessThan(100);
    const tree = batchTree(lines(1), SECRET);
    expect(new Set(tree.lines.map((line) => Buffer.from(line).toString('hex'))).size).toBe(1024);
    const elsewhere = await batchPath(batchTree(lines(1), new Uint8Array(32)), 'acc_0');
    expect(elsewhere!.path).not.toEqual(alone!.path);
  });
});

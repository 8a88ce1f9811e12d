import fc from 'fast-check';
import {
  append,
  checkpointText,
  emptyTree,
  leafHash,
  logEntry,
  rootOf,
  signedNote,
  verifierKey,
  consistencyProof,
  entryBundle,
  openAccepted,
  parsePolicy as parseStatedPolicy,
} from '#libs/transparency-log';
import {
  parsePolicy,
  VerificationError,
  verifyBundle,
  verifyGrowth,
  verifyLog,
  type Bundle,
} from '@rollbook/verify';
import {
  base64,
  cosigned,
  hashesOf,
  log,
  newBundle,
  newKey,
  ofAccount,
  POLICY_LINES,
  signed,
  TWO_OF_THREE,
  witnesses,
} from '../support/transparency-log.js';

// What `libs/transparency-log` makes, this package has to accept, and nothing else: it is stated a second time, for those who do not
// trust the first.

const accepts = (checking: Promise<unknown>): Promise<boolean> =>
  checking.then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(VerificationError);
      return false;
    },
  );

describe('a bundle', () => {
  let bundle: Bundle;
  beforeAll(async () => {
    bundle = await newBundle();
  });

  test('shows that the log has an event, and who has seen the checkpoint', async () => {
    const verified = await verifyBundle(bundle, await parsePolicy(TWO_OF_THREE));
    expect(verified).toMatchObject({
      event: { accountId: 'acc_1', eventId: 'evt_5' },
      index: 5,
      size: 21,
      checkpoint: {
        origin: 'rollbook.example/log',
        size: 40,
        witnesses: [{ name: 'witness.example/a' }, { name: 'witness.example/c' }],
      },
    });
    expect(verified.checkpoint.witnesses[0]!.at).toEqual(new Date(1_800_000_000_000));
  });

  test('of which one character is another is refused', async () => {
    const policy = await parsePolicy(TWO_OF_THREE);
    const texts = (of: Bundle) => [of.entry, ...of.account.path, ...of.batch.path, of.proof];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.nat(),
        fc.constantFrom('A', 'z', '7', '/'),
        async (which, at, character) => {
          const all = texts(bundle);
          const text = all[which % all.length]!;
          const place = at % text.length;
          const changed = text.slice(0, place) + character + text.slice(place + 1);
          // The name of a witness that is not trusted, or of a key that is not known, may be any.
          fc.pre(changed !== text && !(text === bundle.proof && place > text.indexOf('\n— witness')));
          const copy = JSON.parse(
            JSON.stringify(bundle).replace(JSON.stringify(text), () => JSON.stringify(changed)),
          ) as Bundle;
          expect(await accepts(verifyBundle(copy, policy))).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each<[string, (bundle: Bundle) => unknown]>([
    ['at another place', (of) => (of.account.index = 6)],
    ['in a tree of another size', (of) => (of.account.size = 22)],
    ['of another account', (of) => (of.account.accountId = 'acc_2')],
    ['at another place of its batch', (of) => (of.batch.index += 1)],
    ['in another batch', (of) => (of.proof = of.proof.replace('index 17', 'index 18'))],
    ['with more that is not base64', (of) => (of.proof = of.proof.replace('index 17', 'extra !\nindex 17'))],
    ['with a hash too many', (of) => of.account.path.push(of.account.path[0]!)],
    ['with a hash too few', (of) => of.batch.path.pop()],
    ['of a version to come', (of) => (of.entry = `Ag${of.entry.slice(2)}`)],
  ])('%s is refused', async (_, change) => {
    const copy = structuredClone(bundle);
    change(copy);
    expect(await accepts(verifyBundle(copy, await parsePolicy(TWO_OF_THREE)))).toBe(false);
  });

  test('is refused by a policy that trusts another log, or asks for more witnesses', async () => {
    const other = TWO_OF_THREE.replace(verifierKey(log), verifierKey(newKey(log.name, 'note')));
    expect(await accepts(verifyBundle(bundle, await parsePolicy(other)))).toBe(false);
    const all = TWO_OF_THREE.replace('two 2', 'two all');
    expect(await accepts(verifyBundle(bundle, await parsePolicy(all)))).toBe(false);
  });

  test('has at most 8 KB beside its event, of a log of a million minutes and an account of a million events', () => {
    const hashes = (count: number) => Array.from({ length: count }, () => base64(new Uint8Array(32)));
    const witnessed = bundle.proof.slice(bundle.proof.indexOf('\n\n'));
    const proof = `c2sp.org/tlog-proof@v1\nindex 1000000\n${hashes(20).join('\n')}${witnessed}`;
    const large = {
      ...bundle,
      entry: '',
      account: { ...bundle.account, path: hashes(20) },
      batch: { index: 1, path: hashes(18) },
      proof,
    };
    expect(JSON.stringify(large).length).toBeLessThan(8_192);
  });
});

test('a policy is read, and a checkpoint accepted, exactly where libs/transparency-log does so', async () => {
  const text = checkpointText({ origin: log.name, size: 3, root: new Uint8Array(32) });
  const word = fc.constantFrom('w0', 'w1', 'w2', 'g', 'h', 'none', 'x');
  const threshold = fc.constantFrom('all', 'any', '0', '1', '2', '3');
  const group = fc
    .tuple(fc.constantFrom('g', 'h', 'w0'), threshold, fc.uniqueArray(word, { maxLength: 3 }))
    .map(([name, each, members]) => `group ${name} ${each} ${members.join(' ')}`);
  const lines = fc
    .tuple(fc.array(group, { maxLength: 2 }), word)
    .map(([groups, quorum]) => [...POLICY_LINES, ...groups, `quorum ${quorum}`].join('\n'));
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(lines, fc.subarray(witnesses), fc.boolean(), async (policy, by, byLog) => {
      const note = signedNote(text, [
        ...(byLog ? [signed(log, text)] : []),
        ...by.map((each) => cosigned(each, text)),
      ]);
      let expected = true;
      try {
        openAccepted(note, parseStatedPolicy(policy));
      } catch {
        expected = false;
      }
      const growth = { older: note, newer: note, proof: [] };
      expect(await accepts(parsePolicy(policy).then((parsed) => verifyGrowth(growth, parsed)))).toBe(
        expected,
      );
      accepted += Number(expected);
    }),
    { numRuns: 200 },
  );
  expect(accepted).toBeGreaterThan(5);
});

describe('the log of an account', () => {
  const entries = Array.from({ length: 300 }, (_, at) =>
    logEntry({ accountId: 'acc_1', eventId: `evt_${at}` }),
  );
  const noteOf = (size: number, by = ofAccount('acc_1'), kept = entries) => {
    const root = rootOf(append(emptyTree, kept.slice(0, size).map(leafHash)));
    const text = checkpointText({ origin: by.name, size, root });
    return signedNote(text, [signed(by, text)]);
  };
  const bundlesOf = (all: readonly Uint8Array[]) => [
    entryBundle(all.slice(0, 256)),
    entryBundle(all.slice(256)),
  ];
  const download = { checkpoint: noteOf(290), bundles: bundlesOf(entries), accountId: 'acc_1' };

  test('is that of its checkpoint, and begins with those that were kept', async () => {
    const policy = await parsePolicy(TWO_OF_THREE);
    const older = [noteOf(0), noteOf(1), noteOf(255), noteOf(290)];
    expect((await verifyLog({ ...download, older }, policy)).size).toBe(290);
    const changed = entries.with(7, logEntry({ accountId: 'acc_1', eventId: 'evt_forged' }));
    expect(await accepts(verifyLog({ ...download, bundles: bundlesOf(changed) }, policy))).toBe(false);
    // All of it written anew, and signed: only what was kept shows it.
    const anew = { ...download, checkpoint: noteOf(290, undefined, changed), bundles: bundlesOf(changed) };
    expect(await accepts(verifyLog(anew, policy))).toBe(true);
    expect(await accepts(verifyLog({ ...anew, older: [noteOf(8)] }, policy))).toBe(false);
    expect(await accepts(verifyLog({ ...download, bundles: [download.bundles[0]!] }, policy))).toBe(false);
    expect(
      await accepts(verifyLog({ ...download, bundles: [download.bundles[0]!.subarray(0, -1)] }, policy)),
    ).toBe(false);
    expect(await accepts(verifyLog({ ...download, accountId: 'acc_2' }, policy))).toBe(false);
    expect(await accepts(verifyLog({ ...download, older: [noteOf(5, log)] }, policy))).toBe(false);
  });

  test('has only grown between two checkpoints, or it is refused', async () => {
    const policy = await parsePolicy(TWO_OF_THREE);
    const proof = (await consistencyProof(255, 290, hashesOf(entries.map(leafHash)))).map(base64);
    const growth = { older: noteOf(255), newer: noteOf(290), proof, accountId: 'acc_1' };
    expect((await verifyGrowth(growth, policy)).size).toBe(290);
    expect(await accepts(verifyGrowth({ ...growth, older: growth.newer, newer: growth.older }, policy))).toBe(
      false,
    );
    expect(await accepts(verifyGrowth({ ...growth, proof: proof.slice(1) }, policy))).toBe(false);
    const changed = entries.with(7, logEntry({ accountId: 'acc_1', eventId: 'evt_forged' }));
    expect(await accepts(verifyGrowth({ ...growth, newer: noteOf(290, undefined, changed) }, policy))).toBe(
      false,
    );
  });
});

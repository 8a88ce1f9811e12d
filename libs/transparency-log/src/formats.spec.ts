import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import {
  checkpointText,
  cosignatureMessage,
  cosignatureRaw,
  entryBundle,
  keyId,
  noteSignature,
  openAccepted,
  openNote,
  parseCheckpoint,
  parseEntryBundle,
  parsePolicy,
  parseProof,
  parseTilePath,
  parseVerifierKey,
  proofText,
  signedNote,
  tilePath,
  verifierKey,
  type SignatureType,
  type Verifier,
} from './index.js';

const ROOT = new Uint8Array(32).fill(7);
const TEXT = checkpointText({ origin: 'rollbook.example/log', size: 20, root: ROOT });

function newKey(name: string, type: SignatureType): Verifier & { privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' }).x!;
  return { name, type, privateKey, publicKey: new Uint8Array(Buffer.from(x, 'base64url')) };
}

const log = newKey('rollbook.example/log', 'note');
const witnesses = ['one', 'two', 'three'].map((name) => newKey(`witness.example/${name}`, 'cosignature'));

const signed = (by: typeof log, text = TEXT) =>
  noteSignature(by, sign(null, Buffer.from(text), by.privateKey));
const cosigned = (by: typeof log, text = TEXT, time = 1_800_000_000) =>
  noteSignature(by, cosignatureRaw(time, sign(null, cosignatureMessage(text, time), by.privateKey)));

describe('notes', () => {
  // From the package's own examples (golang.org/x/mod/sumdb/note) and from C2SP's signed-note.
  test.each([
    {
      of: 'Go',
      key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
      note: `If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
    },
    {
      of: 'C2SP',
      key: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
      note: 'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
    },
  ])('the example of $of is opened, and its key written as it stands', ({ key, note }) => {
    const verifier = parseVerifierKey(key);
    expect(verifierKey(verifier)).toBe(key);
    expect(openNote(note, [verifier]).text).toBe(note.slice(0, note.lastIndexOf('\n\n') + 1));
    expect(() => openNote(note.replace(' is ', ' was '), [verifier])).toThrow('is not of this text');
  });

  test.each([
    ['another id', 'PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
    ['another type', 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
    ['another length', 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=='],
    ['a space', 'Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'],
  ])('a key with %s is refused', (_, key) => {
    expect(() => parseVerifierKey(key)).toThrow();
  });

  test('a witness signs the time too, and one key never counts twice', () => {
    const note = signedNote(TEXT, [signed(log), cosigned(witnesses[0]!), cosigned(witnesses[0]!, TEXT, 5)]);
    const { signatures } = openNote(note, [log, ...witnesses]);
    expect(signatures.map(({ name, timestamp }) => [name, timestamp])).toEqual([
      ['rollbook.example/log', undefined],
      ['witness.example/one', 1_800_000_000],
    ]);
  });

  // Signed by torchwood v0.6.1 and transparency-dev/formats v0.1.1, with 1_795_955_425 s on the clock.
  test.each([
    {
      of: 'torchwood',
      key: 'witness.example/torchwood+ad551113+BBALE4ZxclwMVpytE06xRk7wVDVAv+VuAcC3Cm59CkP0',
      line: '— witness.example/torchwood rVUREwAAAABrDBrhdfx+/gSjk4Tc3ltc9WgpK7pGDxCHWa6Xc8KmXypdcwrqX7QaDhah7eM8xDI4pantF/ohvJ+A3/Pe3Hp9JE2UAw==',
    },
    {
      of: 'formats',
      key: 'witness.example/formats+49e43847+BOpKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs',
      line: '— witness.example/formats SeQ4RwAAAABrDBrh8+fonCZwO9xiHlWFgX+E8Nv6DdLKBlLdgLV3SzOngf6PkbmV6cU+Z3BW8Gj1SpRVt7BoVJgPE47G6U09NVaOAA==',
    },
  ])('a cosignature by $of is read', ({ key, line }) => {
    const text = 'test\n123\nf+7CoKgXKE/tNys9TTXcr/ad6U/K3xvznmzew9y6SP0=\nextension 1\n';
    const verifier = parseVerifierKey(key);
    expect([verifier.type, verifierKey(verifier)]).toEqual(['cosignature', key]);
    const { signatures } = openNote(signedNote(text, [line]), [verifier]);
    expect(signatures[0]).toMatchObject({ line, timestamp: 1_795_955_425 });
    const other = signedNote(text.replace('123', '124'), [line]);
    expect(() => openNote(other, [verifier])).toThrow('not of this text');
  });

  test('unknown keys are ignored, a known one with a wrong signature never', () => {
    const stranger = newKey('stranger.example', 'note');
    expect(openNote(signedNote(TEXT, [signed(stranger), signed(log)]), [log]).signatures).toHaveLength(1);
    expect(() => openNote(signedNote(TEXT, [signed(stranger)]), [log])).toThrow(
      'no signature of a known key',
    );
    const wrong = signed(log, `${TEXT}more\n`);
    expect(() => openNote(signedNote(TEXT, [cosigned(witnesses[0]!), wrong]), [log, ...witnesses])).toThrow(
      'not of this text',
    );
    const inTheNameOf = { ...stranger, name: log.name };
    expect(keyId(inTheNameOf)).not.toBe(keyId(log));
    expect(() => openNote(signedNote(TEXT, [signed(inTheNameOf)]), [log])).toThrow(
      'no signature of a known key',
    );
  });

  test.each([
    ['no signatures', TEXT],
    ['a tab', signedNote(TEXT.replace('20', '20\t'), [signed(log)])],
    ['a line that signs nothing', signedNote(TEXT, [signed(log), 'and more'])],
    ['no newline at its end', signedNote(TEXT, [signed(log)]).slice(0, -1)],
  ])('a note with %s is refused', (_, note) => {
    expect(() => openNote(note, [log])).toThrow();
  });
});

describe('checkpoints, proofs and tiles', () => {
  test('are read as they were written', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.array(hash, { maxLength: 63 }), hash, (size, index, path, root) => {
        const checkpoint = { origin: 'a/b', size, root, extensions: ['more'] };
        expect(parseCheckpoint(checkpointText(checkpoint))).toEqual(checkpoint);
        const note = signedNote(TEXT, [signed(log)]);
        expect(parseProof(proofText({ index, path, checkpoint: note }))).toEqual({
          index,
          path,
          checkpoint: note,
        });
        const tile = { level: index % 64, index, width: (size % 256) + 1 };
        expect(parseTilePath(tilePath(tile))).toEqual(tile);
        expect(parseEntryBundle(entryBundle(path))).toEqual(path);
      }),
      { numRuns: 50 },
    );
  });

  test.each(
    [
      ['origin\n020\n', 'origin\n-1\n', 'origin\n9007199254740993\n', '\n20\n'].map(
        (head) => `${head}${Buffer.from(ROOT).toString('base64')}\n`,
      ),
      [TEXT.slice(0, -1), `${TEXT}\n`, TEXT.replace('=', ''), 'origin\n1\nAAAA\n'],
    ].flat(),
  )('%j is not a checkpoint', (text) => {
    expect(() => parseCheckpoint(text)).toThrow('Not a checkpoint');
  });

  test('extra data of a proof is skipped, a malformed proof refused', () => {
    const text = proofText({ index: 4, path: [ROOT], checkpoint: 'x' });
    expect(parseProof(text.replace('index', 'extra AAAA\nindex')).index).toBe(4);
    for (const wrong of [
      text.replace('@v1', '@v2'),
      text.replace('4', '04'),
      text.replace('=\n', '\n'),
      text.replace('\n\n', '\n'),
    ])
      expect(() => parseProof(wrong)).toThrow('Not a proof');
  });

  // The vectors of transparency-dev/formats v0.1.1, proof/tlog_proof_test.go.
  test('proofs are as another program writes them, and refused as it does', () => {
    const [one, two] = ['hash1', 'hash2'].map((each) => createHash('sha256').update(each).digest());
    const head = 'c2sp.org/tlog-proof@v1\n';
    const base64 = (hash: Uint8Array) => Buffer.from(hash).toString('base64');
    const proof = { index: 5, path: [one!, two!], checkpoint: 'test checkpoint\n' };
    expect(proofText(proof)).toBe(`${head}index 5\n${base64(one!)}\n${base64(two!)}\n\ntest checkpoint\n`);
    const empty = { index: 0, path: [], checkpoint: 'checkpoint\n' };
    expect(proofText(empty)).toBe(`${head}index 0\n\ncheckpoint\n`);
    expect(parseProof(proofText(empty))).toEqual(empty);
    const extra = Buffer.from('extra information').toString('base64');
    expect(parseProof(`${head}extra ${extra}\nindex 10\n${base64(one!)}\n\ncheckpoint data\n`)).toEqual({
      index: 10,
      path: [new Uint8Array(one!)],
      checkpoint: 'checkpoint data\n',
    });
    for (const wrong of [
      'wrong-header\nindex 0\n\ncheckpoint\n',
      `${head}extra !!notbase64!!\nindex 0\n\ncheckpoint\n`,
      `${head}\n\ncheckpoint\n`,
      `${head}index notanumber\n\ncheckpoint\n`,
      `${head}index -5\n\ncheckpoint\n`,
      `${head}index 0\n!!notbase64!!\n\ncheckpoint\n`,
      `${head}index 0\n${base64(new Uint8Array(64))}\n\ncheckpoint\n`,
    ])
      expect(() => parseProof(wrong)).toThrow('Not a proof');
  });

  test('a tile has one path', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 'entries', index: 0, width: 5 })).toBe('tile/entries/000.p/5');
    for (const wrong of [
      'tile/0/1',
      'tile/00/001',
      'tile/64/001',
      'tile/0/x000/001',
      'tile/0/001.p/0',
      'tile/0/001.p/256',
      'tile/0/x001',
      'tile/data/001',
    ])
      expect(parseTilePath(wrong)).toBeUndefined();
    expect(() => parseEntryBundle(Uint8Array.of(0, 5, 1))).toThrow('cut off');
  });
});

describe('policies', () => {
  const [one, two, three] = witnesses.map(verifierKey) as [string, string, string];
  const policyWith = (...lines: string[]) =>
    parsePolicy(
      [
        `log ${verifierKey(log)}`,
        `witness a ${one}`,
        `\twitness b ${two} https://b.example`,
        '# three',
        `witness c ${three}`,
        ...lines,
        '',
      ].join('\n'),
    );
  const by = (...signers: (typeof log)[]) =>
    signedNote(TEXT, [signed(log), ...signers.map((each) => cosigned(each))]);

  test('a quorum is met by as many of its members as it says', () => {
    const policy = policyWith('group ab any a b', 'group all all ab c', 'quorum all');
    const [a, b, c] = witnesses as [typeof log, typeof log, typeof log];
    for (const enough of [by(a, c), by(b, c), by(a, b, c)])
      expect(openAccepted(enough, policy).text).toBe(TEXT);
    for (const tooFew of [by(), by(a, b), by(c)])
      expect(() => openAccepted(tooFew, policy)).toThrow('quorum');
    expect(openAccepted(by(), policyWith('quorum none')).text).toBe(TEXT);
    expect(() => openAccepted(by(a), policyWith('group two 2 a b c', 'quorum two'))).toThrow('quorum');
  });

  test('witnesses do without no log, and no log signs for another', () => {
    const policy = policyWith('quorum a');
    const onlyWitness = signedNote(TEXT, [cosigned(witnesses[0]!)]);
    expect(() => openAccepted(onlyWitness, policy)).toThrow('not signed by a log');
    const other = checkpointText({ origin: 'other.example', size: 20, root: ROOT });
    const note = signedNote(other, [signed(log, other), cosigned(witnesses[0]!, other)]);
    expect(() => openAccepted(note, policy)).toThrow('not signed by a log');
  });

  test.each([
    ['no quorum', []],
    ['two quorums', ['quorum a', 'quorum b']],
    ['an unknown member', ['group g any a x', 'quorum g']],
    ['a member of two groups', ['group g any a b', 'group h any a c', 'quorum h']],
    ['a threshold above its members', ['group g 3 a b', 'quorum g']],
    ['a name twice', ['group a any b', 'quorum a']],
    ['a key twice', [`witness d ${one}`, 'quorum d']],
    ['the key of a log as a witness', [`witness d ${verifierKey(log)}`, 'quorum d']],
    ['a line of another kind', ['trust everybody', 'quorum none']],
  ])('a policy with %s is refused', (_, lines) => {
    expect(() => policyWith(...lines)).toThrow(/policy/);
  });
});

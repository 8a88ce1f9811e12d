import { generateKeyPairSync, sign } from 'node:crypto';
import { openLogs, parseWitnesses, sendToWitnesses, type Witness } from '#libs/directory';
import {
  cosignatureMessage,
  cosignatureRaw,
  noteSignature,
  openNote,
  parseCheckpoint,
  verifierKey,
  verifyConsistency,
  type Verifier,
} from '#libs/transparency-log';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { startAccount } from '../../support/streams/busy-directory.js';

let system: LoggedDirectory;
beforeEach(async () => {
  system = await openLoggedDirectory();
});
afterEach(() => system.close());

/** A witness as C2SP's tlog-witness describes it, which has seen the log at some sizes. */
function witnessOf(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
  const verifier: Verifier = { name, publicKey: key, type: 'cosignature' };
  let seen = { size: 0, root: new Uint8Array() as Uint8Array };
  const requests: number[] = [];
  return {
    verifier,
    requests,
    answer(body: string): { status: number; text: string } {
      const [head = '', note = ''] = [
        body.slice(0, body.indexOf('\n\n')),
        body.slice(body.indexOf('\n\n') + 2),
      ];
      const [old = '', ...proof] = head.split('\n');
      const size = Number(old.replace('old ', ''));
      requests.push(size);
      const text = note.slice(0, note.indexOf('\n\n') + 1);
      const checkpoint = parseCheckpoint(text);
      if (size !== seen.size) return { status: 409, text: `${seen.size}\n` };
      const hashes = proof.map((hash) => Buffer.from(hash, 'base64'));
      if (size > 0 && !verifyConsistency(size, checkpoint.size, seen.root, checkpoint.root, hashes))
        return { status: 422, text: '' };
      seen = checkpoint;
      const time = 1_700_000_000;
      const signature = sign(null, cosignatureMessage(text, time), privateKey);
      return { status: 200, text: `${noteSignature(verifier, cosignatureRaw(time, signature))}\n` };
    },
  };
}

test('a checkpoint is served with the cosignatures of witnesses, of which one that is down delays nothing', async () => {
  const witness = witnessOf('witness.example');
  const url = 'http://witness.example/';
  const [parsed] = parseWitnesses(`${verifierKey(witness.verifier)} ${url}`);
  const down: Witness = { verifier: witnessOf('down.example').verifier, url: 'http://down.example' };
  const notices: string[] = [];
  const send = async (known: Map<string, number>) => {
    const { checkpoint } = await system.round();
    await sendToWitnesses(system.directory, checkpoint!, [parsed!, down], {
      known,
      post: (to, body) =>
        to.startsWith('http://witness')
          ? Promise.resolve(witness.answer(body))
          : Promise.reject(new Error('unreachable')),
      onNotice: (line) => void notices.push(line),
    });
    const { key } = system.signing;
    const log = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
    const note = await openLogs(system.directory, key).installation.checkpoint();
    return openNote(note!, [log, witness.verifier]).signatures.map(({ name }) => name);
  };
  await startAccount(system.directory);
  const known = new Map<string, number>();
  const both = [system.signing.key.origin, 'witness.example'];
  expect(await send(known)).toEqual(both);
  await startAccount(system.directory, 'Two');
  expect(await send(known)).toEqual(both);
  await startAccount(system.directory, 'Three');
  // A process that knows nothing of it is told the size.
  expect(await send(new Map())).toEqual(both);
  expect(witness.requests).toEqual([0, 1, 0, 2]);
  expect(notices).toHaveLength(3);
  expect(notices[0]).toContain('down.example');
});

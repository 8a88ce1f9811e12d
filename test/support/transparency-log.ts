import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  append,
  batchEntry,
  batchPath,
  batchTree,
  checkpointText,
  cosignatureMessage,
  cosignatureRaw,
  emptyTree,
  inclusionProof,
  leafHash,
  logEntry,
  nodeHash,
  noteSignature,
  proofText,
  rootOf,
  signedNote,
  verifierKey,
  type SignatureType,
  type Verifier,
} from '#libs/transparency-log';
import type { Bundle } from '@rollbook/verify';
import type { LogKey } from '#libs/directory';

// Small logs of their own, signed by keys that live as long as the program.

export const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

export type Signer = Verifier & { privateKey: KeyObject };
export function newKey(name: string, type: SignatureType): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    name,
    type,
    privateKey,
    publicKey: bytes(publicKey.export({ format: 'jwk' }).x!.replaceAll('-', '+').replaceAll('_', '/')),
  };
}
export const log = newKey('rollbook.example/log', 'note');
/** For an API whose answers about the log do not matter. */
export const LOG_KEY: LogKey = {
  origin: log.name,
  publicKey: () => Promise.resolve(log.publicKey),
  sign: (message) => Promise.resolve(sign(null, message, log.privateKey)),
};
export const witnesses = ['a', 'b', 'c'].map((name) => newKey(`witness.example/${name}`, 'cosignature'));
export const signed = (by: Signer, text: string) =>
  noteSignature(by, sign(null, Buffer.from(text), by.privateKey));
export const cosigned = (by: Signer, text: string, time = 1_800_000_000) =>
  noteSignature(by, cosignatureRaw(time, sign(null, cosignatureMessage(text, time), by.privateKey)));
export const ofAccount = (accountId: string): Signer => ({ ...log, name: `${log.name}/${accountId}` });

export const POLICY_LINES = [
  `log ${verifierKey(log)}`,
  ...witnesses.map((each, at) => `witness w${at} ${verifierKey(each)}`),
];
export const TWO_OF_THREE = [...POLICY_LINES, 'group two 2 w0 w1 w2', 'quorum two', ''].join('\n');

export function hashesOf(leaves: readonly Uint8Array[]) {
  const hashAt = (level: number, index: number): Uint8Array =>
    level === 0 ? leaves[index]! : nodeHash(hashAt(level - 1, 2 * index), hashAt(level - 1, 2 * index + 1));
  return (level: number, index: number) => Promise.resolve(hashAt(level, index));
}

/** A log of 40 batches, and in batch 17 an account with 21 events, of which it is number 5. */
export async function newBundle(): Promise<Bundle> {
  const entries = Array.from({ length: 21 }, (_, at) =>
    logEntry({ accountId: 'acc_1', eventId: `evt_${at}` }),
  );
  const leaves = entries.map(leafHash);
  const tree = append(emptyTree, leaves);
  const lines = [
    { accountId: 'acc_1', size: 21, root: rootOf(tree) },
    { accountId: 'acc_2', size: 1, root: leaves[0]! },
  ];
  const batch = batchTree(lines, new Uint8Array(32));
  const batches = Array.from({ length: 40 }, (_, at) =>
    leafHash(batchEntry(at === 17 ? batch.root : new Uint8Array(32).fill(at))),
  );
  const text = checkpointText({ origin: log.name, size: 40, root: rootOf(append(emptyTree, batches)) });
  const checkpoint = signedNote(text, [
    signed(log, text),
    cosigned(witnesses[0]!, text),
    cosigned(witnesses[2]!, text),
  ]);
  const line = (await batchPath(batch, 'acc_1'))!;
  return {
    entry: base64(entries[5]!),
    account: {
      accountId: 'acc_1',
      index: 5,
      size: 21,
      path: (await inclusionProof(5, 21, hashesOf(leaves))).map(base64),
    },
    batch: { index: line.index, path: line.path.map(base64) },
    proof: proofText({ index: 17, path: await inclusionProof(17, 40, hashesOf(batches)), checkpoint }),
  };
}

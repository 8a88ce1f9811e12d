import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openDirectory,
  openLogs,
  readFeed,
  runLogRound,
  type Directory,
  type EventProof,
  type Signing,
} from '#libs/directory';
import { fileLogKey, fileLogMark } from '#libs/secrets';
import {
  batchEntry,
  leafHash,
  openNote,
  parseCheckpoint,
  verifyInclusion,
  type Checkpoint,
} from '#libs/transparency-log';
import { feeder } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { streamShards } from '../streams/stream-records.js';
import { openTestDirectory, type TestDirectory } from './directory.js';
import { testMasterKey } from './master-key.js';

/** Of an account with more events, some are proven, and the last. */
const MAX_PROVEN = 50;

export interface LoggedDirectory extends TestDirectory {
  folder: string;
  signing: Signing;
  notices: string[];
  /** Feeds what is committed. */
  feed(): Promise<void>;
  /** Leaves out what is committed, as a version without feeds did. */
  skip(): Promise<void>;
  /** Feeds what is committed, and does a round, in a process of its own unless one is given. */
  round(by?: { directory?: Directory; signing?: Signing }): ReturnType<typeof runLogRound>;
  /** As another process with the same key. */
  reopened(options?: Partial<Parameters<typeof openDirectory>[0]>): Directory;
  anotherSigning(): Signing;
  /** That events of an account have proofs, up to a signed checkpoint. @returns the newest checkpoint */
  expectProven(accountId: string): Promise<Checkpoint>;
}

/** A directory whose feeds and logs are kept, with the log's key and mark in a folder of its own. */
export async function openLoggedDirectory(): Promise<LoggedDirectory> {
  const system = await openTestDirectory();
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-log-'));
  const notices: string[] = [];
  const onNotice = (line: string) => void notices.push(line);
  const reopened: LoggedDirectory['reopened'] = (options = {}) => {
    const { client, tableName, directory } = system;
    const { cursorSecret } = directory;
    return openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), ...options });
  };
  const file = join(folder, 'log.key');
  const anotherSigning = () => ({ key: fileLogKey(file), mark: fileLogMark(file) });
  const processor = reopened();
  const fed = new Map<string, string>();
  const unread = async () => {
    const shards = await streamShards(system.client, system.tableName, fed);
    for (const { shardId, records } of shards) {
      const last = records.at(-1)?.dynamodb?.SequenceNumber;
      if (last !== undefined) fed.set(shardId, last);
    }
    return shards;
  };
  const feed = async () => {
    const { signal } = new AbortController();
    const append = feeder({ directory: processor, onNotice });
    for (const { shardId, records } of await unread()) {
      const { unfinished } = await append({ records, signal, shardId });
      expect(unfinished).toEqual([]);
    }
  };
  const skip = async () => void (await unread());
  const signing: Signing = anotherSigning();
  return {
    ...{ ...system, folder, signing, notices, reopened, anotherSigning, feed, skip },
    async round({ directory = processor, signing: own = signing } = {}) {
      await feed();
      return runLogRound(directory, own, onNotice);
    },
    async expectProven(accountId) {
      const logs = openLogs(system.directory, signing.key);
      const { events } = await readFeed(system.directory, accountId, { limit: 10_000 });
      let checkpoint: Checkpoint | undefined;
      const every = Math.ceil(events.length / MAX_PROVEN);
      for (const [index, { event }] of events.entries()) {
        if (index % every > 0 && index + 1 < events.length) continue;
        const proof = await logs.accounts.proof(accountId, event.eventId);
        if (typeof proof === 'string') throw new Error(`The event ${event.eventId} is ${proof}`);
        expect(proof.index).toBe(index);
        checkpoint = await openedProof(proof, accountId, signing);
      }
      return checkpoint!;
    },
    async close() {
      rmSync(folder, { recursive: true });
      await system.close();
    },
  };
}

/** That a proof leads from its entry to a checkpoint that the log has signed. */
export async function openedProof(
  proof: EventProof,
  accountId: string,
  { key }: Signing,
): Promise<Checkpoint> {
  const { entry, index, path, tree, line, leaf } = proof;
  expect(verifyInclusion(leafHash(entry), index, tree.size, path, tree.root)).toBe(true);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(tree.size));
  const said = Buffer.concat([createHash('sha256').update(accountId).digest(), size, tree.root]);
  expect(verifyInclusion(leafHash(said), line.index, 2 ** line.path.length, line.path, line.root)).toBe(true);
  const verifier = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
  const checkpoint = parseCheckpoint(openNote(proof.checkpoint, [verifier]).text);
  expect(checkpoint.origin).toBe(key.origin);
  const batch = leafHash(batchEntry(line.root));
  expect(verifyInclusion(batch, leaf.index, checkpoint.size, leaf.path, checkpoint.root)).toBe(true);
  return checkpoint;
}

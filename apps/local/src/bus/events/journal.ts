import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface BusEvent {
  version: '0';
  id: string;
  'detail-type': string;
  source: string;
  account: string;
  time: string;
  region: string;
  resources: string[];
  detail: unknown;
}

export interface JournalRecord {
  seq: number;
  bus: string;
  acceptedAt: number;
  event: BusEvent;
}

export interface Journal {
  readonly lastSeq: number;
  readonly lastError: Error | undefined;
  append(records: Omit<JournalRecord, 'seq'>[]): Promise<void>;
  /** Up to `limit` records after position `afterSeq`; fewer when they are large. */
  read(afterSeq: number, limit: number): Promise<JournalRecord[]>;
  /** Pages of records after position `afterSeq`, forever: waits for new ones at the end, until the signal fires. */
  follow(afterSeq: number, signal: AbortSignal): AsyncGenerator<JournalRecord[]>;
  close(): Promise<void>;
}

const FOLLOW_PAGE = 500;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const SCAN_CHUNK_BYTES = 1024 * 1024;

export async function openJournal(file: string): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+');
  // Record n occupies lineEnds[n - 1] to lineEnds[n].
  const lineEnds = await scanLineEnds(handle);
  await handle.truncate(lineEnds.at(-1) ?? 0);

  let waiting: (() => void)[] = [];
  let writing: Promise<void> = Promise.resolve();
  let lastError: Error | undefined;

  const lastSeq = () => lineEnds.length - 1;
  const write = async (records: Omit<JournalRecord, 'seq'>[]) => {
    let end = lineEnds.at(-1) ?? 0;
    const ends: number[] = [];
    const lines = records.map((record, index) => {
      const line = Buffer.from(`${JSON.stringify({ seq: lastSeq() + 1 + index, ...record })}\n`);
      end += line.length;
      ends.push(end);
      return line;
    });
    try {
      await handle.appendFile(Buffer.concat(lines));
      lastError = undefined;
    } catch (error) {
      lastError = error as Error;
      // A part written to a full disk was not acknowledged, and would precede the next record.
      await handle.truncate(lineEnds.at(-1));
      throw error;
    }
    lineEnds.push(...ends);
    for (const wake of waiting.splice(0)) wake();
  };
  const read = async (afterSeq: number, limit: number): Promise<JournalRecord[]> => {
    let last = Math.min(lastSeq(), afterSeq + limit);
    if (last <= afterSeq) return [];
    const start = lineEnds[afterSeq] as number;
    while (last > afterSeq + 1 && (lineEnds[last] as number) - start > MAX_PAGE_BYTES) last -= 1;
    const page = Buffer.alloc((lineEnds[last] as number) - start);
    await handle.read(page, 0, page.length, start);
    return page
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JournalRecord);
  };

  return {
    get lastSeq() {
      return lastSeq();
    },
    get lastError() {
      return lastError;
    },
    append(records) {
      const done = writing.then(() => write(records));
      writing = done.catch(() => {});
      return done;
    },
    read,
    async *follow(afterSeq, signal) {
      let position = afterSeq;
      while (!signal.aborted) {
        const page = await read(position, FOLLOW_PAGE);
        const newest = page.at(-1);
        if (newest) {
          position = newest.seq;
          yield page;
        } else await nextAppend(waiting, signal);
      }
    },
    async close() {
      await writing;
      for (const wake of waiting.splice(0)) wake();
      waiting = [];
      await handle.close();
    },
  };
}

function nextAppend(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      signal.removeEventListener('abort', wake);
      resolve();
    };
    waiting.push(wake);
    signal.addEventListener('abort', wake, { once: true });
  });
}

async function scanLineEnds(handle: FileHandle): Promise<number[]> {
  const ends = [0];
  const chunk = Buffer.alloc(SCAN_CHUNK_BYTES);
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return ends;
    for (let at = chunk.indexOf(10); at !== -1 && at < bytesRead; at = chunk.indexOf(10, at + 1))
      ends.push(position + at + 1);
    position += bytesRead;
  }
}

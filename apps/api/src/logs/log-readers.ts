import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { LogMemory, openLogs, type Directory, type EventProof, type Logs } from '#libs/directory';
import {
  entryBundle,
  parseTilePath,
  proofText,
  verifierKey,
  type LoggedBatch,
  type Tile,
} from '#libs/transparency-log';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { Problem } from '../problems/problem.js';
import type { EventProofDto, LogBatchDto, LogDto } from './logs.dto.js';

export const NOTE = 'text/plain; charset=utf-8';
export const BYTES = 'application/octet-stream';

export interface TileParams {
  level: string;
  '*': string;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The logs, with what this process has read and signed of them. */
@Injectable()
export class LogReaders {
  private readonly memory = new LogMemory();

  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {}

  of(directory: Directory): Logs {
    return openLogs(directory, this.key(), this.memory);
  }

  async describe(accountId: string): Promise<LogDto> {
    const { logKey } = this.configuration;
    if (!logKey) return { name: null, key: null, accountLog: null };
    const { origin } = logKey;
    const key = verifierKey({ name: origin, publicKey: await logKey.publicKey(), type: 'note' });
    return { name: origin, key, accountLog: `${origin}/${accountId}` };
  }

  private key() {
    const { logKey } = this.configuration;
    if (!logKey) throw new Problem('not_logged', 'This installation keeps no logs.');
    return logKey;
  }
}

export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem('not_logged', 'No checkpoint covers this.');
  return value;
}

/** A log that is read by tiles. */
type Tiles = Pick<Logs['installation'], 'tile' | 'entries'>;

export const tilesOfAccount = ({ accounts }: Logs, accountId: string): Tiles => ({
  tile: (...tile) => accounts.tile(accountId, ...tile),
  entries: (...bundle) => accounts.entries(accountId, ...bundle),
});

/** A tile of hashes, or a bundle of entries: `level` is 0, 1, … or `entries`, the rest of the path is after it. */
export async function sendTile(log: Tiles, { level, '*': rest }: TileParams): Promise<StreamableFile> {
  const tile: Tile | undefined = parseTilePath(`tile/${level}/${rest}`);
  if (!tile) throw new Problem('not_logged', 'There is no tile of this name.');
  const { index, width } = tile;
  const bytes =
    tile.level === 'entries'
      ? entryBundle(found(await log.entries(index, width)))
      : found(await log.tile(tile.level, index, width));
  return new StreamableFile(bytes, { type: BYTES });
}

export function toLogBatchDto(index: number, { accounts, filling }: LoggedBatch): LogBatchDto {
  const lines = accounts.map(({ root, ...line }) => ({ ...line, root: base64(root) }));
  return { index, filling: base64(filling), accounts: lines };
}

export function toEventProofDto(
  { entry, index, path, tree, line, leaf, checkpoint }: EventProof,
  accountId: string,
): EventProofDto {
  return {
    entry: base64(entry),
    account: { accountId, index, size: tree.size, path: path.map(base64) },
    batch: { index: line.index, path: line.path.map(base64) },
    proof: proofText({ ...leaf, checkpoint }),
  };
}

import { Inject, Injectable } from '@nestjs/common';
import { newLogMemory, openLogs, type Directory, type EventProof, type Logs } from '#libs/directory';
import { entryBundle, parseTilePath, proofText, verifierKey, type Tile } from '#libs/transparency-log';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { Problem } from '../problems/problem.js';
import type { EventProofDto, LogDto } from './logs.dto.js';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The logs, with what this process has read and signed of them. */
@Injectable()
export class LogReaders {
  private readonly memory = newLogMemory();

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

/** The bytes of a tile of hashes, or of a bundle of entries. */
export async function tileOf({ accounts }: Logs, accountId: string, path: string): Promise<Uint8Array> {
  const tile: Tile | undefined = parseTilePath(path);
  if (!tile) throw new Problem('not_logged', 'There is no tile of this name.');
  const { level, index, width } = tile;
  return level === 'entries'
    ? entryBundle(found(await accounts.entries(accountId, index, width)))
    : found(await accounts.tile(accountId, level, index, width));
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

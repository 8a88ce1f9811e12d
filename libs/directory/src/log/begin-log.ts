import { append, emptyTree, leafHash, parseCheckpoint } from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { readFeedEnd } from '../core/feed-end.js';
import { ACCOUNTS_SCOPE } from '../search-index/heads-to-entries.js';
import { FIRST_LIVE_PART } from '../table/items/feed.js';
import { installationLogEntity, logBatchEntity } from '../table/items/logs.js';
import { previousEntry, readInstallationHead } from './installation-log.js';
import { LogStoppedError } from './log-key.js';
import { storeLogKey } from './log-worker.js';
import type { Signing } from './publish-log.js';
import { storedTree } from './stored-tree.js';

/**
 * Begins the next log of a table that was restored, under another name and with another key: its first leaf is the last checkpoint of the
 * one before. Every account gets a line in it.
 * @param previous a signed note
 * @throws LogStoppedError if there is a log of that name
 */
export async function beginNextLog(
  directory: Directory,
  { key, mark }: Signing,
  previous: string,
): Promise<void> {
  const { origin } = key;
  const { origin: before } = parseCheckpoint(previous.slice(0, previous.indexOf('\n\n') + 1));
  if (before === origin || (await mark.read()) || (await readInstallationHead(directory, origin)))
    throw new LogStoppedError(
      `There is a log ${origin} already: the next one has a name and a key of its own.`,
    );
  const hash = leafHash(previousEntry(previous));
  const end = await readFeedEnd(directory, ACCOUNTS_SCOPE);
  const tree = storedTree(append(emptyTree, [hash]));
  await storeLogKey(directory, key);
  await directory.table.transactWrite([
    logBatchEntity.create({ origin, index: 0, root: hash, previous }),
    installationLogEntity.create({
      ...{ origin, ...tree, secret: directory.bytes(32), walkedTo: '' },
      place: end ? end.sequence + 1 : FIRST_LIVE_PART,
    }),
  ]);
}

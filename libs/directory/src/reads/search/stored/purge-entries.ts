import type { Directory } from '../../../core/directory.js';
import { appendMark, readLogEnd } from './append-part.js';
import { searchChangesEntity, searchSegmentEntity, searchStateEntity } from '../../../table/items/search.js';
import { OF_CLOSED_ACCOUNT } from './late-changes.js';

/** Leaves one item without entries, which keeps processes from appending what they have read long ago. */
export async function purgeEntries(directory: Directory, scope: string): Promise<void> {
  const { table, search } = directory;
  search.forget(scope);
  const { lastErasureAt } = await readLogEnd(directory, scope);
  if (lastErasureAt !== OF_CLOSED_ACCOUNT) await appendMark(directory, scope, OF_CLOSED_ACCOUNT);
  const consistent = { consistent: true };
  for await (const { firstId } of table.each(searchSegmentEntity, { scope }, consistent))
    await table.delete(searchSegmentEntity, { scope, firstId });
  for await (const changes of table.each(searchChangesEntity, { scope }, consistent))
    if (changes.lastErasureAt !== OF_CLOSED_ACCOUNT)
      await table.delete(searchChangesEntity, { scope, sequence: changes.sequence });
  await table.delete(searchStateEntity, { scope });
}

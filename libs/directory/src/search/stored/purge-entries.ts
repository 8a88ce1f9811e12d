import type { Directory } from '../../directory.js';
import { searchChangesEntity, searchSegmentEntity, searchStateEntity } from './items.js';

export async function purgeEntries({ table, search }: Directory, scope: string): Promise<void> {
  search.forget(scope);
  const consistent = { consistent: true };
  for await (const { firstId } of table.each(searchSegmentEntity, { scope }, consistent))
    await table.delete(searchSegmentEntity, { scope, firstId });
  for await (const { sequence } of table.each(searchChangesEntity, { scope }, consistent))
    await table.delete(searchChangesEntity, { scope, sequence });
  await table.delete(searchStateEntity, { scope });
}

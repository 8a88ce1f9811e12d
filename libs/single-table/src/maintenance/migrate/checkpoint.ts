import type { Connection } from '../../connection/connection.js';
import { any, date, number, string } from '../../definitions/attributes.js';
import { declareEntity } from '../../entity/entity.js';
import { keyNamesOf, type TableDefinition } from '../../definitions/table.js';
import { isSingleTableError } from '../../wire/errors.js';
import { get } from '../../reads/reads.js';
import { put } from '../../writes/single-writes.js';
import { refuseMigration, type MigrationProgress } from './migration.js';

/** How far a run of a migration is, in the target table. */
export interface Checkpoint {
  progress: MigrationProgress | undefined;
  save: (progress: MigrationProgress) => Promise<void>;
}

/** @param phase runs that delete sources have a checkpoint of their own */
export async function openCheckpoint(
  connection: Connection,
  migration: string,
  phase: 'copy' | 'delete-sources',
): Promise<Checkpoint> {
  const entity = checkpointEntity(connection.definition);
  const key = { migration, phase };
  const stored = await get(connection, entity, key, { consistent: true });
  let { version = 0 } = (stored ?? {}) as { version?: number };
  return {
    progress: stored?.['progress'] as MigrationProgress | undefined,
    async save(progress) {
      try {
        await put(connection, entity, { ...key, progress, updatedAt: new Date(), version: version + 1 });
        version++;
      } catch (error) {
        if (!isSingleTableError(error, 'ConditionFailed')) throw error;
        refuseMigration(`is running elsewhere: another run of ${migration} has written its checkpoint`);
      }
    },
  };
}

/** An entity of its own, whose keys no other entity of the table may have. */
function checkpointEntity(definition: TableDefinition) {
  const [partitionKey, sortKey] = keyNamesOf(definition);
  const key = sortKey
    ? { [partitionKey]: 'migration:{migration}', [sortKey]: 'checkpoint:{phase}' }
    : { [partitionKey]: 'migration:{migration}:{phase}' };
  return declareEntity(definition as never, {
    name: 'migration-checkpoint',
    key: key as never,
    attributes: {
      migration: string(),
      phase: string(),
      progress: any<MigrationProgress>(),
      updatedAt: date(),
      version: number(),
    } as never,
    versionAttribute: 'version' as never,
  });
}

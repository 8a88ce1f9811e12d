import { binary, defineEntity, string } from '#libs/single-table';
import { rollbookTable } from '../table.js';

/** A key that wraps the keys of users, wrapped by the master key. */
export const wrappingKeyEntity = defineEntity(rollbookTable, {
  name: 'wrapping-key',
  key: { PK: 'wrapping-keys', SK: 'key:{keyId}' },
  attributes: {
    keyId: string(),
    wrapped: binary(),
    boundTo: string().optional(),
    createdAt: string(),
    updatedAt: string(),
  },
});

import { binary, defineEntity, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

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

import { defineEntity, oneOf, string } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

export const externalIdClaimEntity = defineEntity(rollbookTable, {
  name: 'external-id-claim',
  key: { PK: 'account:{accountId}', SK: 'external-id:{kind}:{externalId}' },
  attributes: {
    ...everyItem,
    kind: oneOf('user', 'service-group', 'team'),
    externalId: string(),
    ownerId: string(),
  },
});

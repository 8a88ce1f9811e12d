import type { ApiKeyId } from '#libs/domain';
import { any, defineEntity, list, number, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** A request of an identity provider that was refused: nothing of its body or query, which may be personal data. */
export interface ScimRefusal {
  at: string;
  apiKeyId: ApiKeyId;
  method: string;
  /** Such as `Users`; undefined for a path that SCIM does not have. */
  resource?: string | undefined;
  /** Of one of our resources, as in the path. */
  resourceId?: string | undefined;
  status: number;
  code: string;
}

/** The most recent refusals of an account, newest first: one item, however many there are. */
export const scimRefusalsEntity = defineEntity(rollbookTable, {
  name: 'scim-refusals',
  key: { PK: 'scim-refusals:{accountId}', SK: 'scim-refusals' },
  attributes: {
    accountId: string(),
    refusals: list(any<ScimRefusal>()),
    /** Incremented with each write, because several processes write it. */
    revision: number(),
    /** Seconds since the epoch, for TTL. */
    expiresAt: number(),
  },
});

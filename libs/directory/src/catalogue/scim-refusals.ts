import type { WriteOperation } from '@rollbook/single-table';
import { addScimRefusals, listScimRefusals } from '../metering/scim-refusals.js';
import { scimRefusalsEntity, type ScimRefusal } from '../table/items/scim-refusals.js';
import { pattern } from './reads.js';
import { accountId, apiKeyId, at } from './samples/sample.js';

const refusal: ScimRefusal = {
  at,
  apiKeyId,
  method: 'POST',
  resource: 'Users',
  status: 409,
  code: 'email_taken',
};

export const scimRefusalsSample: readonly WriteOperation[] = [
  scimRefusalsEntity.put({ accountId, refusals: [refusal], revision: 1, expiresAt: 1 }),
];

export const scimRefusals = {
  listScimRefusals: pattern('the SCIM requests of an account that were refused', {}, (tenant) =>
    listScimRefusals(tenant),
  ),
  addScimRefusals: pattern(
    'record SCIM requests that were refused',
    { refusals: [refusal] },
    ({ directory }, { refusals }) => addScimRefusals(directory, accountId, refusals),
    { note: 'In the background, at most once in ten seconds per account and process.' },
  ),
};

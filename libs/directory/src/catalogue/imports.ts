import {
  getImport,
  listImportErrors,
  listRefusals,
  listRefusedRows,
  startImport,
} from '../jobs/imports/imports.js';
import type { ImportRow } from '../jobs/imports/rows.js';
import { chunkPattern, pattern } from './reads.js';
import { context } from './samples/sample.js';

async function* rows(): AsyncGenerator<ImportRow> {
  yield await Promise.resolve({ line: 2, values: { email: 'new@example.com', name: 'New' } });
}

export const importRoutes = {
  startImport: pattern(
    'store the rows of an import',
    { kind: 'users' as const },
    (tenant, { kind }) => startImport(tenant, { kind, mayManageOwners: true, rows: rows() }, context),
    { note: 'A PutItem for each 500 rows, then the job.' },
  ),
  getImport: pattern('the progress of an import', { jobId: 'job_4' }, (tenant, input) =>
    getImport(tenant, input.jobId),
  ),
  listRefusedRows: pattern(
    'every refused row of an import or a bulk job',
    { jobId: 'job_4' },
    async (tenant, { jobId }) => {
      for await (const _row of (await listRefusedRows(tenant, jobId)).rows) void _row;
    },
  ),
  listRefusals: pattern(
    'the rows of a job that were refused, page by page',
    { jobId: 'job_4', limit: 25 },
    (tenant, { jobId, limit }) => listRefusals(tenant, jobId, { limit }),
  ),
  listImportErrors: pattern(
    'the rows of an import that were refused',
    { jobId: 'job_4', limit: 25 },
    (tenant, { jobId, limit }) => listImportErrors(tenant, jobId, { limit }),
  ),
};

const EACH_PART = {
  note: 'A part has up to 500 rows. Existing rows are recognised, so a part can be run again.',
};

export const importMaintenance = {
  importUsers: chunkPattern('import the next users', 'job_4', EACH_PART),
  importServiceGroups: chunkPattern('import the next service groups', 'job_5', EACH_PART),
  importMemberships: chunkPattern('import the next memberships', 'job_6', EACH_PART),
  importTeams: chunkPattern('import the next teams', 'job_11', EACH_PART),
  importTeamMembers: chunkPattern('import the next people of teams', 'job_12', EACH_PART),
};

import { finishJob } from '../directory/jobs.js';
import type { Ask, RunningApi } from './api.js';

export type RowsType = 'text/csv' | 'application/x-ndjson';

interface Import {
  /** Of the account: `/v1/accounts/…`. */
  path: string;
  kind: 'users' | 'service-groups' | 'memberships' | 'teams' | 'team-members';
  /** As they are written. */
  rows: string;
  type?: RowsType;
  query?: string;
  /** Who imports; by default the operator. */
  ask?: Ask;
}

/** @returns the id of the job, which nobody runs yet */
export async function startImport(
  api: RunningApi,
  { path, kind, rows, type = 'text/csv', query = '', ask = api.operator }: Import,
): Promise<string> {
  const { status, body } = await ask('POST', `${path}/import/${kind}${query}`, rows, {
    'content-type': type,
  });
  expect({ status, body }).toMatchObject({ status: 202, body: { status: 'running', processed: 0 } });
  return body.id as string;
}

/** Imports, does what the stream processor does, and gives back what became of it. */
export async function importRows(api: RunningApi, given: Import) {
  const jobId = await startImport(api, given);
  return { jobId, ...(await finishImport(api, given.path, jobId)) };
}

export async function finishImport(api: RunningApi, path: string, jobId: string) {
  await finishJob(api.directory, jobId);
  const { body: report } = await api.operator('GET', `${path}/imports/${jobId}`);
  const { body: errors } = await api.operator('GET', `${path}/imports/${jobId}/errors?limit=100`);
  return {
    report: report as Record<string, unknown>,
    errors: errors.data as { line: number; code: string; detail: string }[],
  };
}

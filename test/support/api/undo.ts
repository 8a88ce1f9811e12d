import { finishJob } from '../directory/jobs.js';
import type { Answer, Ask, RunningApi } from './api.js';
import type { createTeam } from './people.js';

export type Team = Awaited<ReturnType<typeof createTeam>>;

interface UndoOptions {
  query?: string;
  headers?: Record<string, string>;
  /** By default the owner. */
  ask?: Ask;
}

export const undo = (
  { asks, path }: Team,
  id: string,
  { query = '', headers, ask = asks.owner }: UndoOptions = {},
) => ask('POST', `${path}/changes/${id}/revert${query}`, undefined, headers);

export interface JobBody {
  id: string;
  status: string;
  correlationId: string;
  createdAt: string;
  [name: string]: unknown;
}

export async function jobAt({ asks, path }: Team, id: string): Promise<JobBody> {
  return (await asks.owner('GET', `${path}/jobs/${id}`)).body as JobBody;
}

/** The undo of what a job did, which nobody runs yet. */
export async function startUndo(team: Team, jobId: string, options: UndoOptions = {}): Promise<Answer> {
  return undo(team, (await jobAt(team, jobId)).correlationId, options);
}

/** Runs the job that was answered, as the stream processor does. */
export async function finishUndo(
  api: RunningApi,
  team: Team,
  { status, body, headers }: Answer,
): Promise<JobBody> {
  expect({ status, body }).toMatchObject({ status: 202, body: { type: 'revert', status: 'running' } });
  expect(headers.get('location')).toBe(`${team.path}/jobs/${body.id}`);
  expect(headers.get('retry-after')).toBe('1');
  await finishJob(api.directory, body.id as string);
  return jobAt(team, body.id as string);
}

interface RefusedPart {
  line: number;
  userId: string | null;
  serviceGroupId: string | null;
  code: string;
  detail: string;
}

export async function refusedParts({ asks, path }: Team, { id }: { id: string }): Promise<RefusedPart[]> {
  return (await asks.owner('GET', `${path}/jobs/${id}/refused?limit=100`)).body.data as RefusedPart[];
}

import { grantTenant, recountAll } from '#libs/directory';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { importRows } from '../../support/api/imports.js';
import { createTeam } from '../../support/api/people.js';
import { finishUndo, jobAt, refusedParts, startUndo, undo, type Team } from '../../support/api/undo.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Starts the undo of a job, and runs it. */
const undone = async (team: Team, jobId: string) => finishUndo(api, team, await startUndo(team, jobId));

interface Person {
  id: string;
  email: string;
  name: string;
}

async function everyPage({ asks }: Team, list: string): Promise<object[]> {
  const found: object[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await asks.owner('GET', `${list}?limit=100${cursor && `&cursor=${cursor}`}`);
    found.push(...(body.data as object[]));
    cursor = body.nextCursor as string | null;
  }
  return found;
}

const usersOf = async (team: Team) =>
  ((await everyPage(team, `${team.path}/users`)) as Person[]).filter(({ email }) =>
    email.startsWith('imported-'),
  );

const TIMES_AND_VERSIONS = /^(version|createdAt|updatedAt|updatedBy|since|addedBy|memberCount)$/;

/** All users, service groups and memberships, but for times and versions. */
async function stateOf(team: Team): Promise<unknown> {
  const groups = (await everyPage(team, `${team.path}/service-groups`)) as { id: string }[];
  const lists = ['users', 'service-groups', ...groups.map(({ id }) => `service-groups/${id}/members`)];
  const pages = await Promise.all(lists.map((list) => everyPage(team, `${team.path}/${list}`)));
  const text = JSON.stringify(pages, (name, value: unknown) =>
    TIMES_AND_VERSIONS.test(name) ? undefined : value,
  );
  return (JSON.parse(text) as object[][]).map((list) => list.map((item) => JSON.stringify(item)).sort());
}

const ROWS = 200;
const emailOf = (n: number) => `imported-${n}@example.com`;
const people = (name: string) =>
  ['email,name', ...Array.from({ length: ROWS }, (_, n) => `${emailOf(n)},${name} ${n}`)].join('\n');
const memberships = [
  'userEmail,serviceGroupName',
  ...Array.from({ length: ROWS }, (_, n) => `${emailOf(n)},${n % 2 ? 'dev' : 'prod'}`),
].join('\n');

async function teamWithGroups() {
  const team = await createTeam(api);
  for (const name of ['dev', 'prod']) await team.asks.owner('POST', `${team.path}/service-groups`, { name });
  return team;
}

const imported = ({ path, asks }: Team, kind: 'users' | 'memberships', rows: string) =>
  importRows(api, { path, kind, rows, ask: asks.owner });

describe('undoing an import', () => {
  test('takes back all that it did, and undoing that does it again', async () => {
    const team = await teamWithGroups();
    await imported(team, 'users', people('Person'));
    const before = await stateOf(team);
    const given = await imported(team, 'memberships', memberships);
    const after = await stateOf(team);
    expect(after).not.toEqual(before);
    const { correlationId } = await jobAt(team, given.jobId);
    const tried = await undo(team, correlationId, { query: '?dryRun=true' });
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, rows: ROWS, tried: ROWS, done: ROWS } });
    expect(tried.body.events).toHaveLength(20);
    expect(await stateOf(team)).toEqual(after);
    const taken = await undone(team, given.jobId);
    expect(taken).toMatchObject({ status: 'done', processed: ROWS, rows: ROWS, refused: 0 });
    expect(taken).toMatchObject({
      revert: { correlationId },
      correlationId: expect.not.stringMatching(correlationId),
    });
    expect(await stateOf(team)).toEqual(before);
    expect(await undone(team, taken.id)).toMatchObject({ processed: ROWS, refused: 0 });
    expect(await stateOf(team)).toEqual(after);
    // The first undo has been undone: there is nothing that it could take back once more.
    const again = await undone(team, taken.id);
    expect(again).toMatchObject({ processed: ROWS, refused: ROWS });
    expect(new Set((await refusedParts(team, again)).map(({ code }) => code))).toEqual(
      new Set(['change_superseded']),
    );
    expect(await stateOf(team)).toEqual(after);
    await settled(team);
  });

  test('leaves what somebody has changed since, and says of each row why', async () => {
    const team = await teamWithGroups();
    const { asks, path } = team;
    await imported(team, 'users', people('Person'));
    const { jobId, report } = await imported(team, 'users', people('Renamed'));
    expect(report).toMatchObject({ changed: ROWS });
    const [renamed, removed, erased, moved] = await usersOf(team);
    await asks.owner('PATCH', `${path}/users/${renamed!.id}`, { name: 'Somebody else' });
    await asks.owner('PATCH', `${path}/users/${moved!.id}`, { email: 'moved@example.com' });
    for (const { id } of [removed!, erased!]) await asks.owner('DELETE', `${path}/users/${id}`);
    await api.operator('POST', `${path}/users/${erased!.id}/erase`);
    const job = await undone(team, jobId);
    expect(job).toMatchObject({ processed: ROWS, rows: ROWS, refused: 3 });
    const refused = await refusedParts(team, job);
    expect(new Map(refused.map(({ userId, code }) => [userId, code]))).toEqual(
      new Map([
        [renamed!.id, 'change_superseded'],
        [removed!.id, 'change_superseded'],
        [erased!.id, 'user_erased'],
      ]),
    );
    const csv = await asks.owner('GET', `${path}/jobs/${job.id}/refused.csv`);
    expect(csv.body).toContain(
      `${renamed!.id},change_superseded,It was changed again since: user.profile_changed`,
    );
    const names = (await usersOf(team)).map(({ name }) => name.replace(/ .*/, ''));
    expect(names.sort()).toEqual([...Array<string>(ROWS - 4).fill('Person'), 'Somebody']);
    // An email is not what was undone.
    const { body: other } = await asks.owner('GET', `${path}/users/${moved!.id}`);
    expect(other).toMatchObject({ name: 'Person 3', email: 'moved@example.com' });
    await settled(team);
  });

  test('and of what followed it, the newest first, leaves nothing of either', async () => {
    const team = await teamWithGroups();
    const before = await stateOf(team);
    const made = await imported(team, 'users', people('Person'));
    const given = await imported(team, 'memberships', memberships);
    // As long as they have their access, somebody has changed them since.
    expect(await undone(team, made.jobId)).toMatchObject({ processed: ROWS, refused: ROWS });
    expect(await undone(team, given.jobId)).toMatchObject({ processed: ROWS, refused: 0 });
    expect(await undone(team, made.jobId)).toMatchObject({ processed: ROWS, refused: 0 });
    expect(await stateOf(team)).toEqual(before);
  });

  test.each([
    ['a few rows', 'email,name\nimported-0@example.com,One\n'],
    ['many rows', people('Person')],
  ])('is known from the import of %s, until the undo is undone', async (_, rows) => {
    const team = await teamWithGroups();
    await imported(team, 'users', people('Before').split('\n').slice(0, rows.split('\n').length).join('\n'));
    const { jobId } = await imported(team, 'users', rows);
    const of = async (id: string) => {
      const { body } = await team.asks.owner('GET', `${team.path}/imports/${id}`);
      const job = await jobAt(team, id);
      expect(body['revertedBy']).toBe(job['revertedBy']);
      return { by: job['revertedBy'] as string | null, version: job['version'] as number };
    };
    const { by, version } = await of(jobId);
    expect(by).toBeNull();
    /** @returns by what it is undone */
    const undoing = async (correlationId: string): Promise<string> => {
      const answer = await undo(team, correlationId);
      if (answer.status === 200) return answer.body['revertedBy'] as string;
      return (await finishUndo(api, team, answer)).correlationId;
    };
    const { correlationId } = await jobAt(team, jobId);
    await undo(team, correlationId, { query: '?dryRun=true' });
    expect(await of(jobId)).toEqual({ by: null, version });
    const first = await undoing(correlationId);
    expect(await of(jobId)).toEqual({ by: first, version: version + 1 });
    await undoing(first);
    expect(await of(jobId)).toEqual({ by: null, version: version + 2 });
    await settled(team);
  });

  test('removes whom it made', async () => {
    const team = await teamWithGroups();
    const before = await stateOf(team);
    const { jobId } = await imported(team, 'users', people('Person'));
    expect(await undone(team, jobId)).toMatchObject({ processed: ROWS, refused: 0 });
    expect(await stateOf(team)).toEqual(before);
    // What no event can set back is refused before a job begins.
    const last = (await team.asks.owner('GET', `${team.path}/jobs?limit=1`)).body.data[0];
    await expectProblem(await undo(team, last.correlationId), 409, 'change_not_revertible');
  });
});

/** Nothing contradicts anything. */
async function settled({ account }: Team): Promise<void> {
  await recountAll(api.directory, account.id);
  expect(await findingsOf(grantTenant(api.directory, account.id))).toEqual([]);
}

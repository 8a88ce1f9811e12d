import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { finishJob } from '../../support/directory/jobs.js';
import { indexesSettled } from '../../support/engines/engine.js';

/** Teams, who is in them and what they open, by the command, against the API. */

const program = fileURLToPath(new URL('../../../dist/programs/rollbook.js', import.meta.url));
const run = promisify(execFile);

let api: RunningApi;
let accountId: string;
beforeAll(async () => {
  api = await startApi();
  accountId = (await createAccount(api)).id;
});
afterAll(() => api.close());

async function teams(...words: string[]): Promise<string> {
  await indexesSettled();
  const { stdout } = await run(process.execPath, [program, 'teams', ...words], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      NODE_OPTIONS: '',
      ROLLBOOK_PROFILES: '/nowhere/profiles.json',
      ROLLBOOK_API_URL: api.url,
      ROLLBOOK_API_TOKEN: await api.issuer.signOperatorToken(),
      ROLLBOOK_ACCOUNT: accountId,
    },
  });
  return stdout;
}
const json = async (...words: string[]) =>
  JSON.parse(await teams(...words, '--json')) as Record<string, unknown> & { id: string };

test('a team is created, filled, given access, emptied and removed', async () => {
  const { id: userId, email, name } = await createUser(api, accountId);
  const { id: serviceGroupId, name: groupName } = await createServiceGroup(api, accountId);
  const { id: teamId } = await json('create', 'Platform');
  expect(await json('rename', teamId, 'Core')).toMatchObject({ name: 'Core', version: 2 });
  expect(await teams('list')).toMatch(/^ID +NAME +EXTERNALID +CREATEDAT\nteam_\w+ +Core +/i);

  const opened = await json('open', serviceGroupId, teamId, '--reason', 'Migration');
  expect(opened).toMatchObject({ serviceGroupId, teamId, reason: 'Migration' });
  const joined = await json('add-user', teamId, userId, '--for', '8h');
  expect(joined).toMatchObject({ userId, teamId, opens: [{ serviceGroupId }] });
  expect(joined).toHaveProperty('expiresAt');
  expect(await json('change-user', teamId, userId, '--permanent')).not.toHaveProperty('expiresAt');
  expect(await json('change', serviceGroupId, teamId, '--for', '30d')).toHaveProperty('expiresAt');

  const [users, groups, own] = [
    await teams('users', teamId),
    await teams('groups', teamId),
    await teams('of', userId),
  ];
  expect(users).toContain(email);
  expect(users).toContain(name);
  expect(groups).toContain(groupName);
  expect(own).toContain('Core');

  const { id: otherId } = await json('create', 'Support');
  await json('open', serviceGroupId, otherId);
  await json('add-user', otherId, userId);
  const remaining = [{ teamId: otherId, teamName: 'Support' }];
  const serviceGroup = { id: serviceGroupId, name: groupName };
  expect(await json('remove-user', teamId, userId)).toEqual({
    ...{ teamId, removed: userId },
    staysOpen: [{ serviceGroup, via: remaining }],
  });
  expect(await json('close', serviceGroupId, teamId)).toEqual({ serviceGroupId, closed: teamId, remaining });
  expect(await json('remove-user', otherId, userId)).toEqual({
    ...{ teamId: otherId, removed: userId },
    closes: [{ serviceGroup }],
  });
  expect(await json('close', serviceGroupId, otherId)).toEqual({ serviceGroupId, closed: otherId });
  expect(await json('remove', otherId)).toEqual({ removed: otherId });
  expect(await json('remove', teamId)).toEqual({ removed: teamId });
  expect(await teams('list', '--json')).toBe('');
});

test('teams and their people are imported from files, and exported as they came', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-teams-'));
  try {
    const { email } = await createUser(api, accountId);
    const importFile = async (command: string, lines: string[]) => {
      const file = join(folder, `${command}.csv`);
      await writeFile(file, lines.join('\n'));
      const { id } = await json(command, file, '--no-wait');
      // What the stream processor does.
      await finishJob(api.directory, id);
    };
    const [ofTeams, ofUsers] = [
      ['name,externalId', 'Files,idp-7'],
      ['userEmail,teamExternalId,until,reason', `${email},idp-7,2090-12-31,On call`],
    ];
    await importFile('import', ofTeams);
    await importFile('import-users', ofUsers);
    expect((await teams('export')).split('\r\n')).toEqual([...ofTeams, '']);
    const output = join(folder, 'exported.csv');
    await teams('export-users', '-o', output);
    expect((await readFile(output, 'utf8')).split('\r\n')).toEqual([
      'userEmail,userExternalId,teamName,teamExternalId,until,reason',
      `${email},,Files,idp-7,2091-01-01T00:00:00.000Z,On call`,
      '',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

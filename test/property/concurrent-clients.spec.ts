import fc from 'fast-check';
import {
  addMember,
  commandAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  findUserByEmail,
  getAccount,
  getMembership,
  getHistory,
  getServiceGroup,
  getUser,
  grantTenant,
  listAccounts,
  listAuditLog,
  listMembers,
  listServiceGroups,
  listServiceGroupsOfUser,
  listUsers,
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  removeMember,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  runJobChunk,
  verifyAccount,
  type Finding,
  type Page,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory.js';
import { everyItem } from '../support/items.js';
import {
  emptyModel,
  endMembershipsOfRemovedGroups,
  explain,
  idAt,
  type Answer,
  type Answered,
  type Command,
  type Model,
} from './directory-model.js';

/**
 * Random commands of several clients at once on several accounts, against a model in memory. The answers of each round
 * must be those of the model in some order of the round's commands; every access pattern must answer as the model does;
 * and `verify` must find nothing. Between rounds the clock jumps, also back.
 */

const NIGHTLY = process.env['ROLLBOOK_NIGHTLY'] === '1';
const COMMANDS = NIGHTLY ? 10_000 : 500;
const COMMANDS_OF_A_RUN = 100;
const CLIENTS = 4;
const ACCOUNTS = 2;
const seed = Number(process.env['ROLLBOOK_SEED'] ?? Date.now() % 2 ** 31);

const EMAILS = [
  'ada@x.example',
  'ADA@x.example',
  'bo@x.example',
  'Ｂo@x.example',
  'cy:%3A@x.example',
  'd#@x.example',
];
const NAMES = ['dev', 'Dev', 'prod', 'a:b'];
const email = fc.constantFrom(...EMAILS);
const name = fc.constantFrom(...NAMES);
const role = fc.constantFrom('owner', 'admin', 'member');
const user = fc.nat(20);
const group = fc.nat(20);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('create_user'), name, email, role }) },
  {
    weight: 6,
    arbitrary: fc.record(
      { type: fc.constant('change_user'), user, name, email, role },
      { requiredKeys: ['type', 'user'] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('suspend_user', 'reactivate_user'), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove_user'), user }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('create_group'), name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('rename_group'), group, name }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove_group'), group }) },
  { weight: 10, arbitrary: fc.record({ type: fc.constant('add_member'), group, user }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('remove_member'), group, user }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('change_account'), name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('suspend_account', 'reactivate_account') }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reactivate_account') }) },
);
const HOUR_MS = 60 * 60 * 1000;
const round = fc.record({
  sent: fc.array(fc.record({ account: fc.nat(ACCOUNTS - 1), command }), {
    minLength: CLIENTS,
    maxLength: CLIENTS,
  }),
  clockJumpMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: -HOUR_MS, max: HOUR_MS }) },
  ),
});
const rounds = COMMANDS_OF_A_RUN / CLIENTS;
const run = fc.array(round, { minLength: rounds, maxLength: rounds });

let opened: TestDirectory;
let now = Date.now();
beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
});
afterAll(() => opened.close());

interface Place {
  accountId: string;
  tenant: Tenant;
  model: Model;
}

test(
  `${COMMANDS} commands of ${CLIENTS} clients at once are as if one had come after the other (ROLLBOOK_SEED=${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(run, async (plan) => {
        const places: Place[] = [];
        for (let n = 0; n < ACCOUNTS; n += 1) {
          const { accountId } = (await createAccount(opened.directory, { name: 'Acme' }, byOperator)).state;
          places.push({ accountId, tenant: grantTenant(accountId), model: emptyModel('Acme') });
        }
        for (const { sent, clockJumpMs } of plan) {
          now += clockJumpMs;
          await playRound(places, sent);
          await letTheProjectorCatchUp(places);
        }
        for (const place of places) {
          await expectAnswersOfModel(place);
          await expectNothingToVerify(place);
        }
      }),
      { seed, numRuns: COMMANDS / COMMANDS_OF_A_RUN, endOnFailure: true, reporter: reportBriefly },
    );
  },
  NIGHTLY ? 3_600_000 : 300_000,
);

/** The seed brings the commands back: a list of all of them would only hide what went wrong. */
function reportBriefly<T>(run: fc.RunDetails<T>): void {
  if (run.failed)
    throw new Error(`ROLLBOOK_SEED=${run.seed}, run ${run.numRuns}`, { cause: run.errorInstance });
}

async function playRound(places: Place[], sent: { account: number; command: Command }[]): Promise<void> {
  const carryOut = async ({ account, command: asked }: (typeof sent)[number]) => {
    const { model, tenant, accountId } = places[account] as Place;
    const targets = {
      userId: idAt([...model.users.keys()], 'user' in asked ? asked.user : 0),
      groupId: idAt([...model.groups.keys()], 'group' in asked ? asked.group : 0),
    };
    return { accountId, ...(await send(tenant, asked, targets)), command: asked, targets };
  };
  // A suspension is looked at when a command is decided, not when it is committed (ADR 2): what runs beside one need not
  // be as if it had come before or after it.
  const beside = sent.some(
    ({ command: asked }) => asked.type.endsWith('_account') && asked.type !== 'change_account',
  );
  const answered = beside ? [] : await Promise.all(sent.map(carryOut));
  if (beside) for (const each of sent) answered.push(await carryOut(each));
  for (const place of places) {
    const own: Answered[] = answered.filter(({ accountId }) => accountId === place.accountId);
    const after = explain(place.accountId, place.model, own);
    if (!after)
      throw new Error(
        `No order of these commands explains their answers:\n${JSON.stringify(own, null, 1)}\n` +
          `before: ${JSON.stringify(place.model, (_, value: unknown) => (value instanceof Map || value instanceof Set ? [...value] : value))}`,
      );
    place.model = after;
  }
}

async function send(
  tenant: Tenant,
  asked: Command,
  { userId, groupId }: Answered['targets'],
): Promise<{ answer: Answer; newId: string | undefined }> {
  const { directory } = opened;
  const by = byOperator;
  const start = () => {
    switch (asked.type) {
      case 'change_account':
      case 'suspend_account':
      case 'reactivate_account':
        return commandAccount(directory, tenant, asked, by);
      case 'create_user':
        return createUser(directory, tenant, asked, by);
      case 'change_user': {
        const { user: _, ...change } = asked;
        return commandUser(directory, tenant, userId, change, by);
      }
      case 'suspend_user':
      case 'reactivate_user':
        return commandUser(directory, tenant, userId, { type: asked.type }, by);
      case 'remove_user':
        return removeUser(directory, tenant, userId, by);
      case 'create_group':
        return createServiceGroup(directory, tenant, asked, by);
      case 'rename_group':
        return updateServiceGroup(directory, tenant, groupId, asked, by);
      case 'remove_group':
        return removeServiceGroup(directory, tenant, groupId, by);
      case 'add_member':
        return addMember(directory, tenant, groupId, userId, by);
      case 'remove_member':
        return removeMember(directory, tenant, groupId, userId, by);
    }
  };
  try {
    const { events } = await start();
    const newId = asked.type.startsWith('create_') ? events[0]?.aggregateId : undefined;
    return { answer: { events: events.map(({ eventId }) => eventId) }, newId };
  } catch (error) {
    const { code } = error as { code?: string };
    if ((error as Error).name !== 'DomainError' || code === undefined) throw error;
    return { answer: { refused: code }, newId: undefined };
  }
}

/** What the projector does after each round: runs the jobs, and copies names to memberships. */
async function letTheProjectorCatchUp(places: Place[]): Promise<void> {
  const { directory } = opened;
  const mine = new Set(places.map(({ accountId }) => accountId));
  const jobs = (await everyItem(opened)).filter(
    ({ entity, status, accountId }) =>
      entity === 'job' && status === 'running' && mine.has(String(accountId)),
  );
  for (const { jobId, fencedAt } of jobs as { jobId: string; fencedAt: string }[]) {
    // Past the time for which an index that shows nothing is not believed.
    now = Math.max(now, Date.parse(fencedAt) + 5_000);
    while ((await runJobChunk(directory, jobId)) !== 'done');
  }
  for (const { accountId, model } of places) {
    endMembershipsOfRemovedGroups(model);
    for (const id of model.users.keys()) await refreshMembershipsOfUser(directory, accountId, id);
    for (const id of model.groups.keys()) await refreshMembershipsOfServiceGroup(directory, accountId, id);
  }
}

async function all<T>(read: (page: { limit: number; cursor?: string | undefined }) => Promise<Page<T>>) {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 3, cursor });
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor);
  return items;
}

async function expectAnswersOfModel({ accountId, tenant, model }: Place): Promise<void> {
  const { directory } = opened;
  const users = [...model.users.values()].filter(({ status }) => status !== 'removed').sort(byId);
  const groups = [...model.groups.values()].filter(({ status }) => status === 'active').sort(byId);
  const outcomeOf = async (read: Promise<unknown>) =>
    read.then(
      () => 'there',
      (error: { code?: string }) => error.code,
    );

  const { name: accountName, status, version } = model;
  expect(await getAccount(directory, tenant)).toMatchObject({ name: accountName, status, version });
  expect((await all((page) => listAccounts(directory, page))).map((each) => each.accountId)).toContain(
    accountId,
  );
  const listed = await all((page) => listUsers(directory, tenant, page));
  expect(listed.map(userOf)).toEqual(users.map(modelUser));
  for (const filter of [{ status: 'suspended' }, { role: 'owner' }] as const)
    expect((await all((page) => listUsers(directory, tenant, { ...page, ...filter }))).map(userOf)).toEqual(
      users
        .filter((each) => Object.entries(filter).every(([key, value]) => each[key as 'role'] === value))
        .map(modelUser),
    );
  const listedGroups = await all((page) => listServiceGroups(directory, tenant, page));
  expect(listedGroups.map(({ serviceGroupId, name: n, version: v }) => [serviceGroupId, n, v])).toEqual(
    groups.map((each) => [each.id, each.name, each.version]),
  );
  for (const each of model.users.values()) {
    const gone = each.status === 'removed';
    expect(await outcomeOf(getUser(directory, tenant, each.id))).toBe(gone ? 'user_not_found' : 'there');
    const history = await all((page) => getHistory(directory, tenant, each.id, page));
    expect(history.map((event) => event.version)).toEqual(
      Array.from({ length: each.version }, (_, n) => n + 1),
    );
    if (gone) continue;
    const entered = await all((page) => listServiceGroupsOfUser(directory, tenant, each.id, page));
    expect(entered.map(({ serviceGroupId, serviceGroupName }) => [serviceGroupId, serviceGroupName])).toEqual(
      [...each.groupIds].sort().map((id) => [id, model.groups.get(id)?.name]),
    );
  }
  for (const each of model.groups.values()) {
    const gone = each.status === 'removed';
    expect(await outcomeOf(getServiceGroup(directory, tenant, each.id))).toBe(
      gone ? 'service_group_not_found' : 'there',
    );
    if (gone) continue;
    const members = await all((page) => listMembers(directory, tenant, each.id, page));
    const expected = users.filter(({ groupIds }) => groupIds.has(each.id));
    expect(
      members.map(({ userId, userName, userEmail, userRole, userStatus }) => [
        userId,
        userName,
        userEmail,
        userRole,
        userStatus,
      ]),
    ).toEqual(expected.map((u) => [u.id, u.name, u.email, u.role, u.status]));
    for (const u of users)
      expect(await outcomeOf(getMembership(directory, tenant, each.id, u.id))).toBe(
        u.groupIds.has(each.id) ? 'there' : 'membership_not_found',
      );
  }
  for (const wanted of EMAILS) {
    const holder = users.find(
      (each) => each.email.normalize('NFKC').toLowerCase() === wanted.normalize('NFKC').toLowerCase(),
    );
    expect((await findUserByEmail(directory, tenant, wanted))?.userId).toBe(holder?.id);
  }
  const log = await all((page) => listAuditLog(directory, tenant, { ...page, order: 'ascending' }));
  const versions = [model, ...model.users.values(), ...model.groups.values()].map((each) => each.version);
  expect(log).toHaveLength(versions.reduce((sum, each) => sum + each, 0));
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const modelUser = ({
  id,
  name: n,
  email: e,
  role: r,
  status,
  version,
  groupIds,
}: Model['users'] extends Map<string, infer U> ? U : never) => [id, n, e, r, status, version, groupIds.size];
const userOf = (each: {
  userId: string;
  name: string;
  email: string;
  role: string;
  status: string;
  version: number;
  membershipCount: number;
}) => [each.userId, each.name, each.email, each.role, each.status, each.version, each.membershipCount];

async function expectNothingToVerify({ tenant }: Place): Promise<void> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  await verifyAccount(opened.directory, tenant, {
    recheckAfterMs: 1,
    logSettledAfterMs: -2 * HOUR_MS,
    onFinding,
  });
  expect(findings).toEqual([]);
}

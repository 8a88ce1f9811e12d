import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  ENTRANCES,
  MEMBERSHIPS,
  PRESENT_MEMBERSHIPS,
  SCIM_MEMBERSHIPS,
  surfacesThatSayYes,
  type AccessQuestion,
  type Surfaces,
} from '../../support/api/access-surfaces.js';
import { created, createServiceGroup } from '../../support/api/people.js';
import { expectProblem, startApi, type Answer, type RunningApi } from '../../support/api/api.js';
import { createProvisioning, patch, type Provisioning } from '../../support/api/scim.js';
import { engineClient, indexesSettled } from '../../support/engines/engine.js';

// No stream processor runs here: no answer may depend on whether an end has been committed.

let api: RunningApi;
let provisioning: Provisioning;
let groupId: string;
let groupName: string;
let userId: string;
const client = engineClient();

beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  client.destroy();
  await api.close();
});
beforeEach(async () => {
  provisioning = await createProvisioning(api);
  const { team } = provisioning;
  ({ id: groupId, name: groupName } = await createServiceGroup(api, team.account.id));
  userId = team.member.id;
  await add({ expiresAt: inHours(1), reason: 'On call' });
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const ofGroup = () => `${provisioning.team.path}/service-groups/${groupId}`;
const add = async (terms: object) =>
  created(await provisioning.team.asks.admin('PUT', `${ofGroup()}/members/${userId}`, terms));

/** Its end has come, and nobody has committed it. The change of the end has been noted with the count, as the projector does. */
async function letItEnd(): Promise<void> {
  await setTime(`user:${userId}`, 'endsAt');
  await setTime(`account:${provisioning.team.account.id}`, 'recountedAt');
  await indexesSettled();
}

async function setTime(PK: string, attribute: string): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: api.configuration.table.name,
      Key: { PK: { S: PK }, SK: { S: `servicegroup:${groupId}` } },
      UpdateExpression: `SET ${attribute} = :now`,
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeValues: { ':now': { S: new Date(Date.now()).toISOString() } },
    }),
  );
}

const ENDING = 'the members whose access ends';
const COMING = 'the coming ends';

/** Whether each surface says that the user is a member. */
function surfaces(): Surfaces {
  const { team, scim } = provisioning;
  const { asks, path } = team;
  const shows = (answer: Answer, id: string) =>
    answer.status === 200 && JSON.stringify(answer.body).includes(id);
  const byScim = Object.entries(SCIM_MEMBERSHIPS).map(
    ([name, isMember]) => [name, (of: AccessQuestion) => isMember({ ...of, ask: scim })] as const,
  );
  return {
    ...ENTRANCES,
    ...MEMBERSHIPS,
    ...PRESENT_MEMBERSHIPS,
    ...Object.fromEntries(byScim),
    [ENDING]: async () => shows(await asks.admin('GET', `${ofGroup()}/members?ending=true`), userId),
    [COMING]: async () => shows(await asks.admin('GET', `${path}/memberships/ending`), userId),
    'the own service groups': async () =>
      shows(await asks.member('GET', `${path}/users/${userId}/service-groups`), groupId),
    'the own service group': async () => (await asks.member('GET', ofGroup())).status === 200,
  };
}

async function shown(): Promise<string[]> {
  await indexesSettled();
  const { account, asks } = provisioning.team;
  const question = { accountId: account.id, userId, groupId, groupName, ask: asks.admin };
  return surfacesThatSayYes(surfaces(), question);
}

test('a membership is shown by every surface, with its end and reason, and by none once it has ended', async () => {
  const every = Object.keys(surfaces());
  expect(await shown()).toEqual(every);
  const terms = { expiresAt: expect.any(String), reason: 'On call' };
  const { body: member } = await provisioning.team.asks.admin('GET', `${ofGroup()}/members/${userId}`);
  expect(member).toMatchObject(terms);
  const { body: listed } = await provisioning.team.asks.admin('GET', `${ofGroup()}/members`);
  expect(listed.data[0]).toMatchObject(terms);
  await letItEnd();
  expect(await shown()).toEqual([]);
});

test('what has ended is not changed or removed, and can be given again', async () => {
  await letItEnd();
  const { asks } = provisioning.team;
  const path = `${ofGroup()}/members/${userId}`;
  await expectProblem(await asks.admin('PATCH', path, { expiresAt: null }), 404, 'membership_not_found');
  await expectProblem(await asks.admin('DELETE', path), 404, 'membership_not_found');
  await add({});
  const permanent = Object.keys(surfaces()).filter((name) => name !== ENDING && name !== COMING);
  expect(await shown()).toEqual(permanent);
});

test('a rule of the group holds on every path that gives or changes a membership', async () => {
  const { asks, path } = provisioning.team;
  const rules = { maxLengthSeconds: 7_200, defaultLengthSeconds: 3_600, reasonRequired: true };
  expect((await asks.admin('PATCH', ofGroup(), { membershipRules: rules })).status).toBe(200);
  const other = provisioning.team.admin.id;
  const one = `${ofGroup()}/members/${other}`;
  const late = { expiresAt: inHours(3), reason: 'On call' };
  await expectProblem(await asks.admin('PUT', one, late), 409, 'membership_too_long');
  await expectProblem(await asks.admin('PUT', one, {}), 409, 'reason_required');
  await expectProblem(
    await asks.admin('PUT', `${path}/users/${other}/service-groups`, { serviceGroupIds: [groupId] }),
    409,
    'reason_required',
  );
  const codeOf = ({ body }: Answer) => body.results[0].problem.code;
  const change = { userId: other, serviceGroupId: groupId, action: 'add', ...late };
  expect(codeOf(await asks.admin('POST', `${path}/memberships/batch`, { changes: [change] }))).toBe(
    'membership_too_long',
  );
  expect(codeOf(await asks.admin('POST', `${ofGroup()}/members/batch`, { add: [other] }))).toBe(
    'reason_required',
  );
  await expectProblem(
    await asks.admin('PATCH', `${ofGroup()}/members/${userId}`, late),
    409,
    'membership_too_long',
  );
  const added = patch({ op: 'add', path: 'members', value: [{ value: other }] });
  expect((await provisioning.scim('PATCH', `/Groups/${groupId}`, added)).status).toBeLessThan(300);
  const { body } = await asks.admin('GET', one);
  expect(body.reason).toBe('Given by the identity provider (SCIM).');
  expect(Math.round((Date.parse(body.expiresAt) - Date.parse(body.since)) / 60_000)).toBe(60);
});

import { EVENT_SOURCE } from '#libs/event-contracts';
import { noticeToken } from '#libs/secrets';
import { termsFromApi } from '../../../apps/mailer/src/invitation-terms.js';
import type { Mail } from '../../../apps/mailer/src/mail.js';
import { mailEvent } from '../../../apps/mailer/src/mailer.js';
import { noticeFromApi } from '../../../apps/mailer/src/notice.js';
import {
  expectProblem,
  INVITATION_SECRET,
  startApi,
  type Ask,
  type RunningApi,
} from '../../support/api/api.js';
import { created, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';

const ANY_VERSION = { 'if-match': '*' };
type Team = Awaited<ReturnType<typeof createTeam>>;

let api: RunningApi;
let team: Team;
let group: { id: string; name: string };
let groupPath: string;
let requests: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  group = await createServiceGroup(api, team.account.id);
  groupPath = `${team.path}/service-groups/${group.id}`;
  requests = `${team.path}/access-requests`;
  await rule({ membersMayAsk: true });
});

const rule = async (membershipRules: object) =>
  created(await team.asks.owner('PATCH', groupPath, { membershipRules }));
interface Request {
  id: string;
  status: string;
  version: number;
}
const ask = async (wish: object = {}, by: Ask = team.asks.member) =>
  created<Request>(await by('POST', requests, { serviceGroupId: group.id, ...wish }));
const decide = (what: 'approve' | 'refuse', { id }: Request, body: object = {}, by: Ask = team.asks.admin) =>
  by('POST', `${groupPath}/access-requests/${id}/${what}`, body);

test('a member asks, an admin approves for less, and the member may enter', async () => {
  const { body: found } = await team.asks.member('GET', `${team.path}/requestable-service-groups`);
  expect(found.data).toEqual([
    {
      id: group.id,
      name: group.name,
      maxLengthSeconds: null,
      defaultLengthSeconds: null,
      reasonRequired: false,
      accessRoles: [],
    },
  ]);
  const asked = await ask({ lengthSeconds: 7_200, reason: 'To deploy' });
  expect(asked).toMatchObject({
    status: 'requested',
    user: { id: team.member.id, name: team.member.name, status: 'active' },
    serviceGroup: { id: group.id, name: group.name },
    reason: 'To deploy',
    lengthSeconds: 7_200,
    expiresAt: null,
    decidedBy: null,
    version: 1,
  });
  const { body: listed } = await team.asks.admin('GET', `${requests}?status=requested`);
  expect(listed).toEqual({ data: [asked], nextCursor: null });
  expect((await team.asks.admin('GET', `${requests}/count`)).body).toEqual({ value: 1, exact: true });

  const { status, body } = await decide('approve', asked, { lengthSeconds: 3_600, note: 'An hour' });
  expect({ status, ...body }).toMatchObject({
    status: 'approved',
    note: 'An hour',
    decidedBy: `user:${team.admin.id}`,
    version: 2,
  });
  const member = await team.asks.admin('GET', `${groupPath}/members/${team.member.id}`);
  expect(member.body).toMatchObject({ reason: 'To deploy', expiresAt: body.expiresAt });
  const { body: own } = await team.asks.member('GET', `${team.path}/users/${team.member.id}/access-requests`);
  expect(own.data).toMatchObject([{ id: asked.id, status: 'approved', note: 'An hour' }]);
  const { body: history } = await team.asks.owner('GET', `${requests}/${asked.id}/events?include=actor`);
  expect(history.data).toMatchObject([
    { type: 'access_request.requested', actor: `user:${team.member.id}` },
    {
      type: 'access_request.approved',
      summary: `${team.admin.name} approved the request of ${team.member.name} for ${group.name}`,
    },
  ]);
});

test('a request is refused with a word, or withdrawn, and nothing is decided twice', async () => {
  const first = await ask();
  await expectProblem(
    await team.asks.member('POST', requests, { serviceGroupId: group.id }),
    409,
    'access_request_open',
  );
  expect((await decide('refuse', first, { note: 'Ask Grace' })).body).toMatchObject({
    status: 'refused',
    note: 'Ask Grace',
  });
  await expectProblem(await decide('approve', first), 409, 'access_request_decided');
  const second = await ask();
  await expectProblem(
    await team.asks.admin('POST', `${requests}/${second.id}/withdraw`),
    403,
    'not_permitted',
  );
  expect((await team.asks.member('POST', `${requests}/${second.id}/withdraw`)).body).toMatchObject({
    status: 'withdrawn',
  });
  await expectProblem(
    await team.asks.member('POST', `${requests}/${second.id}/withdraw`),
    409,
    'access_request_decided',
  );
});

test('nobody decides on their own request, and members decide on none and see their own only', async () => {
  const own = await ask({}, team.asks.admin);
  await expectProblem(await decide('approve', own), 403, 'own_access_request');
  await expectProblem(await decide('refuse', own), 403, 'own_access_request');
  await expectProblem(await decide('approve', own, {}, team.asks.member), 403, 'not_permitted');
  await expectProblem(await team.asks.member('GET', requests), 403, 'not_permitted');
  await expectProblem(
    await team.asks.member('GET', `${requests}/${own.id}`),
    404,
    'access_request_not_found',
  );
  await expectProblem(
    await team.asks.member('GET', `${team.path}/users/${team.admin.id}/access-requests`),
    403,
    'not_permitted',
  );
  const mine = await ask();
  expect((await team.asks.member('GET', `${requests}/${mine.id}`)).body).toEqual(mine);
  await expectProblem(
    await api.operator('POST', requests, { serviceGroupId: group.id }),
    403,
    'not_permitted',
  );
});

test('managers decide for their service group and for no other, unless admins keep that for themselves', async () => {
  const manager = await createUser(api, team.account.id);
  const asManager = await api.as(manager);
  created(await team.asks.admin('PUT', `${groupPath}/managers/${manager.id}`));
  const asked = await ask();
  const other = await createServiceGroup(api, team.account.id);
  const elsewhere = `${team.path}/service-groups/${other.id}/access-requests`;
  await expectProblem(await asManager('POST', `${elsewhere}/${asked.id}/approve`, {}), 403, 'not_permitted');
  await expectProblem(
    await team.asks.admin('POST', `${elsewhere}/${asked.id}/approve`, {}),
    404,
    'access_request_not_found',
  );
  await expectProblem(await asManager('GET', requests), 403, 'not_permitted');
  const { body } = await asManager('GET', `${groupPath}/access-requests?status=requested`);
  expect(body.data).toMatchObject([{ id: asked.id }]);
  expect((await asManager('GET', `${groupPath}/access-requests/count`)).body).toMatchObject({ value: 1 });
  await rule({ approvers: 'admins' });
  await expectProblem(await decide('approve', asked, {}, asManager), 403, 'not_permitted');
  await rule({ approvers: 'managers' });
  expect((await decide('approve', asked, {}, asManager)).body).toMatchObject({ status: 'approved' });
});

test('what the service group asks for is asked when somebody asks, and again when somebody decides', async () => {
  const asked = await ask({ lengthSeconds: 7_200 });
  await rule({ maxLengthSeconds: 3_600 });
  const tooLong = await expectProblem(await decide('approve', asked), 409, 'membership_too_long');
  expect(tooLong).toMatchObject({ errors: [{ pointer: '/expiresAt' }] });
  await rule({ reasonRequired: true });
  await expectProblem(await decide('approve', asked, { lengthSeconds: 60 }), 409, 'reason_required');
  await team.asks.member('POST', `${requests}/${asked.id}/withdraw`);
  await expectProblem(
    await team.asks.member('POST', requests, { serviceGroupId: group.id, lengthSeconds: 60 }),
    409,
    'reason_required',
  );
  await rule({ membersMayAsk: false });
  await expectProblem(
    await team.asks.member('POST', requests, { serviceGroupId: group.id, reason: 'x' }),
    403,
    'access_requests_closed',
  );
  expect((await team.asks.member('GET', `${team.path}/requestable-service-groups`)).body.data).toEqual([]);
});

test('a decision is tried, made once under one key, and refused for another version', async () => {
  const asked = await ask();
  const path = `${groupPath}/access-requests/${asked.id}/approve`;
  const tried = await team.asks.admin('POST', `${path}?dryRun=true`, {});
  expect(tried.body).toMatchObject({
    dryRun: true,
    events: [{ type: 'access_request.approved' }, { type: 'service_group.member_added' }],
  });
  await expectProblem(
    await team.asks.admin('POST', path, {}, { 'if-match': '"2"' }),
    412,
    'version_mismatch',
  );
  const headers = { 'idempotency-key': 'once', 'if-match': '"1"' };
  const first = await team.asks.admin('POST', path, {}, headers);
  const second = await team.asks.admin('POST', path, {}, headers);
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect(second.headers.get('idempotency-replayed')).toBe('true');
});

test('whoever withdraws and asks again and again is stopped', async () => {
  const codes: unknown[] = [];
  for (let round = 0; round < 25; round += 1) {
    const { status, body } = await team.asks.member('POST', requests, { serviceGroupId: group.id });
    codes.push(body.code ?? status);
    if (status === 201) await team.asks.member('POST', `${requests}/${body.id}/withdraw`);
  }
  expect(codes.filter((code) => code === 201).length).toBeGreaterThan(5);
  expect(codes.at(-1)).toBe('rate_limited');
});

test('a request repeated under its key takes nothing from how often one may ask', async () => {
  const wish = { serviceGroupId: group.id };
  const send = () => team.asks.member('POST', requests, wish, { 'idempotency-key': 'once' });
  const { id } = created<Request>(await send());
  created(await team.asks.member('POST', `${requests}/${id}/withdraw`));
  for (let n = 0; n < 22; n += 1) expect((await send()).status).toBe(201);
  await ask();
});

describe('the mails', () => {
  /** What the mailer sends for the events of a subject, as somebody reads it. */
  async function mailsOf(subject: string): Promise<string[]> {
    const { body } = await team.asks.owner('GET', `${team.path}/events?subject=${subject}`);
    const sent: Mail[] = [];
    const options = {
      send: (mail: Mail) => Promise.resolve(void sent.push(mail)),
      secret: INVITATION_SECRET,
      acceptUrl: 'https://app.acme.example/accept-invitation',
      readTerms: termsFromApi(api.url),
      readNotice: noticeFromApi(api.url),
    };
    for (const { accountId: accountid, ...event } of body.data as { accountId: string; id: string }[])
      await mailEvent(options, { source: EVENT_SOURCE, detail: { ...event, accountid } as never });
    return sent.map(({ to, subject: about, text }) => `${to}: ${about}\n${text}`);
  }

  async function anotherGroup(): Promise<{ id: string; name: string }> {
    const made = await createServiceGroup(api, team.account.id);
    const path = `${team.path}/service-groups/${made.id}`;
    created(await team.asks.owner('PATCH', path, { membershipRules: { membersMayAsk: true } }));
    return made;
  }

  test('go to the managers of the service group, or else to admins and owners, and then to whoever asked', async () => {
    const asked = await ask({ reason: 'To deploy', lengthSeconds: 7_200 });
    const [toAdmin, toOwner, ...others] = await mailsOf(asked.id);
    expect(others).toEqual([]);
    expect(toAdmin).toContain(`${team.admin.email}: ${team.member.name} asks for access to ${group.name}`);
    expect(toAdmin).toContain('for 2 hours.');
    expect(toAdmin).not.toContain('To deploy');
    expect(toAdmin).toContain(`https://app.acme.example/a/${team.account.id}/requests`);
    expect(toOwner).toContain(team.owner.email);
    const manager = await createUser(api, team.account.id);
    created(await team.asks.admin('PUT', `${groupPath}/managers/${manager.id}`));
    expect(await mailsOf(asked.id)).toEqual([expect.stringContaining(manager.email)]);

    created(await decide('approve', asked, { note: 'Take care' }));
    // The request is decided: nobody is asked any more.
    const [toMember, ...more] = await mailsOf(asked.id);
    expect(more).toEqual([]);
    expect(toMember).toContain(`${team.member.email}: Your request for ${group.name} was approved`);
    expect(toMember).toContain(`${team.admin.name} approved your request`);
    expect(toMember).not.toContain('Take care');
  });

  test('have no text of their cause, and of names nothing that a mail program makes a link of', async () => {
    const name = 'Win at https://evil.example/x or mail me@evil.example';
    created(await team.asks.owner('PATCH', `${team.path}/users/${team.member.id}`, { name }, ANY_VERSION));
    await ask({ serviceGroupId: (await anotherGroup()).id });
    const asked = await ask({ reason: 'See https://evil.example' });
    const [toAdmin] = await mailsOf(asked.id);
    expect(toAdmin).toContain('Win at https: / / evil. example/ x or mail me@ evil. example asks for access');
    expect(toAdmin).not.toContain('evil.example');
  });

  test('gather what is open for those who get them: of the service group for its managers, of the account for admins', async () => {
    const other = await anotherGroup();
    await ask({ serviceGroupId: other.id });
    const asked = await ask();
    expect((await mailsOf(asked.id))[0]).toContain(`Also open:\n- ${team.member.name}, for ${other.name}\n`);
    const manager = await createUser(api, team.account.id);
    created(await team.asks.admin('PUT', `${groupPath}/managers/${manager.id}`));
    expect((await mailsOf(asked.id))[0]).not.toContain('Also open');
  });

  test('go past a manager who asks, since nobody decides on their own request', async () => {
    created(await team.asks.admin('PUT', `${groupPath}/managers/${team.member.id}`));
    const mails = await mailsOf((await ask()).id);
    expect(mails.map((mail) => mail.split(': ')[0])).toEqual([team.admin.email, team.owner.email]);
  });

  test('that those who decide get are limited for themselves, and leave room for invitations', async () => {
    const groups = await Promise.all(Array.from({ length: 12 }, anotherGroup));
    const sent: string[][] = [];
    for (const { id } of groups) sent.push(await mailsOf((await ask({ serviceGroupId: id })).id));
    expect(sent.slice(0, 5).map((mails) => mails.length)).toEqual([2, 2, 2, 2, 2]);
    expect(sent.flat()).toHaveLength(10);
    // Of requests without a mail of their own, the next mail tells.
    const fresh = await createUser(api, team.account.id, 'admin');
    const next = (await mailsOf((await ask()).id)).find((mail) => mail.startsWith(fresh.email));
    for (const { name } of groups) expect(next).toContain(`\n- ${team.member.name}, for ${name}\n`);
    await team.asks.owner('DELETE', `${team.path}/users/${team.admin.id}`, undefined, ANY_VERSION);
    created(
      await team.asks.owner('POST', `${team.path}/invitations`, { name: 'Ada', email: team.admin.email }),
    );
  });

  test('are told to nobody without the secret of the platform', async () => {
    const asked = await ask();
    const token = noticeToken('another secret, of 32 characters or more', team.account.id, `${asked.id}.1`);
    for (const wrong of [token, 'rbn_x'])
      await expectProblem(
        await api.operator('POST', '/v1/notices/inspect', { token: wrong }),
        404,
        'event_not_found',
      );
  });
});

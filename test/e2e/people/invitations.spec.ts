import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_SOURCE } from '#libs/event-contracts';
import { invitationToken } from '#libs/secrets';
import { fileMailer } from '../../../apps/mailer/src/file-mailer.js';
import { termsFromApi } from '../../../apps/mailer/src/invitation-terms.js';
import { startInvitationMailer } from '../../../apps/mailer/src/node-host.js';
import type { Mail } from '../../../apps/mailer/src/mail.js';
import { mailInvitation } from '../../../apps/mailer/src/mailer.js';
import { noticeFromApi } from '../../../apps/mailer/src/notice.js';
import { sesMailer } from '../../../apps/mailer/src/ses-mailer.js';
import { startBus } from '../../../apps/local/src/bus/bus.js';
import { startStreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import {
  costOf,
  expectProblem,
  INVITATION_SECRET,
  startApi,
  type Answer,
  type RunningApi,
  expectCalls,
} from '../../support/api/api.js';
import { createApp } from '../../../apps/api/src/app.js';
import { engineClient, engineEndpoint, indexesSettled } from '../../support/engines/engine.js';
import { asTrustedProxies } from '../../../apps/api/src/configuration/trusted-proxies.js';
import { eventually } from '../../support/eventually.js';
import { everyItem } from '../../support/directory/items.js';
import { masterKeyFile } from '../../support/directory/master-key.js';
import { created, createTeam, createUser } from '../../support/api/people.js';

// Generous for a busy machine: leases are waited for.

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let path: string;
// One API for each test: attempts to accept are limited for each address.
beforeEach(async () => {
  api = await startApi();
  team = await createTeam(api);
  path = `${team.path}/invitations`;
});
afterEach(() => api.close());

const GRACE = { name: 'Grace', email: 'grace@x.example' };

async function accept(token: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${api.url}/invitations/v1/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** What the mail for one event holds. */
const tokenOf = (userId: string, version: number) =>
  invitationToken(INVITATION_SECRET, team.account.id, `${userId}.${version}`);

async function invite(input: object = GRACE): Promise<string> {
  return created<{ id: string }>(await team.asks.admin('POST', path, input)).id;
}

describe('behind a balancer', () => {
  /** How the attempts of one client are answered, the nth of which says that it is forwarded for these addresses. */
  async function statuses(attempts: number, forwardedFor: (attempt: number) => string): Promise<number[]> {
    const answers: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { status } = await accept(`none ${attempt}`, { 'x-forwarded-for': forwardedFor(attempt) });
      answers.push(status);
    }
    return answers;
  }

  test.each([
    ['invents addresses before its own', (n: number) => `198.51.100.${n}, 203.0.113.9`],
    ['has a port that changes', (n: number) => `203.0.113.9:${4711 + n}`],
    ['has a network of IPv6 addresses', (n: number) => `2001:db8:1:2::${n}`],
    ['has no address', (n: number) => `unknown-${n}`],
  ])('who %s is slowed down, and nobody else', async (_what, forwardedFor) => {
    await api.close();
    api = await startApi({ trustedProxies: asTrustedProxies('1') });
    const answers = await statuses(30, forwardedFor);
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(404));
    expect(answers.slice(20).filter((status) => status === 429).length).toBeGreaterThan(5);
    expect(await statuses(1, () => '192.0.2.77')).toEqual([404]);
  });

  test('who is not trusted to name addresses is one client, whatever it says', async () => {
    const answers = await statuses(30, (attempt) => `198.51.100.${attempt}`);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(5);
  });
});

describe('an invitation', () => {
  test('is tried some times only by one client, who keeps nobody else from accepting it, or another', async () => {
    await api.close();
    api = await startApi({ trustedProxies: asTrustedProxies('1') });
    team = await createTeam(api);
    path = `${team.path}/invitations`;
    const id = await invite();
    const wrong = `${tokenOf(id, 1).slice(0, -1)}-`;
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expectProblem(await accept(wrong), 404, 'invitation_not_found');
    await expectProblem(await accept(wrong), 429, 'rate_limited');
    await expectProblem(await accept(tokenOf(id, 1)), 429, 'rate_limited');
    const other = await invite({ name: 'Ada', email: 'ada@x.example' });
    expect((await accept(tokenOf(other, 1))).status).toBe(200);
    expect((await accept(tokenOf(id, 1), { 'x-forwarded-for': '192.0.2.77' })).status).toBe(200);
  });

  test('is tried some times only by one client, however many processes it reaches', async () => {
    const id = await invite();
    const payload = { token: `${tokenOf(id, 1).slice(0, -1)}-` };
    const others = await Promise.all([1, 2].map(() => createApp(api.configuration)));
    const request = { method: 'POST', url: '/v1/invitations/inspect', payload } as const;
    const [statuses, startedAt]: [number[], number] = [[], performance.now()];
    for (let n = 0; n < 12; n += 1) statuses.push((await others[n % 2]!.inject(request)).statusCode);
    const refilled = Math.ceil((performance.now() - startedAt) / 5_000);
    await Promise.all(others.map((app) => app.close()));
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(5 + refilled);
  });

  test('is sent five times, and then once an hour, however many ask at once', async () => {
    const id = await invite();
    const resend = () => team.asks.admin('POST', `${path}/${id}/resend`);
    const answers = await Promise.all(Array.from({ length: 20 }, resend));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = await resend();
    await expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBe(3_600);
    expect((await team.asks.admin('GET', `${path}/${id}`)).body).toMatchObject({ sentCount: 5 });
    expect((await accept(tokenOf(id, 5))).status).toBe(200);
  });

  test('is not sent to one address again and again, by being revoked and made again; others are', async () => {
    const inviteAndRevoke = async () => {
      const { status, body } = await team.asks.admin('POST', path, GRACE);
      if (status === 201) await team.asks.admin('DELETE', `${path}/${body.id}`);
      return status;
    };
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await inviteAndRevoke());
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(201));
    expect(statuses.at(-1)).toBe(429);
    // What others send to the same address is theirs.
    const other = await createTeam(api);
    expect((await other.asks.admin('POST', `${other.path}/invitations`, GRACE)).status).toBe(201);
    const rows = [
      { ...GRACE, email: 'GRACE@x.example' },
      { name: 'Ada', email: 'ada@x.example' },
    ];
    const { body } = await team.asks.admin('POST', `${path}/batch`, { invitations: rows });
    expect(body).toMatchObject({ done: 1, refused: 1 });
    // Nothing of an address is in the bucket.
    const client = engineClient();
    const items = await everyItem({ client, tableName: api.configuration.table.name });
    client.destroy();
    const buckets = items.filter(({ entity }) => entity === 'rate-limit');
    expect(buckets.length).toBeGreaterThan(0);
    expect(JSON.stringify(buckets).toLowerCase()).not.toContain('grace');
  });

  test('that is repeated under its key, alone, in a batch or again, takes nothing from what may be sent', async () => {
    const key = (name: string) => ({ 'idempotency-key': name });
    const id = created<{ id: string }>(await team.asks.admin('POST', path, GRACE, key('one'))).id;
    const [ada] = [{ name: 'Ada', email: 'ada@x.example' }];
    for (let n = 0; n < 12; n += 1) {
      const again = await team.asks.admin('POST', path, GRACE, key('one'));
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      const batch = { invitations: [ada] };
      const { body } = await team.asks.admin('POST', `${path}/batch`, batch, key('many'));
      expect(body).toMatchObject({ done: 1, refused: 0 });
      expect((await team.asks.admin('POST', `${path}/${id}/resend`, {}, key('again'))).status).toBe(200);
    }
    expect((await team.asks.admin('GET', `${path}/${id}`)).body).toMatchObject({ sentCount: 2 });
    expect((await team.asks.admin('POST', `${path}/${id}/resend`)).status).toBe(200);
  });

  test('makes an invited user, who is active once somebody accepts with its token', async () => {
    const { id, expiresAt } = created<{ id: string; expiresAt: string }>(
      await team.asks.admin('POST', path, GRACE),
    );
    const user = `${team.path}/users/${id}`;
    expect((await team.asks.admin('GET', user)).body).toMatchObject({ ...GRACE, status: 'invited' });
    expect((await team.asks.admin('GET', `${path}/${id}`)).body).toMatchObject({
      id,
      ...GRACE,
      role: 'member',
      status: 'pending',
      invitedBy: `user:${team.admin.id}`,
      sentCount: 1,
      expiresAt,
    });
    expect(await accept(tokenOf(id, 1))).toMatchObject({
      status: 200,
      body: { accountId: team.account.id, userId: id },
    });
    expect((await team.asks.admin('GET', user)).body).toMatchObject({ status: 'active' });
    await expectProblem(await team.asks.admin('GET', `${path}/${id}`), 404, 'invitation_not_found');
    const { body } = await api.operator('GET', `${user}/events?order=asc`);
    expect(body.data.map(({ type, actor }: Record<string, string>) => ({ type, actor }))).toEqual([
      { type: 'user.invited', actor: `user:${team.admin.id}` },
      { type: 'user.activated', actor: `user:${id}` },
    ]);
    // Once.
    const again = await accept(tokenOf(id, 1));
    await expectProblem(again, 409, 'invitation_accepted');
    // Of others nobody learns that, not even by what it takes to find out.
    const forged = await accept(`${tokenOf(id, 1).slice(0, -3)}abc`);
    await expectProblem(forged, 404, 'invitation_not_found');
    const unknown = invitationToken(INVITATION_SECRET, team.account.id, `user_${id.slice(5, -3)}ZZZ.1`);
    const nobody = await accept(unknown);
    await expectProblem(nobody, 404, 'invitation_not_found');
    expectCalls(forged, costOf(nobody).calls);
    await team.asks.admin('DELETE', user, undefined);
    await expectProblem(await accept(tokenOf(id, 1)), 404, 'invitation_not_found');
  });

  test('is sent again with another token, and the previous one becomes invalid', async () => {
    const id = await invite();
    const again = await team.asks.owner('POST', `${path}/${id}/resend`);
    expect(again.body).toMatchObject({ id, status: 'invited', version: 2 });
    const { expiresAt } = again.body;
    expect((await team.asks.admin('GET', `${path}/${id}`)).body).toMatchObject({ sentCount: 2, expiresAt });
    await expectProblem(await accept(tokenOf(id, 1)), 404, 'invitation_not_found');
    expect((await accept(tokenOf(id, 2))).status).toBe(200);
    await expectProblem(await accept(tokenOf(id, 1)), 404, 'invitation_not_found');
    await expectProblem(await accept(tokenOf(id, 2)), 409, 'invitation_accepted');
    await expectProblem(await team.asks.owner('POST', `${path}/${id}/resend`), 404, 'invitation_not_found');
  });

  test('is revoked: its token becomes invalid, and the email free', async () => {
    const id = await invite();
    expect((await team.asks.admin('DELETE', `${path}/${id}`)).status).toBe(204);
    await expectProblem(await accept(tokenOf(id, 1)), 404, 'invitation_not_found');
    await expectProblem(await team.asks.admin('GET', `${team.path}/users/${id}`), 404, 'user_not_found');
    expect(await invite()).not.toBe(id);
    // Nobody who has accepted is removed that way.
    const other = await createUser(api, team.account.id);
    await expectProblem(await team.asks.admin('DELETE', `${path}/${other.id}`), 404, 'invitation_not_found');
  });

  test('ends with a user who is activated otherwise', async () => {
    const id = await invite();
    await team.asks.admin('POST', `${team.path}/users/${id}/activate`);
    expect((await team.asks.admin('GET', path)).body.data).toEqual([]);
    await expectProblem(await accept(tokenOf(id, 1)), 404, 'invitation_not_found');
  });

  test('of an owner is for owners to send, repeat and take back', async () => {
    const owner = { ...GRACE, role: 'owner' };
    await expectProblem(await team.asks.admin('POST', path, owner), 403, 'owner_needed');
    const { id } = created<{ id: string }>(await team.asks.owner('POST', path, owner));
    await expectProblem(await team.asks.admin('POST', `${path}/${id}/resend`), 403, 'owner_needed');
    await expectProblem(await team.asks.admin('DELETE', `${path}/${id}`), 403, 'owner_needed');
    expect((await team.asks.owner('DELETE', `${path}/${id}`)).status).toBe(204);
    await expectProblem(await team.asks.member('GET', path), 403, 'not_permitted');
  });

  test('of many is answered row by row', async () => {
    const invitations = [GRACE, { name: '', email: 'x@x.example' }, { ...GRACE, name: 'Twice' }];
    const { status, body } = await team.asks.admin('POST', `${path}/batch`, { invitations });
    expect(status).toBe(200);
    expect(body).toMatchObject({ done: 1, unchanged: 0, refused: 2 });
    const rows = body.results as { index: number; userId: string | null; problem: { code: string } | null }[];
    expect(rows.map(({ index }) => index)).toEqual([0, 1, 2]);
    const refused = { outcome: 'refused', userId: null, invitation: null };
    expect(rows[1]).toMatchObject({ ...refused, problem: { status: 400, code: 'invalid_name' } });
    // Both at once: one of them is the first.
    const [taken, invited] = rows[0]?.problem ? [rows[0], rows[2]] : [rows[2], rows[0]];
    expect(taken).toMatchObject({ ...refused, problem: { status: 409, code: 'email_taken' } });
    expect(invited).toMatchObject({
      outcome: 'done',
      problem: null,
      invitation: { id: invited?.userId, status: 'pending' },
    });
    expect((await team.asks.admin('GET', path)).body.data).toHaveLength(1);
    await expectProblem(
      await team.asks.admin('POST', `${path}/batch`, { invitations: [] }),
      400,
      'too_short',
    );
  });

  test('in a suspended account cannot be accepted', async () => {
    const id = await invite();
    await api.operator('POST', `${team.path}/suspend`, undefined, { 'if-match': '*' });
    await expectProblem(await accept(tokenOf(id, 1)), 409, 'account_suspended');
  });
});

describe('a token', () => {
  test('that is changed, of another account, or none at all is refused alike', async () => {
    const id = await invite();
    const token = tokenOf(id, 1);
    const other = await createTeam(api);
    const wrong = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      invitationToken('another secret', team.account.id, `${id}.1`),
      invitationToken(INVITATION_SECRET, other.account.id, `${id}.1`),
      'rbi_nothing',
      '',
    ];
    const answers = await Promise.all(wrong.map((token) => accept(token)));
    for (const answer of answers) await expectProblem(answer, 404, 'invitation_not_found');
    expect((await accept(token)).status).toBe(200);
  });

  test('is in no item, no event and no answer', async () => {
    const id = await invite();
    const token = tokenOf(id, 1);
    const client = engineClient();
    const items = JSON.stringify(await everyItem({ client, tableName: api.configuration.table.name }));
    client.destroy();
    expect(items).not.toContain(token);
    expect(items).not.toContain(token.slice(-43));
    const { body } = await api.operator('GET', `${team.path}/events`);
    expect(JSON.stringify(body)).not.toContain(token.slice(-43));
  });

  test('cannot be guessed at will', async () => {
    const id = await invite();
    const answers = await Promise.all(Array.from({ length: 30 }, () => accept('rbi_guess')));
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(limited[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await team.asks.admin('GET', `${path}/${id}`)).status).toBe(200);
  });
});

describe('the mail', () => {
  test('is written by a subscriber of the event, with a link that can be accepted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-mail-'));
    const bus = await startBus({ port: 0, dataDir: folder });
    const mails = join(folder, 'mail');
    const mailer = await startInvitationMailer({
      send: fileMailer(mails),
      secret: INVITATION_SECRET,
      acceptUrl: 'https://app.acme.example/accept?from=mail',
      readTerms: termsFromApi(api.url),
      readNotice: noticeFromApi(api.url),
      eventBridgeEndpoint: bus.url,
      eventBus: 'rollbook',
      onNotice: () => {},
    });
    const processor = await startStreamProcessor(
      {
        table: api.configuration.table.name,
        eventBus: 'rollbook',
        dynamodbEndpoint: engineEndpoint(),
        eventBridgeEndpoint: bus.url,
        masterKeyFile: masterKeyFile(),
      },
      () => {},
      { leaseDurationMs: 1_000 },
    );
    try {
      // What a page, or another program of this machine, could make up.
      const forged = {
        source: 'rollbook',
        detail: { type: 'user.invited', id: '../outside', accountid: 'acct_1', data: {} },
      };
      const post = (headers: Record<string, string>, detail: object) =>
        fetch(mailer.url, { method: 'POST', headers, body: JSON.stringify({ ...forged, detail }) });
      expect((await post({ origin: 'https://attacker.example' }, forged.detail)).status).toBe(403);
      expect((await post({}, forged.detail)).status).toBe(503);
      expect((await post({}, { ...forged.detail, type: 'user.created' })).status).toBe(200);
      expect(existsSync(join(folder, 'outside.eml'))).toBe(false);

      const group = await team.asks.admin('POST', `${team.path}/service-groups`, { name: 'prod' });
      const id = await invite({ ...GRACE, serviceGroupIds: [created<{ id: string }>(group).id] });
      const file = join(mails, `${id}.1.eml`);
      await eventually('the mail is there', () => existsSync(file));
      const mail = await readFile(file, 'utf8');
      expect(mail).toContain('To: grace@x.example\n');
      expect(mail).toContain(`Subject: You are invited to ${team.account.name}\n`);
      expect(mail).toContain(
        `${team.admin.name} has invited you to join ${team.account.name} as a member. You may then enter prod. `,
      );
      expect((await stat(file)).mode & 0o077).toBe(0);
      const [link = ''] = /https:\S+/.exec(mail) ?? [];
      expect(new URL(link).searchParams.get('from')).toBe('mail');
      expect((await accept(new URL(link).searchParams.get('token') ?? '')).status).toBe(200);
    } finally {
      await processor.stop();
      await mailer.stop();
      await bus.stop();
      await rm(folder, { recursive: true });
    }
  });

  test('names nothing but the role when the API does not answer, and is sent all the same', async () => {
    const event = {
      id: 'user_1.1',
      type: 'user.invited',
      accountid: team.account.id,
      data: { ...GRACE, role: 'owner' },
    };
    const sent: Mail[] = [];
    await mailInvitation(
      {
        send: (mail) => Promise.resolve(void sent.push(mail)),
        secret: INVITATION_SECRET,
        acceptUrl: 'https://app.acme.example/accept',
        readTerms: termsFromApi('http://127.0.0.1:1'),
      },
      { source: EVENT_SOURCE, detail: event as never },
    );
    expect(sent).toEqual([expect.objectContaining({ subject: 'You are invited' })]);
    expect(sent[0]?.text).toContain('You have been invited to join as an owner. Accept with this link');
  });

  test('is not sent for users who were created as invited: there is nothing to accept', async () => {
    const sent: Mail[] = [];
    const options = {
      send: (mail: Mail) => Promise.resolve(void sent.push(mail)),
      secret: INVITATION_SECRET,
      acceptUrl: 'https://app.acme.example/accept',
      readTerms: termsFromApi(api.url),
    };
    const rows = [{ name: 'Ada', email: 'ada@x.example', status: 'invited' }];
    await team.asks.admin('POST', `${team.path}/users`, { ...GRACE, status: 'invited' });
    await team.asks.admin('POST', `${team.path}/users/batch`, { users: rows });
    await invite({ name: 'Bob', email: 'bob@x.example' });
    await indexesSettled();
    const { body } = await team.asks.admin('GET', `${team.path}/events?type=user.invited`);
    expect(body.data).toHaveLength(3);
    for (const { accountId: accountid, ...event } of body.data as { accountId: string; id: string }[])
      await mailInvitation(options, { source: EVENT_SOURCE, detail: { ...event, accountid } as never });
    expect(sent.map(({ to }) => to)).toEqual(['bob@x.example']);
  });

  test('of many invitations each is looked at from one address: a right token is no attempt', async () => {
    const readTerms = termsFromApi(api.url);
    const rows = Array.from({ length: 40 }, (_, n) => ({ name: `Guest ${n}`, email: `g${n}@x.example` }));
    const { body } = await team.asks.admin('POST', `${path}/batch`, { invitations: rows });
    const { results } = body as { results: { userId: string }[] };
    for (const { userId } of results)
      expect(await readTerms(tokenOf(userId, 1))).toMatchObject({ role: 'member' });
  });

  test('goes to SES on AWS', async () => {
    const sent: unknown[] = [];
    const client = { send: (command: { input: unknown }) => Promise.resolve(sent.push(command.input)) };
    const send = sesMailer(client as never, 'hello@acme.example');
    await send({ id: 'user_1.1', to: 'grace@x.example', subject: 'You are invited', text: 'Hello' });
    expect(sent).toEqual([
      expect.objectContaining({
        FromEmailAddress: 'hello@acme.example',
        Destination: { ToAddresses: ['grace@x.example'] },
      }),
    ]);
  });
});

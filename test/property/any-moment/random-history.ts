import fc from 'fast-check';
import { endManagingOfRemoved, grantTenant, runDue } from '#libs/directory';
import type { UserId } from '#libs/domain';
import { askWith, type Answer, type RunningApi } from '../../support/api/api.js';
import type { Clock } from '../../support/clock.js';
import { finishJob } from '../../support/directory/jobs.js';
import type { Event, Past } from './past-model.js';

/** What can happen to an account: sent through the API by numbers that stand for one of those who have come. What is refused is no matter. */

const NAMES = ['Ada Lovelace', 'Walter Ada', 'Öztürk', 'Grace', 'Grace Hopper'];
const GROUPS = ['prod', 'dev', 'prod db', 'lab', 'later'];
const MINUTE_MS = 60_000;

const user = fc.noBias(fc.nat(50));
const group = fc.noBias(fc.nat(20));
const name = fc.constantFrom(...NAMES);
const groupName = fc.constantFrom(...GROUPS);
const role = fc.constantFrom('owner', 'admin', 'member');
/** Minutes from then on; null: it has no end. */
const end = fc.option(fc.integer({ min: 1, max: 600 }), { nil: null, freq: 2 });
const reason = fc.option(fc.constantFrom('on call', 'audit'), { nil: undefined });

const of = <const Type extends string>(type: Type) => fc.constant(type);

export const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: of('create'), name, role }) },
  { weight: 2, arbitrary: fc.record({ type: of('invite'), name }) },
  { weight: 3, arbitrary: fc.record({ type: of('rename'), user, name }) },
  { weight: 2, arbitrary: fc.record({ type: of('readdress'), user }) },
  { weight: 2, arbitrary: fc.record({ type: of('promote'), user, role }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('suspend', 'reactivate', 'activate'), user }) },
  { weight: 3, arbitrary: fc.record({ type: of('remove'), user }) },
  { weight: 4, arbitrary: fc.record({ type: of('create group'), groupName }) },
  { weight: 2, arbitrary: fc.record({ type: of('rename group'), group, groupName }) },
  { weight: 2, arbitrary: fc.record({ type: of('remove group'), group }) },
  { weight: 26, arbitrary: fc.record({ type: of('add'), user, group, end, reason }) },
  { weight: 8, arbitrary: fc.record({ type: of('change'), user, group, end, reason }) },
  { weight: 5, arbitrary: fc.record({ type: of('take away'), user, group }) },
  { weight: 10, arbitrary: fc.record({ type: of('make manager'), user, group }) },
  { weight: 5, arbitrary: fc.record({ type: of('unmake manager'), user, group }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('link', 'unlink'), user }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('suspend account', 'reactivate account') }) },
  { weight: 6, arbitrary: fc.record({ type: of('reactivate account') }) },
  { weight: 10, arbitrary: fc.record({ type: of('wait'), minutes: fc.integer({ min: 1, max: 200 }) }) },
  { weight: 3, arbitrary: fc.record({ type: of('work') }) },
);
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export class History {
  readonly users: string[] = [];
  readonly groups: string[] = [];
  private readonly linked = new Map<string, string>();
  private readonly gone = new Set<string>();
  private instants: string[] = [];
  private made = 0;
  private token = '';
  private signedAt = 0;

  private constructor(
    private readonly api: RunningApi,
    private readonly clock: Clock,
    readonly accountId: string,
  ) {}

  static async begin(api: RunningApi, clock: Clock): Promise<History> {
    const { id } = await api.client.post('/v1/accounts', { body: { name: 'Acme' } });
    const history = new History(api, clock, id);
    await history.send({ type: 'create', name: 'Ada Lovelace', role: 'owner' });
    for (const each of GROUPS.slice(0, 2)) await history.send({ type: 'create group', groupName: each });
    return history;
  }

  /** A token does not outlive the clock's turns. */
  async ask(method: Method, path: string, body?: unknown): Promise<Answer> {
    if (Date.now() > this.signedAt + MINUTE_MS) {
      this.token = await this.api.issuer.signOperatorToken({ subject: 'tester' });
      this.signedAt = Date.now();
    }
    const headers: Record<string, string> =
      method === 'PATCH' || method === 'DELETE' ? { 'if-match': '*' } : {};
    return askWith(this.api.url, this.token)(method, path, body, headers);
  }

  of(path: string): string {
    return `/v1/accounts/${this.accountId}${path}`;
  }

  /** @returns whether it was not refused */
  async send(sent: Command): Promise<boolean> {
    if (sent.type === 'wait') return (this.clock.turn(sent.minutes * MINUTE_MS), true);
    if (sent.type === 'work') return this.work();
    // A membership that a user's removal ends before the job of its service group comes to it has the user's removal for its end in diffs.
    if (sent.type === 'remove') await this.finishJobs();
    const [method, path, body] = this.requestOf(sent);
    const { status, body: answer } = await this.ask(method, this.of(path), body);
    if (status >= 500) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    this.clock.turn(1 + (this.made % 3));
    this.made += 1;
    if (status >= 300) return false;
    if (sent.type === 'remove' || sent.type === 'remove group') this.gone.add(path.split('/')[2]!);
    const { id } = (answer ?? {}) as { id?: string };
    if (sent.type === 'create' || sent.type === 'invite')
      this.users.push(id ?? (answer as { userId: string }).userId);
    if (sent.type === 'create group') this.groups.push(id!);
    if (sent.type === 'link') this.linked.set(path.split('/')[2]!, id!);
    return true;
  }

  /** What the stream processor does, when it comes to it. */
  async work(): Promise<boolean> {
    const { directory } = this.api;
    await runDue(directory, { onNotice: () => {}, rest: 0 });
    await this.finishJobs();
    for (const userId of this.users) await endManagingOfRemoved(directory, this.accountId, userId as UserId);
    return true;
  }

  private async finishJobs(): Promise<void> {
    const { body } = await this.ask('GET', this.of('/jobs?limit=100'));
    for (const { id, status } of (body as { data: { id: string; status: string }[] }).data)
      if (status === 'running') await finishJob(this.api.directory, id);
  }

  tenant() {
    return grantTenant(this.api.directory, this.accountId);
  }

  /** @param events all that there are */
  happened(events: readonly Event[]): void {
    const ends = events.flatMap(({ data }) =>
      typeof data['expiresAt'] === 'string' ? [data['expiresAt']] : [],
    );
    this.instants = [...new Set([...events.map(({ at }) => at), ...ends])].toSorted();
  }

  /** The past at each instant at which something may have changed. */
  moments(pastAt: (at: string) => Past): Past[] {
    return this.instants.map(pastAt);
  }

  /** The first who was. */
  removedUser(): string {
    return this.users.find((id) => this.gone.has(id))!;
  }

  /** Of what is still there. */
  private present(ids: readonly string[], number: number): string {
    const here = ids.filter((id) => !this.gone.has(id));
    return here[number % here.length] ?? ids[0]!;
  }

  private requestOf(sent: Exclude<Command, { type: 'wait' | 'work' }>): [Method, string, unknown?] {
    const email = () => `person-${this.accountId.slice(-4).toLowerCase()}-${this.made}@acme.example`;
    const userId = 'user' in sent ? this.present(this.users, sent.user) : '';
    const groupId = 'group' in sent ? this.present(this.groups, sent.group) : '';
    const [one, group] = [`/users/${userId}`, `/service-groups/${groupId}`];
    const [member, manager] = [`${group}/members/${userId}`, `${group}/managers/${userId}`];
    const terms = (minutes: number | null) => ({
      expiresAt: minutes === null ? null : new Date(Date.now() + minutes * MINUTE_MS).toISOString(),
    });
    switch (sent.type) {
      case 'create':
        return ['POST', '/users', { name: sent.name, email: email(), role: sent.role }];
      case 'invite':
        return ['POST', '/users', { name: sent.name, email: email(), status: 'invited' }];
      case 'rename':
        return ['PATCH', one, { name: sent.name }];
      case 'readdress':
        return ['PATCH', one, { email: email() }];
      case 'promote':
        return ['PATCH', one, { role: sent.role }];
      case 'suspend':
      case 'reactivate':
      case 'activate':
        return ['POST', `${one}/${sent.type}`];
      case 'remove':
        return ['DELETE', one];
      case 'create group':
        return ['POST', '/service-groups', { name: sent.groupName }];
      case 'rename group':
        return ['PATCH', group, { name: sent.groupName }];
      case 'remove group':
        return ['DELETE', group];
      case 'add':
        return ['PUT', member, { ...terms(sent.end), ...(sent.reason && { reason: sent.reason }) }];
      case 'change':
        return ['PATCH', member, { ...terms(sent.end), ...(sent.reason && { reason: sent.reason }) }];
      case 'take away':
        return ['DELETE', member];
      case 'make manager':
        return ['PUT', manager];
      case 'unmake manager':
        return ['DELETE', manager];
      case 'link':
        return [
          'POST',
          `${one}/identities`,
          { issuer: 'https://login.example', subject: `sub-${this.made}` },
        ];
      case 'unlink':
        return [
          'DELETE',
          `${one}/identities/${this.linked.get(userId) ?? 'idty_00000000000000000000000000'}`,
        ];
      case 'suspend account':
      case 'reactivate account':
        return ['POST', `/${sent.type.split(' ')[0]}`];
    }
  }
}

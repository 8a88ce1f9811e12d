import type { RunningApi } from '../../support/api/api.js';
import type { Command } from './commands.js';

const SOON_MS = 1_500;
/** Most of those from before are removed by and by. */
const [RECENT_USERS, RECENT_GROUPS] = [12, 4];

/** An account that several clients change. What is refused changes nothing, and is of no interest here. */
export class Company {
  readonly users: string[] = [];
  readonly groups: string[] = [];
  /** Of the last write that was answered. */
  position = '';
  private names = 0;
  private lastEnd = 0;

  constructor(
    readonly api: RunningApi,
    readonly accountId: string,
  ) {}

  get path(): string {
    return `/v1/accounts/${this.accountId}`;
  }

  async send(given: Command): Promise<void> {
    const [method, path, body, headers] = this.request(given);
    // An API that is ended does not answer: nobody knows then whether it was done.
    const answer = await this.api.operator(method, this.path + path, body, headers).catch(() => undefined);
    if (answer === undefined) return;
    const { id } = (answer.body ?? {}) as { id?: string };
    if (answer.status === 201 && given.type === 'create_user') this.users.push(id!);
    if (answer.status === 201 && given.type === 'create_group') this.groups.push(id!);
    this.position = answer.headers.get('rollbook-position') ?? this.position;
  }

  /** Whatever was done before, somebody may enter something, and somebody else may not. */
  async giveSomething(): Promise<void> {
    await this.send({ type: 'reactivate_account' });
    for (const type of ['create_user', 'create_user', 'create_group'] as const) await this.send({ type });
    const last = { user: this.users.length - 1, group: this.groups.length - 1 };
    await this.send({ type: 'add', ...last, ends: 'never' });
  }

  /** A change after all others. @returns its position, and that of the last one of a client */
  async mark(): Promise<string> {
    const name = `n${(this.names += 1)}`;
    const { headers } = await this.api.operator('PATCH', this.path, { name }, { 'if-match': '*' });
    return [headers.get('rollbook-position'), this.position].filter(Boolean).join(',');
  }

  /** How long until every membership that was to end soon has ended. Milliseconds */
  get untilEnds(): number {
    return Math.max(0, this.lastEnd - Date.now());
  }

  private request(given: Command): [string, string, unknown?, Record<string, string>?] {
    const name = `n${(this.names += 1)}`;
    const userId = 'user' in given ? recent(this.users, RECENT_USERS, given.user) : '';
    const groupId = 'group' in given ? recent(this.groups, RECENT_GROUPS, given.group) : '';
    const member = `/service-groups/${groupId}/members/${userId}`;
    const any = { 'if-match': '*' };
    switch (given.type) {
      case 'create_user':
        return ['POST', '/users', { name, email: `${name}@x.example` }];
      case 'create_group':
        return ['POST', '/service-groups', { name }];
      case 'add':
        return ['PUT', member, this.end(given.ends)];
      case 'remove':
        return ['DELETE', member];
      case 'suspend':
        return ['POST', `/users/${userId}/suspend`];
      case 'reactivate':
        return ['POST', `/users/${userId}/reactivate`];
      case 'remove_user':
        return ['DELETE', `/users/${userId}`, undefined, any];
      case 'remove_group':
        return ['DELETE', `/service-groups/${groupId}`, undefined, any];
      case 'erase':
        return ['POST', `/users/${userId}/erase`];
      case 'suspend_account':
        return ['POST', '/suspend', undefined, any];
      case 'reactivate_account':
        return ['POST', '/reactivate'];
      default:
        return given satisfies never;
    }
  }

  private end(ends: 'never' | 'late' | 'soon'): { expiresAt: string } | undefined {
    if (ends === 'never') return undefined;
    if (ends === 'late') return { expiresAt: '2099-01-01T00:00:00Z' };
    this.lastEnd = Date.now() + SOON_MS;
    return { expiresAt: new Date(this.lastEnd).toISOString() };
  }
}

function recent(ids: readonly string[], count: number, place: number): string {
  const some = ids.slice(-count);
  return some[place % some.length] ?? '';
}

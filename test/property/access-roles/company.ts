import { ulid } from 'ulid';
import { askWith, type Answer, type RunningApi } from '../../support/api/api.js';
import type { Clock } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { KEYS, STEP_MS, type Command, type CommandOf } from './commands.js';
import {
  copyOf,
  emptyModel,
  membershipAt,
  pairOf,
  removeGroup,
  removeUser,
  type Membership,
  type Model,
} from './model.js';

const MINUTE_MS = 60_000;
/** Of all who were there, the last ones are asked about. */
const [ASKED_USERS, ASKED_GROUPS] = [7, 4];
const [FEWEST_USERS, FEWEST_GROUPS] = [3, 2];

/** What there was between two commands. */
export interface Past {
  model: Model;
  from: number;
  /** When the next command was sent; undefined: none has been. */
  until: number | undefined;
}

/** A change that can be undone: what there was before it. */
interface Change {
  id: string;
  memberships: ReadonlyMap<string, Membership | undefined>;
  status?: { userId: string; before: 'active' | 'suspended' };
}

/** An account that commands change by way of the API, and what it must be like. What is refused changes nothing. */
export class Company {
  readonly model = emptyModel();
  readonly pasts: Past[] = [];
  readonly users: string[] = [];
  readonly groups: string[] = [];
  /** How often each was accepted. */
  readonly accepted = new Map<string, number>();
  private readonly changes: Change[] = [];
  private made = 0;
  private token = '';
  private signedAt = 0;

  private constructor(
    private readonly api: RunningApi,
    private readonly clock: Clock,
    readonly accountId: string,
  ) {}

  static async begin(api: RunningApi, clock: Clock): Promise<Company> {
    const { id } = await api.client.post('/v1/accounts', { body: { name: 'Acme' } });
    const company = new Company(api, clock, id);
    for (let count = 0; count < 5; count += 1) await company.send({ type: 'create user' });
    for (let count = 0; count < 3; count += 1) await company.send({ type: 'create group' });
    return company;
  }

  get path(): string {
    return `/v1/accounts/${this.accountId}`;
  }

  get askedUsers(): string[] {
    return this.users.slice(-ASKED_USERS);
  }

  get askedGroups(): string[] {
    return this.groups.slice(-ASKED_GROUPS);
  }

  /** The ends that have yet to come, soonest first. */
  get ends(): number[] {
    const ends = [...this.model.memberships.values()].map(({ end }) => end);
    return ends.filter((end) => end > Date.now() && end < Infinity).sort((a, b) => a - b);
  }

  /** A token does not outlive the clock's turns. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    if (Date.now() > this.signedAt + MINUTE_MS) {
      this.token = await this.api.issuer.signOperatorToken({ subject: 'tester' });
      this.signedAt = Date.now();
    }
    const answer = await askWith(this.api.url, this.token)(method, path, body, {
      'if-match': '*',
      ...headers,
    });
    if (answer.status >= 500)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** A change after all others. @returns its position */
  async mark(): Promise<string> {
    if (!this.model.isOpen) await this.send({ type: 'reactivate account' });
    const { headers } = await this.ask('PATCH', this.path, { name: `Acme ${(this.made += 1)}` });
    this.turn(STEP_MS);
    return headers.get('rollbook-position') ?? '';
  }

  turn(milliseconds: number): void {
    this.clock.turn(milliseconds);
  }

  async send(given: Exclude<Command, CommandOf<'around the next end'>>): Promise<void> {
    if (given.type === 'wait') return this.turn(given.steps * STEP_MS);
    const last = this.pasts.at(-1);
    if (last) last.until = Date.now();
    if (await this.run(given)) this.accepted.set(given.type, (this.accepted.get(given.type) ?? 0) + 1);
    this.turn(STEP_MS);
    this.pasts.push({ model: copyOf(this.model), from: Date.now(), until: undefined });
    if (this.model.users.size < FEWEST_USERS) await this.send({ type: 'create user' });
    if (this.model.groups.size < FEWEST_GROUPS) await this.send({ type: 'create group' });
  }

  /** @returns whether it was not refused */
  private async run(given: Exclude<Command, CommandOf<'around the next end' | 'wait'>>): Promise<boolean> {
    const { model } = this;
    switch (given.type) {
      case 'roles':
        return this.putRoles(
          new Map(KEYS.flatMap((key, place) => (given.sets[place] ? [[key, given.sets[place]]] : []))),
        );
      case 'role anew': {
        const others = new Map([...model.roles].map(([key, { permissions }]) => [key, permissions] as const));
        others.delete(given.key);
        if (!(await this.putRoles(others))) return false;
        return this.putRoles(new Map([...others, [given.key, given.permissions]]));
      }
      case 'add':
      case 'change':
      case 'remove':
        return this.changeMembership(given);
      case 'add several':
        return this.addSeveral(given);
      case 'bulk':
        return this.bulk(given);
      case 'create user':
      case 'create group':
        return this.create(given.type);
      case 'remove user': {
        const userId = this.userAt(given.user);
        return (await this.isDone('DELETE', `/users/${userId}`)) && (removeUser(model, userId), true);
      }
      case 'remove group': {
        const groupId = this.groupAt(given.group);
        return (
          (await this.isDone('DELETE', `/service-groups/${groupId}`)) && (removeGroup(model, groupId), true)
        );
      }
      case 'suspend':
      case 'reactivate':
        return this.changeStatus(given);
      case 'suspend account':
      case 'reactivate account': {
        const [what = ''] = given.type.split(' ');
        return (await this.isDone('POST', `/${what}`)) && ((model.isOpen = what === 'reactivate'), true);
      }
      case 'undo':
        return this.undo(given);
      default:
        return given satisfies never;
    }
  }

  private async isDone(method: string, path: string, body?: unknown, id?: string): Promise<boolean> {
    return (
      (await this.ask(method, this.path + path, body, id ? { 'x-correlation-id': id } : {})).status < 300
    );
  }

  private async create(type: 'create user' | 'create group'): Promise<boolean> {
    const name = `n${(this.made += 1)}`;
    const isUser = type === 'create user';
    const [path, body] = isUser
      ? (['/users', { name, email: `${name}-${this.accountId.slice(-6)}@x.example` }] as const)
      : (['/service-groups', { name }] as const);
    const answer = await this.ask('POST', this.path + path, body);
    // Of a suspended account: it is needed all the same.
    if (answer.status >= 300) {
      await this.ask('POST', `${this.path}/reactivate`);
      this.model.isOpen = true;
      return this.create(type);
    }
    const { id } = answer.body as { id: string };
    if (isUser) this.model.users.set(id, 'active');
    else this.model.groups.add(id);
    (isUser ? this.users : this.groups).push(id);
    return true;
  }

  private async putRoles(permissions: ReadonlyMap<string, readonly string[]>): Promise<boolean> {
    const accessRoles = [...permissions].map(([key, of]) => ({ key, name: `Role ${key}`, permissions: of }));
    const { status, body } = await this.ask('PUT', `${this.path}/access-roles`, { accessRoles });
    if (status >= 300) return false;
    const stored = (body as { accessRoles: { id: string; key: string }[] }).accessRoles;
    const before = this.model.roles;
    this.model.roles = new Map(
      stored.map(({ id, key }) => {
        // A key that is there keeps its id, and a new one has one that nothing had.
        const known = before.get(key);
        if (known) expect(id).toBe(known.id);
        else expect([...before.values()].map((role) => role.id)).not.toContain(id);
        return [key, { id, permissions: permissions.get(key) ?? [] }];
      }),
    );
    return true;
  }

  private roleOf(key: string | null | undefined): Membership['role'] {
    const role = key && this.model.roles.get(key);
    return role ? { id: role.id, key } : undefined;
  }

  private async changeMembership(given: CommandOf<'add' | 'change' | 'remove'>): Promise<boolean> {
    const [userId, groupId] = [this.userAt(given.user), this.groupAt(given.group)];
    const path = `/service-groups/${groupId}/members/${userId}`;
    const held = membershipAt(this.model, userId, groupId, Date.now());
    const note = this.changeOf([[userId, groupId]]);
    const { memberships } = this.model;
    const pair = pairOf(userId, groupId);
    if (given.type === 'remove') {
      if (!(await this.isDone('DELETE', path, undefined, note.id))) return false;
      memberships.delete(pair);
      return this.note(note);
    }
    const { terms, end } = termsOf(given);
    const headers = { 'x-correlation-id': note.id };
    const method = given.type === 'add' ? 'PUT' : 'PATCH';
    const { status, body } = await this.ask(method, this.path + path, terms, headers);
    const isNamed = typeof given.role === 'string';
    const isThere = !isNamed || this.model.roles.has(given.role!);
    if (status >= 300) {
      if ((body as { code: string }).code === 'access_role_not_found') expect(isThere).toBe(false);
      return false;
    }
    if (given.type === 'add' && held) return true;
    expect({ path, isThere }).toEqual({ path, isThere: true });
    const role = given.type === 'change' && given.role === undefined ? held?.role : this.roleOf(given.role);
    memberships.set(pair, { role, end });
    return this.note(note);
  }

  private async addSeveral({ users, group, ...given }: CommandOf<'add several'>): Promise<boolean> {
    const groupId = this.groupAt(group);
    const userIds = [...new Set(users.map((user) => this.userAt(user)))];
    const note = this.changeOf(userIds.map((userId) => [userId, groupId]));
    const { terms, end } = termsOf(given);
    const path = `/service-groups/${groupId}/members/batch`;
    const role = this.roleOf(given.role);
    if (!(await this.isDone('POST', path, { add: userIds, ...terms }, note.id))) return false;
    if (typeof given.role === 'string' && !role) return true;
    for (const userId of userIds) this.giveUnlessHeld(userId, groupId, { role, end });
    return this.note(note);
  }

  /** As who is there already stays, and who is suspended is given nothing. */
  private giveUnlessHeld(userId: string, groupId: string, membership: Membership): void {
    const isActive = this.model.users.get(userId) === 'active';
    if (isActive && !membershipAt(this.model, userId, groupId, Date.now()))
      this.model.memberships.set(pairOf(userId, groupId), membership);
  }

  private async bulk({ action, users, groups, role: key }: CommandOf<'bulk'>): Promise<boolean> {
    const userIds = [...new Set(users.map((user) => this.userAt(user)))];
    const serviceGroupIds = [...new Set(groups.map((group) => this.groupAt(group)))];
    const body = {
      action,
      userIds,
      serviceGroupIds,
      ...(action !== 'remove_from_groups' && { accessRole: key }),
    };
    const { status, body: job } = await this.ask('POST', `${this.path}/bulk-jobs`, body);
    if (status >= 300) return false;
    const { id } = job as { id: string };
    const isOver = async () =>
      ((await this.ask('GET', `${this.path}/jobs/${id}`)).body as { status: string }).status === 'done';
    await eventually(`the bulk job ${action}`, isOver, 60_000);
    const role = this.roleOf(key);
    for (const userId of userIds)
      for (const groupId of serviceGroupIds) {
        const pair = pairOf(userId, groupId);
        const held = membershipAt(this.model, userId, groupId, Date.now());
        if (action === 'add_to_groups') this.giveUnlessHeld(userId, groupId, { role, end: Infinity });
        else if (action === 'remove_from_groups' && held) this.model.memberships.delete(pair);
        else if (held) this.model.memberships.set(pair, { ...held, role });
      }
    return true;
  }

  private async changeStatus({ type, user }: CommandOf<'suspend' | 'reactivate'>): Promise<boolean> {
    const userId = this.userAt(user);
    const before = this.model.users.get(userId)!;
    const after = type === 'suspend' ? 'suspended' : 'active';
    const note = this.changeOf([]);
    if (!(await this.isDone('POST', `/users/${userId}/${type}`, undefined, note.id))) return false;
    this.model.users.set(userId, after);
    return before === after || this.note({ ...note, status: { userId, before } });
  }

  /** It is again what it was before, with the very same access role; whether that may be is not the model's matter. */
  private async undo({ which }: CommandOf<'undo'>): Promise<boolean> {
    const undone = this.changes.at(-1 - (which % Math.max(1, this.changes.length)));
    if (!undone) return false;
    const { memberships, users } = this.model;
    const now = this.changeOf(
      [...undone.memberships.keys()].map((pair) => pair.split(' ') as [string, string]),
    );
    const status = undone.status && { ...undone.status, before: users.get(undone.status.userId)! };
    const query = `?at=${new Date(this.madeAt.get(undone.id)!).toISOString()}`;
    if (!(await this.isDone('POST', `/changes/${undone.id}/revert${query}`, undefined, now.id))) return false;
    for (const [pair, membership] of undone.memberships)
      if (membership) memberships.set(pair, membership);
      else memberships.delete(pair);
    if (undone.status) users.set(undone.status.userId, undone.status.before);
    this.changes.splice(this.changes.indexOf(undone), 1);
    return this.note({ ...now, ...(status && { status }) });
  }

  private readonly madeAt = new Map<string, number>();

  private changeOf(pairs: readonly (readonly [string, string])[]): Change {
    const id = `req_${ulid()}`;
    this.madeAt.set(id, Date.now());
    const before = pairs.map(
      ([userId, groupId]) =>
        [pairOf(userId, groupId), membershipAt(this.model, userId, groupId, Date.now())] as const,
    );
    return { id, memberships: new Map(before) };
  }

  private note(change: Change): true {
    this.changes.push(change);
    return true;
  }

  private userAt(place: number): string {
    return at([...this.model.users.keys()], place);
  }

  private groupAt(place: number): string {
    return at([...this.model.groups], place);
  }
}

function at(ids: readonly string[], place: number): string {
  return ids[place % ids.length]!;
}

function termsOf({ role, end }: { role: string | null | undefined; end: number | null }) {
  const time = end === null ? Infinity : Date.now() + end * STEP_MS + STEP_MS / 2;
  const terms = {
    expiresAt: end === null ? null : new Date(time).toISOString(),
    ...(role !== undefined && { accessRole: role }),
  };
  return { terms, end: time };
}

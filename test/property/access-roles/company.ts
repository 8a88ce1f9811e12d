import { ulid } from 'ulid';
import { runDue } from '#libs/directory';
import { askWith, type Answer, type RunningApi } from '../../support/api/api.js';
import type { Clock } from '../../support/clock.js';
import { finishJob } from '../../support/directory/jobs.js';
import { STEP_MS } from './commands.js';
import { bondAt, BONDS, emptyModel, pairOf, type Bonds, type Membership, type Model } from './model.js';

const MINUTE_MS = 60_000;
/** Of all who were there, the last ones are asked about. */
const [ASKED_USERS, ASKED_GROUPS] = [7, 4];

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
  of: Bonds;
  bonds: ReadonlyMap<string, Membership | undefined>;
  status?: { userId: string; before: 'active' | 'suspended' };
}

/** An account that is asked and changed by way of the API, and what it must be like. */
export class Company {
  readonly model = emptyModel();
  readonly pasts: Past[] = [];
  readonly users: string[] = [];
  readonly groups: string[] = [];
  /** How often each was accepted. */
  readonly accepted = new Map<string, number>();
  /** Those that can be undone, the last one last. */
  readonly changes: Change[] = [];
  /** Of all access roles that there were. */
  readonly roleIds = new Set<string>();
  private made = 0;
  private token = '';
  private signedAt = 0;

  constructor(
    private readonly api: RunningApi,
    private readonly clock: Clock,
    readonly accountId: string,
  ) {}

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
    const ends = BONDS.flatMap((of) => [...this.model[of].values()].map(({ end }) => end));
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
    const any = /PATCH|DELETE/.test(method) || path.endsWith('/access-roles');
    const answer = await askWith(this.api.url, this.token)(method, path, body, {
      ...(any && { 'if-match': '*' }),
      ...headers,
    });
    if (answer.status >= 500)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** A name that nothing has. */
  newName(): string {
    return `n${(this.made += 1)}`;
  }

  async finish(jobId: string): Promise<void> {
    await finishJob(this.api.directory, jobId);
  }

  turn(milliseconds: number): void {
    this.clock.turn(milliseconds);
  }

  /** What the stream processor does, when it comes to it: nothing that anybody is asked about changes. */
  async work(): Promise<void> {
    await runDue(this.api.directory, { onNotice: () => {}, rest: 0 });
    const { data } = (await this.ask('GET', `${this.path}/jobs?limit=100`)).body as {
      data: { id: string; status: string }[];
    };
    for (const { id, status } of data) if (status === 'running') await finishJob(this.api.directory, id);
    this.turn(STEP_MS);
  }

  async isDone(method: string, path: string, body?: unknown, id?: string): Promise<boolean> {
    return (
      (await this.ask(method, this.path + path, body, id ? { 'x-correlation-id': id } : {})).status < 300
    );
  }

  roleOf(key: string | null | undefined): Membership['role'] {
    const role = key && this.model.roles.get(key);
    return role ? { id: role.id, key } : undefined;
  }

  /** Of a change that is about to be sent. */
  before(pairs: readonly (readonly [string, string])[], of: Bonds = 'memberships'): Change {
    const before = pairs.map((pair) => [pairOf(...pair), bondAt(this.model, of, pair, Date.now())] as const);
    return { id: `req_${ulid()}`, of, bonds: new Map(before) };
  }

  /** It was accepted, and can be undone, if it has changed anything: that is, what it has changed. */
  note({ bonds, ...change }: Change): void {
    const changed = [...bonds].filter(([pair, was]) => was !== this.model[change.of].get(pair));
    if (changed.length > 0 || change.status) this.changes.push({ ...change, bonds: new Map(changed) });
  }

  userAt(place: number): string {
    return at([...this.model.users.keys()], place);
  }

  groupAt(place: number): string {
    return at([...this.model.groups], place);
  }

  teamAt(place: number): string {
    return at([...this.model.teams], place);
  }
}

function at(ids: readonly string[], place: number): string {
  return ids[place % ids.length]!;
}

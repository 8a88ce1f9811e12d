import { readCursor, writeCursor } from '@rollbook/single-table';
import {
  existingAccount,
  type AccessRolesState,
  type OpenAccount,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { accessRolesState } from '../../aggregates/access-roles/access-roles.js';
import { accountState } from '../../aggregates/account/state.js';
import type { Tenant } from '../../core/tenant.js';
import { accessRolesAt } from '../../table/items/access-roles.js';
import { accountEntity } from '../../table/items/accounts.js';
import { feedPartEntity } from '../../table/items/feed.js';
import { readAhead } from './read-ahead.js';
import { cursorAt, endOfFeed, type FeedPosition } from './read-feed.js';

/** Memberships are read from the index, which lags behind by less. */
const SETTLED_MS = 60_000;

/** In their order. */
const PARTS = ['groups', 'users', 'memberships', 'teams', 'of-teams'] as const;

/** How far a snapshot is: behind which service group, user, member of a service group, team, or service group or user of a team. */
interface Place {
  part: (typeof PARTS)[number];
  id: string;
  /** The service group or the team. */
  of: string;
}

const BEGINNING: Place = { part: 'groups', id: '', of: '' };

/** What a snapshot has of one item or of several, in one of its forms. */
export interface FormPart<Thing> {
  things: readonly Thing[];
  /** Of the last item. */
  id: string;
}

/** The bounds of a query, as the table takes them. */
export interface From<Name extends string, Id> {
  greaterThan?: Record<Name, Id>;
  atLeast?: Record<Name, Id>;
}

/** How the present state of an account is read and represented. Pages of each kind are in the order of the ids. */
export interface SnapshotForm<Thing> {
  ofAccount(account: OpenAccount): Thing[];
  /** Nothing before the first of them. */
  ofAccessRoles(accessRoles: AccessRolesState): Thing[];
  /** @param after the id behind which parts are wanted; ids are wanted of all that are there */
  groups(
    from: From<'serviceGroupId', ServiceGroupId>,
    after: string,
  ): AsyncGenerator<{ ids: ServiceGroupId[]; parts: FormPart<Thing>[] }>;
  users(from: From<'userId', UserId>): AsyncGenerator<FormPart<Thing>[]>;
  members(serviceGroupId: ServiceGroupId, from: From<'userId', UserId>): AsyncGenerator<FormPart<Thing>[]>;
  /** As `groups`. Read only if there may be teams, as the rest of them is. */
  teams(
    from: From<'teamId', TeamId>,
    after: string,
  ): AsyncGenerator<{ ids: TeamId[]; parts: FormPart<Thing>[] }>;
  /** The access of a team to service groups, and then its users. @param after the service group or the user behind which parts are wanted, or empty */
  ofTeam(teamId: TeamId, after: string): AsyncGenerator<FormPart<Thing>[]>;
}

/** How a form says that it has come upon a team, on a head. */
export type NoteTeams = (heads: readonly { teams?: readonly unknown[] | undefined }[]) => void;

/** Lines of a snapshot, and where to go on after them. */
export interface SnapshotPart<Thing> {
  things: readonly Thing[];
  /** What `readSnapshot` takes. @param lines that are sent by then */
  next: (lines: number) => string;
}

export interface Snapshot<Thing> {
  /** Where to go on in the feed. What happened in the last minute is in it too, and may be in the snapshot already. */
  cursor: string;
  /**
   * Everything committed before this moment is in the snapshot. Milliseconds since the epoch; undefined if there is no statement to rely
   * on for what comes after the cursor.
   */
  completeTo: number | undefined;
  /** Whether the account has, or has had, teams: as far as the parts that were read say it. It is known at the end. */
  readonly teams: boolean;
  /** Lines that were sent before those of `parts`. */
  lines: number;
  parts: AsyncGenerator<SnapshotPart<Thing>>;
}

/** What all pages of a snapshot have in common. */
interface Begun {
  feed: FeedPosition;
  completeTo: number | undefined;
  at: number;
  /**
   * Whether there may be teams: the feed says so, or a head that was read names one. Where neither does, no team gives anybody anything
   * yet, so that none is read; one that was created this moment is in the feed, behind the cursor.
   */
  teams: boolean;
}

/**
 * Access pattern 26: the present state of an account: the account, its access roles, its service groups, its users, their memberships, its
 * teams. Everything that is read is
 * newer than the cursor, so that nothing is missed from there on.
 * @param after `next` of a part of an earlier page: the rest of that snapshot
 * @param groupsAtOnce service groups whose members are read side by side
 * @throws DomainError `account_not_found`
 * @throws FeedNotReadyError
 * @throws SingleTableError `InvalidCursor`
 */
export async function readSnapshot<Thing>(
  tenant: Tenant,
  formOf: (tenant: Tenant, begunAt: number, noteTeams: NoteTeams) => SnapshotForm<Thing>,
  { after, groupsAtOnce = 1 }: { after?: string | undefined; groupsAtOnce?: number } = {},
): Promise<Snapshot<Thing>> {
  const { directory, accountId } = tenant;
  // The access roles are on the first page, and read with the account: where there are none, one unit more.
  const [head, roles] = await directory.table.batchGet(
    [accountEntity.at({ accountId }), ...(after === undefined ? [accessRolesAt(accountId)] : [])],
    { consistent: true },
  );
  const account = existingAccount(accountState(head));
  const { begun, place, lines } =
    after === undefined
      ? { begun: await begin(tenant), place: undefined, lines: 0 }
      : readPlace(tenant, after);
  const form = formOf(tenant, begun.at, (heads) => {
    begun.teams ||= heads.some(({ teams = [] }) => teams.length > 0);
  });
  const rest = everything(form, place, groupsAtOnce, begun);
  const part = (things: readonly Thing[], at: Place): SnapshotPart<Thing> => ({
    things,
    next: (sent) => writePlace(tenant, begun, at, sent),
  });
  async function* parts(): AsyncGenerator<SnapshotPart<Thing>> {
    const ofAccount = () => [...form.ofAccount(account), ...form.ofAccessRoles(accessRolesState(roles))];
    if (!place) yield part(ofAccount(), BEGINNING);
    for await (const [things, at] of rest) yield part(things, at);
  }
  const { completeTo, feed } = begun;
  return {
    ...{ cursor: cursorAt(directory, accountId, feed), completeTo, lines, parts: parts() },
    get teams() {
      return begun.teams;
    },
  };
}

async function begin(tenant: Tenant): Promise<Begun> {
  const { directory } = tenant;
  const at = directory.now();
  const stated = await directory.feedClock.completeTo();
  const completeTo = stated && Math.min(stated, at - SETTLED_MS);
  const { teams, ...feed } = await settledPosition(tenant);
  return { feed, completeTo, at, teams };
}

function writePlace(
  { directory: { cursorSecret }, accountId }: Tenant,
  { feed, completeTo = 0, at, teams }: Begun,
  { part, id, of }: Place,
  lines: number,
): string {
  const numbers = [feed.sequence, feed.offset, completeTo, at, lines, Number(teams)].map(String);
  return writeCursor(cursorSecret, `snapshot ${accountId}`, [[...numbers, part, id, of]]);
}

function readPlace({ directory: { cursorSecret }, accountId }: Tenant, after: string) {
  const [position] = readCursor(cursorSecret, `snapshot ${accountId}`, after, 1);
  const [part, id, of] = (position as readonly string[]).slice(-3) as [Place['part'], string, string];
  const numbers = (position as readonly string[]).slice(0, -3).map(Number);
  // An earlier version wrote nothing of teams.
  const [sequence, offset, completeTo, at, lines, teams = 0] = numbers as [
    ...[sequence: number, offset: number, completeTo: number, at: number, lines: number],
    teams?: number,
  ];
  const feed = { sequence, offset };
  const begun: Begun = { feed, completeTo: completeTo || undefined, at, teams: teams === 1 };
  return { begun, place: { part, id, of }, lines };
}

/** Behind the last part that was appended a minute ago: the index shows what it is about. */
async function settledPosition({
  directory,
  accountId: scope,
}: Tenant): Promise<FeedPosition & { teams: boolean }> {
  const { teams = false, ...end } = await endOfFeed(directory, scope);
  const settled = new Date(directory.now() - SETTLED_MS).toISOString();
  const newestFirst = { order: 'descending', consistent: true, select: ['sequence', 'at'] } as const;
  let first = end.sequence;
  for await (const { sequence, at } of directory.table.each(feedPartEntity, { scope }, newestFirst)) {
    if (at < settled) return { sequence: sequence + 1, offset: 0, teams };
    first = sequence;
  }
  return { sequence: first, offset: 0, teams };
}

async function* everything<Thing>(
  form: SnapshotForm<Thing>,
  place: Place = BEGINNING,
  groupsAtOnce: number,
  begun: Pick<Begun, 'teams'>,
): AsyncGenerator<[readonly Thing[], Place]> {
  if (PARTS.indexOf(place.part) <= PARTS.indexOf('memberships'))
    yield* withoutTeams(form, place, groupsAtOnce);
  if (!begun.teams) return;
  const teams: TeamId[] = [];
  const { part, id: idOfTeam, of } = place;
  const teamsFrom = part === 'of-teams' ? { atLeast: { teamId: of as TeamId } } : {};
  const after = part === 'teams' ? idOfTeam : '';
  for await (const { ids, parts } of readAhead([() => form.teams(teamsFrom, after)], 1)) {
    teams.push(...ids);
    if (part !== 'of-teams')
      for (const { things, id } of parts) yield [things, { part: 'teams', id, of: '' }];
  }
  const ofTeams = teams.map(
    (teamId) =>
      async function* () {
        const from = part === 'of-teams' && teamId === of ? idOfTeam : '';
        for await (const parts of form.ofTeam(teamId, from)) yield { teamId, parts };
      },
  );
  for await (const { teamId, parts } of readAhead(ofTeams, groupsAtOnce))
    for (const { things, id } of parts) yield [things, { part: 'of-teams', id, of: teamId }];
}

async function* withoutTeams<Thing>(
  form: SnapshotForm<Thing>,
  place: Place,
  groupsAtOnce: number,
): AsyncGenerator<[readonly Thing[], Place]> {
  const groups: ServiceGroupId[] = [];
  const after = (part: Place['part']) => (place.part === part ? place.id : '');
  const isIn = (part: Place['part']) => place.part === part || place.part === 'groups';
  const { id: memberId, of: groupOfMember } = place;
  const groupsFrom =
    place.part === 'memberships' ? { atLeast: { serviceGroupId: groupOfMember as ServiceGroupId } } : {};
  for await (const { ids, parts } of readAhead([() => form.groups(groupsFrom, after('groups'))], 1)) {
    groups.push(...ids);
    if (isIn('groups')) for (const { things, id } of parts) yield [things, { part: 'groups', id, of: '' }];
  }
  const usersFrom = after('users') === '' ? {} : { greaterThan: { userId: after('users') as UserId } };
  if (isIn('users'))
    for await (const parts of readAhead([() => form.users(usersFrom)], 1))
      for (const { things, id } of parts) yield [things, { part: 'users', id, of: '' }];
  const memberships = groups.map(
    (serviceGroupId) =>
      async function* () {
        const from = serviceGroupId === groupOfMember ? { greaterThan: { userId: memberId as UserId } } : {};
        for await (const parts of form.members(serviceGroupId, from)) yield { serviceGroupId, parts };
      },
  );
  for await (const { serviceGroupId, parts } of readAhead(memberships, groupsAtOnce))
    for (const { things, id } of parts) yield [things, { part: 'memberships', id, of: serviceGroupId }];
}

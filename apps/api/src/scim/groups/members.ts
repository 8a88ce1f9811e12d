import { eachOf, findUsers, MAX_BATCH_ROWS, type CommandContext, type RowResult } from '#libs/directory';
import { DomainError, type UserId } from '#libs/domain';
import type { RequestTenant } from '../../auth/caller/caller.js';
import { Problem } from '../../problems/problem.js';
import { isUserId } from '../../http/input/ids.js';
import { matches } from '../protocol/filter.js';
import type { PatchOperation } from '../protocol/patch-operations.js';
import { isObject } from '../schema/conform.js';
import type { ScimBase } from '../schema/scim-base.js';
import { toMemberDto, type ShownMember } from '../resources/group-resource.js';
import type { MemberChange } from './kinds/group-kind.js';
import { GROUP_KINDS } from './kinds/kinds.js';

/** A group with more members is shown without them: part of the list would be mistaken for all of it. */
export const MAX_SHOWN_MEMBERS = 5_000;
/** One request adds and removes no more than this. */
const MAX_CHANGED_MEMBERS = 20_000;
/** The maximum number of filters without an id, which are applied to every member, in one request. */
const MAX_READ_THROUGHS = 25;

/** A Group, by the id that it has at its address. */
export interface GroupAt {
  base: ScimBase;
  id: string;
}

export interface MembersChange {
  add: Set<string>;
  remove: Set<string>;
}

export async function shownMembers(
  tenant: RequestTenant,
  group: GroupAt,
  most = MAX_SHOWN_MEMBERS,
): Promise<ShownMember[] | undefined> {
  const shown: ShownMember[] = [];
  const { listMembers } = GROUP_KINDS[group.base];
  const members = eachOf((cursor) => listMembers(tenant, group.id, { limit: MAX_BATCH_ROWS, cursor }));
  for await (const { userId, userName } of members) {
    if (shown.length === most) return undefined;
    shown.push({ userId, userName });
  }
  return shown;
}

/** @throws Problem `invalid_value` */
export function memberIds(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  return list.map((member) => {
    const id = isObject(member) ? member['value'] : member;
    if (typeof id !== 'string') throw new Problem('invalid_value', 'A member must have the id of a user.');
    return id;
  });
}

export async function plannedByPatch(
  tenant: RequestTenant,
  group: GroupAt,
  operations: readonly PatchOperation[],
): Promise<MembersChange> {
  const change: MembersChange = { add: new Set(), remove: new Set() };
  const present = readOnce(() => shownOrNamed(tenant, group));
  for (const { op, target, value } of operations) {
    if (target.sub) throw new Problem('read_only', 'A member can only be added or removed as a whole.');
    if (op === 'add') plan(change, memberIds(value), []);
    else if (op === 'replace' && target.filter)
      throw new Problem('read_only', 'A member can only be added or removed as a whole.');
    else if (op === 'replace') replacement(change, await present(), memberIds(value));
    else if (target.filter)
      plan(change, [], await namedBy(tenant, group, { filter: target.filter, change, present }));
    else if (value !== undefined && value !== null) plan(change, [], memberIds(value));
    else replacement(change, await present(), []);
  }
  return change;
}

function readOnce(read: () => Promise<ShownMember[]>): () => Promise<ShownMember[]> {
  let members: Promise<ShownMember[]> | undefined;
  let reads = 0;
  return () => {
    reads += 1;
    if (reads > MAX_READ_THROUGHS)
      throw new Problem(
        'too_many_results',
        `At most ${MAX_READ_THROUGHS} operations may concern all members.`,
      );
    return (members ??= read());
  };
}

export async function plannedByReplacement(
  tenant: RequestTenant,
  group: GroupAt,
  wanted: readonly string[],
): Promise<MembersChange> {
  const change: MembersChange = { add: new Set(), remove: new Set() };
  replacement(change, await shownOrNamed(tenant, group), wanted);
  return change;
}

function plan({ add, remove }: MembersChange, added: readonly string[], removed: readonly string[]): void {
  for (const id of added) {
    add.add(id);
    remove.delete(id);
  }
  for (const id of removed) {
    remove.add(id);
    add.delete(id);
  }
}

function replacement(
  change: MembersChange,
  present: readonly ShownMember[],
  wanted: readonly string[],
): void {
  const keep = new Set(wanted);
  const held = new Set<string>(present.map(({ userId }) => userId));
  const gone = [...held, ...change.add].filter((id) => !keep.has(id));
  plan(change, [], gone);
  plan(
    change,
    wanted.filter((id) => !held.has(id) || change.remove.has(id)),
    [],
  );
}

/** @throws Problem `too_many_results` when a request would have to look at more members than it may change */
async function shownOrNamed(tenant: RequestTenant, group: GroupAt): Promise<ShownMember[]> {
  const members = await shownMembers(tenant, group, MAX_CHANGED_MEMBERS);
  if (members) return members;
  throw new Problem('too_many_results', `A request can change at most ${MAX_CHANGED_MEMBERS} members.`);
}

/** `members[value eq "…"]` names its members by itself; any other filter is applied to all existing ones. */
async function namedBy(
  tenant: RequestTenant,
  { base }: GroupAt,
  {
    filter,
    change,
    present,
  }: {
    filter: NonNullable<PatchOperation['target']['filter']>;
    change: MembersChange;
    present: () => Promise<ShownMember[]>;
  },
): Promise<string[]> {
  const parts = filter.op === 'or' ? filter.filters : [filter];
  const named = parts.flatMap((part) =>
    part.op === 'eq' && part.attrPath === 'value' ? [String(part.compValue)] : [],
  );
  if (named.length === parts.length) return named;
  const all = [...(await present()), ...(await namesOf(tenant, change.add))];
  return all
    .filter((member) => matches(toMemberDto({ base, accountId: tenant.accountId }, member), filter))
    .map(({ userId }) => userId);
}

/** Members that the same request adds have their names too: a filter means them as it means the others. */
async function namesOf(
  tenant: RequestTenant,
  added: ReadonlySet<string>,
): Promise<{ userId: string; userName: string }[]> {
  const users: { userId: string; userName: string }[] = [];
  for (const ids of inBatches(added))
    for (const user of await findUsers(tenant, ids.filter(isUserId)))
      if (user) users.push({ userId: user.userId, userName: user.name });
  return users;
}

export async function checkMembers(tenant: RequestTenant, { add, remove }: MembersChange): Promise<void> {
  if (add.size + remove.size > MAX_CHANGED_MEMBERS)
    throw new Problem('too_many_results', `A request can change at most ${MAX_CHANGED_MEMBERS} members.`);
  for (const ids of inBatches(add)) {
    const foreign = ids.find((id) => !isUserId(id));
    const users = foreign === undefined ? await findUsers(tenant, ids.filter(isUserId)) : [];
    const missing = foreign ?? ids.find((_, row) => users[row] === undefined);
    if (missing !== undefined)
      throw new Problem('invalid_value', 'A member must have the id of a user of the account.');
  }
}

/**
 * Executes a change of members, batch by batch: what already matches stays, and an interrupted request can be sent again.
 * @returns the ids of suspended users, who are not added
 * @throws the first other reason why a row was refused, after all rows were tried
 */
export async function changeMembers(
  tenant: RequestTenant,
  group: GroupAt,
  { add, remove }: MembersChange,
  command: CommandContext,
): Promise<string[]> {
  const once = { ...command, expectedVersion: undefined, receipt: undefined };
  const refused: Refused[] = [];
  for (const operation of ['remove', 'add'] as const)
    for (const ids of inBatches(operation === 'add' ? add : remove)) {
      const rows = ids.filter(isUserId).map((userId) => ({ operation, userId }));
      const results = await GROUP_KINDS[group.base].changeMembers(tenant, group.id, rows, once);
      refused.push(...refusedIn(rows, results));
    }
  const other = refused.find(({ error }) => !isSuspended(error));
  if (other) throw other.error;
  return refused.map(({ userId }) => userId);
}

/** @throws DomainError `user_suspended`: an identity provider retries the ids in the answer */
export function reportSuspended(suspended: readonly string[]): void {
  if (suspended.length === 0) return;
  const named = suspended.slice(0, MAX_NAMED).join(', ');
  const more = suspended.length > MAX_NAMED ? ` and ${suspended.length - MAX_NAMED} more` : '';
  throw new DomainError(
    'user_suspended',
    `Everything else was applied, but suspended users cannot be added: ${named}${more}.`,
  );
}

const MAX_NAMED = 20;
const isSuspended = (error: Error) => error instanceof DomainError && error.code === 'user_suspended';

interface Refused {
  userId: UserId;
  error: Error;
}

const GONE_ALREADY = ['membership_not_found', 'user_not_found'];

function refusedIn(rows: readonly MemberChange[], results: readonly RowResult<unknown>[]): Refused[] {
  return results.flatMap((result, index) => {
    const row = rows[index];
    if (result.done || !row) return [];
    const { error } = result;
    const isGone =
      row.operation === 'remove' && error instanceof DomainError && GONE_ALREADY.includes(error.code);
    return isGone ? [] : [{ userId: row.userId, error }];
  });
}

function* inBatches(ids: ReadonlySet<string>): Generator<string[]> {
  const all = [...ids];
  for (let start = 0; start < all.length; start += MAX_BATCH_ROWS)
    yield all.slice(start, start + MAX_BATCH_ROWS);
}

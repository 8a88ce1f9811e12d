import type { ServiceGroupId, UserId } from '#libs/domain';

/** What a directory must do, in the simplest form: maps in memory, one command after the other. */

export interface ModelUser {
  id: UserId;
  name: string;
  email: string;
  role: 'owner' | 'admin' | 'member';
  status: 'active' | 'suspended' | 'removed';
  version: number;
  groupIds: Set<ServiceGroupId>;
}
export interface ModelGroup {
  id: ServiceGroupId;
  name: string;
  status: 'active' | 'removed';
  version: number;
  managers: UserId[];
}
export interface Model {
  name: string;
  status: 'active' | 'suspended';
  version: number;
  users: Map<UserId, ModelUser>;
  groups: Map<ServiceGroupId, ModelGroup>;
}

export type Command =
  | { type: 'change_account'; name: string }
  | { type: 'suspend_account' | 'reactivate_account' }
  | { type: 'create_user'; name: string; email: string; role: ModelUser['role'] }
  | { type: 'change_user'; user: number; name?: string; email?: string; role?: ModelUser['role'] }
  | { type: 'suspend_user' | 'reactivate_user' | 'remove_user'; user: number }
  | { type: 'create_group'; name: string }
  | { type: 'rename_group'; group: number; name: string }
  | { type: 'remove_group'; group: number }
  | { type: 'add_member' | 'remove_member'; group: number; user: number }
  | { type: 'add_manager' | 'remove_manager'; group: number; user: number };

/** A command's answer: the ids of its events, or why it was refused. */
export type Answer = { events: string[] } | { refused: string };

export const emptyModel = (name: string): Model => ({
  name,
  status: 'active',
  version: 1,
  users: new Map(),
  groups: new Map(),
});

export const copyOf = (model: Model): Model => structuredClone(model);

/** What is compared: full-width and capital letters are the same as small ones. */
const same = (text: string) => text.normalize('NFKC').toLowerCase();
class Refused extends Error {}
const refuse = (code: string): never => {
  throw new Refused(code);
};

/** The id that a number in a command means: one that is or was there, or one that never was. */
export function idAt<Id extends string>(ids: Id[], index: number): Id {
  return ids.length === 0 || index % 7 === 6
    ? ('none_01ARZ3NDEKTSV4RRFFQ69G5FAV' as Id)
    : ids[index % ids.length]!;
}

/**
 * Carries out a command on the model.
 *
 * @param targets the ids that the command's numbers mean
 * @param newId the id that a created user or service group has been given
 */
export function apply(
  accountId: string,
  model: Model,
  command: Command,
  targets: { userId: UserId; groupId: ServiceGroupId },
  newId: string | undefined,
): Answer {
  try {
    return { events: run(accountId, model, command, targets, newId ?? 'never_given') };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}

function run(
  accountId: string,
  model: Model,
  command: Command,
  { userId, groupId }: { userId: UserId; groupId: ServiceGroupId },
  newId: string,
): string[] {
  const active = () => (model.status === 'active' ? model : refuse('account_suspended'));
  const group = () => {
    const found = model.groups.get(groupId);
    return found?.status === 'active' ? found : refuse('service_group_not_found');
  };
  const user = () => {
    active();
    const found = model.users.get(userId);
    return found && found.status !== 'removed' ? found : refuse('user_not_found');
  };
  const commit = (aggregate: { version: number }, id: string, events = 1) =>
    Array.from({ length: events }, () => `${id}.${(aggregate.version += 1)}`);
  switch (command.type) {
    case 'change_account':
      if (active().name === command.name) return [];
      model.name = command.name;
      return commit(model, accountId);
    case 'suspend_account':
    case 'reactivate_account': {
      const status = command.type === 'suspend_account' ? 'suspended' : 'active';
      if (model.status === status) return [];
      model.status = status;
      return commit(model, accountId);
    }
    case 'create_user': {
      active();
      requireFreeEmail(model, command.email, newId);
      const { name, email, role } = command;
      model.users.set(newId as UserId, {
        id: newId as UserId,
        name,
        email,
        role,
        status: 'active',
        version: 1,
        groupIds: new Set(),
      });
      return [`${newId}.1`];
    }
    case 'change_user':
      return changeUser(model, user(), command, commit);
    case 'suspend_user': {
      const found = user();
      if (found.status === 'suspended') return [];
      keepAnOwner(model, found);
      found.status = 'suspended';
      return commit(found, found.id);
    }
    case 'reactivate_user': {
      const found = user();
      if (found.status === 'active') return [];
      found.status = 'active';
      return commit(found, found.id);
    }
    case 'remove_user': {
      const found = user();
      keepAnOwner(model, found);
      found.status = 'removed';
      found.groupIds.clear();
      return commit(found, found.id);
    }
    case 'create_group':
      active();
      requireFreeName(model, command.name, newId);
      model.groups.set(newId as ServiceGroupId, {
        id: newId as ServiceGroupId,
        name: command.name,
        status: 'active',
        version: 1,
        managers: [],
      });
      return [`${newId}.1`];
    case 'rename_group': {
      active();
      const found = group();
      if (found.name === command.name) return [];
      requireFreeName(model, command.name, found.id);
      found.name = command.name;
      return commit(found, found.id);
    }
    case 'remove_group': {
      active();
      const found = group();
      found.status = 'removed';
      found.managers = [];
      return commit(found, found.id);
    }
    case 'add_manager': {
      active();
      const [of, found] = [group(), user()];
      if (found.status === 'suspended') refuse('user_suspended');
      if (of.managers.includes(found.id)) return [];
      of.managers.push(found.id);
      return commit(of, of.id);
    }
    case 'remove_manager': {
      active();
      const of = group();
      if (!of.managers.includes(userId)) refuse('manager_not_found');
      of.managers = of.managers.filter((id) => id !== userId);
      return commit(of, of.id);
    }
    case 'add_member': {
      const [found, to] = [user(), group()];
      if (found.status === 'suspended') refuse('user_suspended');
      if (found.groupIds.has(to.id)) return [];
      found.groupIds.add(to.id);
      return commit(found, found.id);
    }
    case 'remove_member': {
      const [from, found] = [group(), user()];
      if (!found.groupIds.delete(from.id)) refuse('membership_not_found');
      return commit(found, found.id);
    }
  }
}

function changeUser(
  model: Model,
  found: ModelUser,
  { name = found.name, email = found.email, role = found.role }: Extract<Command, { type: 'change_user' }>,
  commit: (aggregate: { version: number }, id: string, events: number) => string[],
): string[] {
  const events = [name !== found.name, email !== found.email, role !== found.role].filter(Boolean).length;
  if (role !== found.role) keepAnOwner(model, found);
  if (email !== found.email) requireFreeEmail(model, email, found.id);
  Object.assign(found, { name, email, role });
  return commit(found, found.id, events);
}

const isOwner = ({ status, role }: ModelUser) => status === 'active' && role === 'owner';

function keepAnOwner(model: Model, leaving: ModelUser): void {
  if (!isOwner(leaving)) return;
  const others = [...model.users.values()].filter((user) => user !== leaving && isOwner(user));
  if (others.length === 0) refuse('last_owner');
}

function requireFreeEmail(model: Model, email: string, userId: string): void {
  for (const user of model.users.values())
    if (user.id !== userId && user.status !== 'removed' && same(user.email) === same(email))
      refuse('email_taken');
}

function requireFreeName(model: Model, name: string, groupId: string): void {
  for (const group of model.groups.values())
    if (group.id !== groupId && group.status === 'active' && same(group.name) === same(name))
      refuse('service_group_name_taken');
}

/** What the jobs of removed service groups do: each member left gets one event more. */
export function endMembershipsOfRemovedGroups(model: Model): void {
  for (const user of model.users.values())
    for (const groupId of user.groupIds)
      if (model.groups.get(groupId)?.status === 'removed') {
        user.groupIds.delete(groupId);
        user.version += 1;
      }
}

/** One command of a round, as it was sent and as it was answered. */
export interface Answered {
  command: Command;
  targets: { userId: UserId; groupId: ServiceGroupId };
  newId: string | undefined;
  answer: Answer;
}

/**
 * Finds an order of commands that were sent at once in which the model gives every one of their answers: then they are
 * as if one had come after the other.
 *
 * @returns the model after that order, or undefined when no order explains the answers
 */
export function explain(accountId: string, before: Model, round: readonly Answered[]): Model | undefined {
  if (round.length === 0) return before;
  for (const [index, { command, targets, newId, answer }] of round.entries()) {
    const model = copyOf(before);
    const expected = apply(accountId, model, command, targets, newId);
    if (fingerprint(expected) !== fingerprint(answer)) continue;
    const after = explain(accountId, model, round.toSpliced(index, 1));
    if (after) return after;
  }
  return undefined;
}

function fingerprint(answer: Answer): string {
  return JSON.stringify(answer);
}

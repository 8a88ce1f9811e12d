import type { EventData, PublishedEvent } from '#libs/event-contracts';

/** Derived from published events alone. Everything in here is plain data, so that it can be written to a file unchanged. */
export interface AccessModel {
  /** For each account, user and service group, the sequence of the last event applied. */
  sequences: Record<string, number>;
  accounts: Record<string, { suspended: boolean; closed?: boolean }>;
  /** Everything that happened before the first event from the bus was read to its end. */
  caughtUp?: boolean;
  users: Record<
    string,
    { accountId: string; name: string; email: string; status: 'active' | 'invited' | 'suspended' | 'removed' }
  >;
  serviceGroups: Record<string, { accountId: string; name: string; removed: boolean }>;
  /** Users to their service groups. */
  memberships: Record<string, string[]>;
  /** Users to their service groups to the time at which the membership ends by itself, where it does. */
  ends?: Record<string, Record<string, string>>;
}

/** The result of an event: `gap` means that earlier events of its subject are missing, and nothing was changed. */
export type Applied = 'applied' | 'duplicate' | 'gap';

export function emptyModel(): AccessModel {
  return { sequences: {}, accounts: {}, users: {}, serviceGroups: {}, memberships: {} };
}

/** By its place in its subject's sequence a second delivery changes nothing, and a missing one is noticed. */
export function applyEvent(model: AccessModel, event: PublishedEvent): Applied {
  const last = model.sequences[event.subject] ?? 0;
  const sequence = Number(event.sequence);
  if (sequence <= last) return 'duplicate';
  if (sequence > last + 1) return 'gap';
  const change = Object.hasOwn(CHANGES, event.type) ? CHANGES[event.type as keyof EventData] : undefined;
  if (event.data === undefined) return 'gap';
  (change as ((model: AccessModel, event: PublishedEvent) => void) | undefined)?.(model, event);
  model.sequences[event.subject] = sequence;
  return 'applied';
}

type Change<Type extends keyof EventData> = (
  model: AccessModel,
  event: PublishedEvent<Type, EventData[Type]> & { data: EventData[Type] },
) => void;

const setUser =
  (status: AccessModel['users'][string]['status']) =>
  (
    model: AccessModel,
    {
      accountid: accountId,
      data,
    }: { accountid: string; data: { userId: string; name: string; email: string } },
  ): void => {
    model.users[data.userId] = { accountId, name: data.name, email: data.email, status };
  };

const renameUser = (
  model: AccessModel,
  { data }: { data: { userId: string; name: string; email: string } },
) => {
  const user = model.users[data.userId];
  if (user) Object.assign(user, { name: data.name, email: data.email });
};

const setServiceGroup =
  (removed: boolean) =>
  (
    model: AccessModel,
    { accountid: accountId, data }: { accountid: string; data: { serviceGroupId: string; name: string } },
  ): void => {
    model.serviceGroups[data.serviceGroupId] = { accountId, name: data.name, removed };
  };

const setAccount =
  (suspended: boolean) =>
  (model: AccessModel, { subject }: { subject: string }) => {
    model.accounts[subject] = { suspended };
  };

const CHANGES: { [Type in keyof EventData]?: Change<Type> } = {
  'account.created': setAccount(false),
  'account.suspended': setAccount(true),
  'account.reactivated': setAccount(false),
  // Its users and service groups are removed one after the other; nobody can enter in the meantime.
  'account.closed': (model, { subject }) => {
    model.accounts[subject] = { suspended: true, closed: true };
  },
  'user.created': setUser('active'),
  'user.invited': setUser('invited'),
  'user.activated': setUser('active'),
  'user.suspended': setUser('suspended'),
  'user.reactivated': setUser('active'),
  'user.profile_changed': renameUser,
  'user.email_changed': renameUser,
  'user.removed': (model, event) => {
    setUser('removed')(model, event);
    delete model.memberships[event.data.userId];
    delete model.ends?.[event.data.userId];
  },
  // Personal data must be removed wherever it is stored.
  'user.erased': (model, { data: { userId } }) => {
    delete model.users[userId];
  },
  'service_group.created': setServiceGroup(false),
  'service_group.renamed': setServiceGroup(false),
  'service_group.removed': setServiceGroup(true),
  'service_group.member_added': (model, { data: { userId, serviceGroupId, expiresAt } }) => {
    model.memberships[userId] = [...(model.memberships[userId] ?? []), serviceGroupId];
    setEnd(model, userId, serviceGroupId, expiresAt);
  },
  'service_group.membership_changed': (model, { data: { userId, serviceGroupId, expiresAt } }) =>
    setEnd(model, userId, serviceGroupId, expiresAt),
  'service_group.member_removed': (model, { data: { userId, serviceGroupId } }) => {
    model.memberships[userId] = (model.memberships[userId] ?? []).filter((id) => id !== serviceGroupId);
    setEnd(model, userId, serviceGroupId, null);
  },
};

function setEnd(
  model: AccessModel,
  userId: string,
  serviceGroupId: string,
  end: string | null | undefined,
): void {
  const { [serviceGroupId]: _before, ...others } = model.ends?.[userId] ?? {};
  const ends = end ? { ...others, [serviceGroupId]: end } : others;
  model.ends = { ...model.ends, [userId]: ends };
  if (Object.keys(ends).length === 0) delete model.ends[userId];
}

/** By this process's clock: the event that says that a membership has ended comes later than its end. */
function isHeld({ ends = {} }: AccessModel, userId: string, serviceGroupId: string, now: number): boolean {
  const end = ends[userId]?.[serviceGroupId];
  return end === undefined || now < Date.parse(end);
}

/** The service groups a user belongs to, whether or not it may enter them now. */
export function serviceGroupsOf(model: AccessModel, userId: string, now = Date.now()): string[] {
  return (model.memberships[userId] ?? [])
    .filter((id) => model.serviceGroups[id]?.removed === false && isHeld(model, userId, id, now))
    .sort();
}

export function usersOf(model: AccessModel, serviceGroupId: string, now = Date.now()): string[] {
  if (model.serviceGroups[serviceGroupId]?.removed !== false) return [];
  return Object.keys(model.memberships)
    .filter((userId) => model.memberships[userId]?.includes(serviceGroupId))
    .filter((userId) => isHeld(model, userId, serviceGroupId, now))
    .sort();
}

export function mayEnter(
  model: AccessModel,
  userId: string,
  serviceGroupId: string,
  now = Date.now(),
): boolean {
  const user = model.users[userId];
  return (
    user?.status === 'active' &&
    model.accounts[user.accountId]?.suspended === false &&
    serviceGroupsOf(model, userId, now).includes(serviceGroupId)
  );
}

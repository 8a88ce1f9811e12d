import type { Schemas } from '#libs/client';

/**
 * What the events of an account add up to at a moment, in the simplest form: everything that had happened by then, one after the
 * other, in maps. It knows nothing of how the API answers.
 */

export type Event = Schemas['Event'];

interface Membership {
  since: string;
  addedBy: string;
  expiresAt?: string;
  reason?: string;
}

interface Changed {
  id: string;
  name: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
}

export interface Person extends Changed {
  email: string;
  role: string;
  status: string;
  /** What is counted: a membership that has ended by itself is, until an event says so. */
  counted: number;
  memberships: Map<string, Membership>;
  identities: { issuer: string; subject: string; linkedAt: string }[];
}

export interface Group extends Changed {
  isRemoved: boolean;
  managers: Map<string, { since: string; addedBy: string }>;
}

type Data = Record<string, string | undefined>;

export class Past {
  readonly people = new Map<string, Person>();
  readonly groups = new Map<string, Group>();
  account: { name: string; status: string; version: number } | undefined;

  /** @param events in the order of their times, and of their versions */
  constructor(
    events: readonly Event[],
    readonly at: string,
  ) {
    for (const event of events) if (event.at <= at) this.happened(event);
  }

  /** In the order in which they came. */
  presentPeople(): Person[] {
    return [...this.people.values()].filter(({ status }) => status !== 'removed');
  }

  presentGroups(): Group[] {
    return [...this.groups.values()].filter(({ isRemoved }) => !isRemoved);
  }

  person(id: string): Person | undefined {
    return this.presentPeople().find((each) => each.id === id);
  }

  group(id: string): Group | undefined {
    return this.presentGroups().find((each) => each.id === id);
  }

  membership(userId: string, groupId: string): Membership | undefined {
    const membership = this.person(userId)?.memberships.get(groupId);
    if (!membership || !this.group(groupId)) return undefined;
    return membership.expiresAt !== undefined && membership.expiresAt <= this.at ? undefined : membership;
  }

  mightEnter(userId: string, groupId: string): boolean {
    const isActive = this.account?.status === 'active' && this.person(userId)?.status === 'active';
    return isActive && this.membership(userId, groupId) !== undefined;
  }

  private happened(event: Event): void {
    const { type, aggregateId, version, at, actor } = event;
    const data = event.data as Data;
    const changed = { version, updatedAt: at, updatedBy: actor };
    if (type === 'account.created') this.account = { name: data['name']!, status: 'active', version };
    else if (type.startsWith('account.')) this.accountChanged(type, data, version);
    else if (aggregateId.startsWith('user_')) {
      const [{ name, email, role }, known] = [data, this.people.get(aggregateId)];
      const come = {
        ...{ id: aggregateId, name: name!, email: email!, role: role!, createdAt: at, counted: 0 },
        ...{ memberships: new Map<string, Membership>(), identities: [] },
        status: type === 'user.invited' ? 'invited' : 'active',
      };
      const person = known ?? { ...come, ...changed };
      this.people.set(aggregateId, Object.assign(person, changed));
      if (known) personChanged(person, event, data);
    } else if (aggregateId.startsWith('sgrp_')) {
      const come = { id: aggregateId, name: data['name']!, createdAt: at, isRemoved: false };
      const group = this.groups.get(aggregateId) ?? {
        ...come,
        ...changed,
        managers: new Map<string, never>(),
      };
      this.groups.set(aggregateId, Object.assign(group, changed));
      groupChanged(group, event, data);
    }
  }

  private accountChanged(type: string, { name }: Data, version: number): void {
    const account = Object.assign(this.account!, { version });
    if (type === 'account.renamed') account.name = name!;
    if (type === 'account.suspended') account.status = 'suspended';
    if (type === 'account.reactivated') account.status = 'active';
  }
}

function personChanged(person: Person, { type, at, actor }: Event, data: Data): void {
  const { serviceGroupId: groupId = '', reason } = data;
  const membership = person.memberships.get(groupId);
  switch (type) {
    case 'user.profile_changed':
    case 'user.email_changed':
    case 'user.role_changed': {
      const { name = person.name, email = person.email, role = person.role } = data;
      if (type === 'user.profile_changed') person.name = name;
      if (type === 'user.email_changed') person.email = email;
      if (type === 'user.role_changed') person.role = role;
      return;
    }
    case 'user.suspended':
    case 'user.removed':
      person.status = type.slice('user.'.length);
      if (type === 'user.removed') person.memberships.clear();
      return;
    case 'user.activated':
    case 'user.reactivated':
      person.status = 'active';
      return;
    case 'user.identity_linked':
      person.identities.push({ issuer: data['issuer']!, subject: data['subject']!, linkedAt: at });
      return;
    case 'user.identity_unlinked':
      person.identities = person.identities.filter(({ subject }) => subject !== data['subject']);
      return;
    case 'service_group.member_added':
      person.counted += 1;
      person.memberships.set(groupId, { since: at, addedBy: actor, ...ending(data['expiresAt'], reason) });
      return;
    case 'service_group.membership_changed': {
      const { since, addedBy } = membership!;
      const terms = ending(data['expiresAt'], reason ?? membership!.reason);
      person.memberships.set(groupId, { since, addedBy, ...terms });
      return;
    }
    case 'service_group.member_removed':
      person.counted -= 1;
      person.memberships.delete(groupId);
  }
}

function ending(expiresAt: string | null | undefined, reason: string | undefined) {
  return { ...(expiresAt && { expiresAt }), ...(reason !== undefined && { reason }) };
}

function groupChanged(group: Group, { type, at, actor }: Event, { name, userId = '' }: Data): void {
  if (type === 'service_group.renamed') group.name = name!;
  if (type === 'service_group.removed') group.isRemoved = true;
  if (type === 'service_group.manager_added') group.managers.set(userId, { since: at, addedBy: actor });
  if (type === 'service_group.manager_removed') group.managers.delete(userId);
}

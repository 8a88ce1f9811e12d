import {
  isIdOf,
  managersGive,
  type DomainEvent,
  type ServiceGroup,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { getAccessRequest, listAccessRequests } from '../aggregates/access-request/list-requests.js';
import type { AccessRequestView } from '../aggregates/access-request/views.js';
import { getServiceGroup } from '../aggregates/service-group/service-groups.js';
import { findUsers, listUsers } from '../aggregates/user/users.js';
import { getEvent } from '../core/histories.js';
import type { Tenant } from '../core/tenant.js';
import { getMembership } from './memberships/memberships.js';

export interface Recipient {
  userId: UserId;
  name: string;
  email: string;
}

/** What an event is mailed about, and to whom: as it is now, not as it was when the event was made. */
export interface Notice {
  kind: 'asked' | 'decided' | 'ending';
  recipients: Recipient[];
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
  userName: string;
  request: AccessRequestView | undefined;
  /** Others that are open where the recipients decide. */
  open: AccessRequestView[];
  /** The name of the decider. Undefined if it is not a user of the account. */
  deciderName: string | undefined;
  /** Of a membership that is about to end. */
  endsAt: string | undefined;
}

/** The events that are mailed to somebody besides invitations. */
const MAILED: Readonly<Record<string, Notice['kind']>> = {
  'access_request.requested': 'asked',
  'access_request.approved': 'decided',
  'access_request.refused': 'decided',
  'service_group.membership_expiring': 'ending',
};

/** More deciders are not mailed: they see the request on their page. */
const MAX_RECIPIENTS = 20;
/** More are on the page that the mail leads to. */
const MAX_OPEN = 20;

/** Undefined if nobody is to be mailed about it, or not any more. @throws DomainError if the subject is gone */
export async function findNotice(tenant: Tenant, eventId: string): Promise<Notice | undefined> {
  const event = await getEvent(tenant, eventId);
  const kind = event && MAILED[event.type];
  if (!event || !kind || event.erased) return undefined;
  return kind === 'ending' ? noticeOfEnd(tenant, event) : noticeOfRequest(tenant, event, kind);
}

async function noticeOfRequest(
  tenant: Tenant,
  { aggregateId }: DomainEvent,
  kind: 'asked' | 'decided',
): Promise<Notice | undefined> {
  if (!isIdOf('access-request', aggregateId)) return undefined;
  const request = await getAccessRequest(tenant, aggregateId);
  const { serviceGroupId, serviceGroupName, userId, userName, userEmail, userStatus, decidedBy } = request;
  const about = { kind, serviceGroupId, serviceGroupName, userName, request, open: [], endsAt: undefined };
  if (userStatus !== 'active') return undefined;
  const serviceGroup = await getServiceGroup(tenant, serviceGroupId);
  if (kind === 'decided') {
    const recipients = [{ userId, name: userName, email: userEmail }];
    return { ...about, recipients, deciderName: await nameOf(tenant, decidedBy) };
  }
  if (request.status !== 'requested') return undefined;
  const isOfOther = (each: { userId: UserId }) => each.userId !== userId;
  const managers = (await managersWhoGive(tenant, serviceGroup)).filter(isOfOther);
  const [recipients, open] = await Promise.all([
    managers.length > 0 ? managers : adminsAndOwners(tenant),
    listAccessRequests(tenant, {
      status: 'requested',
      serviceGroupId: managers.length > 0 ? serviceGroupId : undefined,
      limit: MAX_OPEN + 1,
    }),
  ]);
  const isOther = (each: AccessRequestView) =>
    each.accessRequestId !== request.accessRequestId && each.userStatus === 'active';
  return {
    ...about,
    recipients: recipients.filter(isOfOther).slice(0, MAX_RECIPIENTS),
    open: open.items.filter(isOther).slice(0, MAX_OPEN),
    deciderName: undefined,
  };
}

async function managersWhoGive(
  tenant: Tenant,
  { managers = [], membershipRules }: ServiceGroup,
): Promise<Recipient[]> {
  if (!managersGive(membershipRules)) return [];
  const found = await findUsers(tenant, managers, ({ status }) => status === 'active');
  return found.flatMap((user) => (user ? [recipientOf(user)] : []));
}

/** Who decides if no manager may. */
async function adminsAndOwners(tenant: Tenant): Promise<Recipient[]> {
  const pages = await Promise.all(
    (['admin', 'owner'] as const).map((role) =>
      listUsers(tenant, { role, status: 'active', limit: MAX_RECIPIENTS }),
    ),
  );
  return pages.flatMap(({ items }) => items.map(recipientOf));
}

async function noticeOfEnd(tenant: Tenant, { data }: DomainEvent): Promise<Notice | undefined> {
  const { userId, serviceGroupId, expiresAt } = data as {
    userId: UserId;
    serviceGroupId: ServiceGroupId;
    expiresAt: string;
  };
  const membership = await getMembership(tenant, serviceGroupId, userId);
  const { userName, userEmail, userStatus, serviceGroupName } = membership;
  // It was changed in the meantime: then it is announced again, or has no end.
  if (membership.expiresAt !== expiresAt || userStatus !== 'active') return undefined;
  const recipients = [{ userId, name: userName, email: userEmail }];
  const nothing = { request: undefined, open: [], deciderName: undefined };
  return {
    kind: 'ending',
    recipients,
    serviceGroupId,
    serviceGroupName,
    userName,
    endsAt: expiresAt,
    ...nothing,
  };
}

async function nameOf(tenant: Tenant, actor: string | undefined): Promise<string | undefined> {
  const id = actor?.slice('user:'.length) ?? '';
  if (!actor?.startsWith('user:') || !isIdOf('user', id)) return undefined;
  return (await findUsers(tenant, [id]))[0]?.name;
}

function recipientOf({ userId, name, email }: Recipient): Recipient {
  return { userId, name, email };
}

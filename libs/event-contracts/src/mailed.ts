import type { EventType } from '#libs/domain';

/** About which people are mailed, besides invitations: whom, and what it says, the API tells the mailer. */
export const NOTICED_EVENT_TYPES = [
  'access_request.requested',
  'access_request.approved',
  'access_request.refused',
  'service_group.membership_expiring',
] as const satisfies readonly EventType[];

/** What the mailer subscribes to. */
export const MAILED_EVENT_TYPES: EventType[] = ['user.invited', ...NOTICED_EVENT_TYPES];

import type { EventType } from '#libs/domain';

/** The events that are mailed, besides invitations: the API gives the mailer the recipients and the content. */
export const NOTICED_EVENT_TYPES = [
  'access_request.requested',
  'access_request.approved',
  'access_request.refused',
  'service_group.membership_expiring',
] as const satisfies readonly EventType[];

/** What the mailer subscribes to. */
export const MAILED_EVENT_TYPES: EventType[] = ['user.invited', ...NOTICED_EVENT_TYPES];

import type { AccessRoleReference } from '../access-roles/access-roles.js';
import { ACCESS_ROLE_PROPERTIES } from '../access-roles/events.js';
import { ERASED_EMAIL, ERASED_TEXT } from '../schema/erased.js';
import {
  dateTime,
  emailAddress,
  id,
  integer,
  object,
  optional,
  personal,
  text,
  type DataOf,
  type NewEventsOf,
} from '../schema/event-schema.js';

/** All personal data of a request is the requester's: encrypted with their key, and erased with them. */
const accessRequest = {
  accessRequestId: id('areq', 'access request'),
  userId: id('user', 'user who asks'),
  userName: personal(text('The name of the user at that time.'), ERASED_TEXT),
  userEmail: personal(emailAddress('The email address of the user at that time.'), ERASED_EMAIL),
  serviceGroupId: id('sgrp', 'service group'),
  serviceGroupName: text('The name of the service group at that time.'),
};
const accessRole = (description: string) =>
  optional(object<AccessRoleReference>(description, ACCESS_ROLE_PROPERTIES));
const decided = {
  ...accessRequest,
  note: optional(personal(text('What the decider had to say. Absent if nothing.'), ERASED_TEXT)),
};

export const accessRequestEvents = {
  'access_request.requested': {
    summary: 'A user asked for access to a service group. Nothing is given before the request is approved.',
    sentence: '{actor} asked for access to {serviceGroupName}',
    fields: {
      ...accessRequest,
      expiresAt: optional(dateTime('The requested end of the access. Absent if none was named.')),
      lengthSeconds: optional(
        integer(1, 'The requested length of the access in seconds, from its approval.'),
      ),
      reason: optional(
        personal(text('Why, in the words of the user. Absent if none was given.'), ERASED_TEXT),
      ),
      accessRole: accessRole('The requested access role. Absent if none was requested.'),
      lapsesAt: dateTime('When the request lapses if nobody decides on it.'),
    },
  },
  'access_request.approved': {
    summary:
      'A request for access was approved. The membership that it gives is a service_group.member_added of the user.',
    sentence: '{actor} approved the request of {userName} for {serviceGroupName}',
    fields: {
      ...decided,
      expiresAt: optional(dateTime('When the membership ends. Absent if it is permanent.')),
      accessRole: accessRole('The access role that was requested, and given. Absent if none was.'),
    },
  },
  'access_request.refused': {
    summary: 'A request for access was refused.',
    sentence: '{actor} refused the request of {userName} for {serviceGroupName}',
    fields: decided,
  },
  'access_request.withdrawn': {
    summary: 'A user withdrew their request for access.',
    sentence: '{actor} withdrew their request for {serviceGroupName}',
    fields: accessRequest,
  },
  'access_request.lapsed': {
    summary: 'Nobody decided on a request for access in time.',
    sentence: '{actor} let the request of {userName} for {serviceGroupName} lapse',
    fields: {
      ...accessRequest,
      lapsedAt: dateTime('When it lapsed. The event may follow later.'),
    },
  },
} as const;

export type AccessRequestIdentity = DataOf<(typeof accessRequestEvents)['access_request.withdrawn']>;

export type NewAccessRequestEvent = NewEventsOf<typeof accessRequestEvents>;

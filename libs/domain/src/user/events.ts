import type { AccessRoleReference } from '../access-roles/access-roles.js';
import { ACCESS_ROLE_PROPERTIES } from '../access-roles/events.js';
import { ERASED_EMAIL, ERASED_TEXT } from '../schema/erased.js';
import {
  dateTime,
  emailAddress,
  id,
  integer,
  internal,
  nullableDateTime,
  object,
  oneOf,
  optional,
  personal,
  text,
  type DataOf,
  type DataOfFields,
  type NewEventsOf,
} from '../schema/event-schema.js';
import { changedFields, createdFields, inWords } from '../values/settings.js';
import type { teamPlaceEvents } from '../team/place-events.js';
import { ROLES } from '../permissions/roles.js';
import { userSettings } from './fields.js';

const personalText = (description: string) => personal(text(description), ERASED_TEXT);
const personalEmail = (description: string) => personal(emailAddress(description), ERASED_EMAIL);

const userId = id('user', 'user');
const user = {
  userId,
  name: personalText('The name after the change.'),
  email: personalEmail('The email address after the change.'),
};
const userWithRole = { ...user, role: oneOf(ROLES, 'The role after the change.') };
const newUser = { ...userWithRole, ...createdFields(userSettings) };

export const userEvents = {
  'user.created': {
    summary: 'A user was created.',
    sentence: '{actor} added {name} as {role}',
    fields: newUser,
  },
  /** Instead of `user.created` for an invited user; and again each time the invitation is repeated. */
  'user.invited': {
    summary:
      'A user was invited: they can be given service groups, but may not enter them before they are activated. Published ' +
      'instead of user.created, and again when an invitation is repeated.',
    sentence: '{actor} invited {name} as {role}',
    fields: {
      ...newUser,
      invitation: optional(
        oneOf(
          ['none'],
          'Present if there is nothing to accept, and no mail: somebody has to activate the user.',
        ),
      ),
    },
  },
  'user.activated': {
    summary: 'An invited user was activated.',
    sentence: '{actor} activated {name}',
    fields: userWithRole,
  },
  'user.settings_changed': {
    summary: `The ${inWords(userSettings)} of a user was changed.`,
    sentence: '{actor} changed the settings of {name}',
    fields: { ...user, ...changedFields(userSettings) },
  },
  'user.profile_changed': {
    summary: 'The name of a user was changed.',
    sentence: '{actor} renamed {previousName} to {name}',
    fields: { ...user, previousName: personalText('The name before the change.') },
  },
  'user.email_changed': {
    summary: 'The email address of a user was changed.',
    sentence: '{actor} changed the email of {name} from {previousEmail} to {email}',
    fields: { ...user, previousEmail: personalEmail('The email address before the change.') },
  },
  'user.role_changed': {
    summary: 'The role of a user was changed.',
    sentence: '{actor} changed the role of {name} from {previousRole} to {role}',
    fields: { ...userWithRole, previousRole: oneOf(ROLES, 'The role before the change.') },
  },
  'user.suspended': {
    summary: 'A user was suspended: they may not enter their service groups.',
    sentence: '{actor} suspended {name}',
    fields: userWithRole,
  },
  'user.reactivated': {
    summary: 'A suspended user was reactivated, with the memberships they had.',
    sentence: '{actor} reactivated {name}',
    fields: userWithRole,
  },
  'user.removed': {
    summary: 'A user was removed, with all their memberships: no separate events follow for these.',
    sentence: '{actor} removed {name}',
    fields: userWithRole,
  },
  'user.seen_as': {
    summary: 'Somebody was allowed to read the account as a user does, for a limited time.',
    sentence: '{actor} saw the account as {name}: {reason}',
    fields: {
      ...user,
      reason: personalText('The reason that was given.'),
      until: dateTime('When it ends, at the latest.'),
    },
  },
  'user.erased': {
    summary: 'The personal data of a removed user was erased for good: erase your copies too.',
    sentence: '{actor} erased the personal data of {userId}',
    fields: { userId },
  },
} as const;

const LINK_METHODS = ['invitation', 'verified_email', 'scim', 'admin'] as const;
export type LinkMethod = (typeof LINK_METHODS)[number];

const identity = {
  ...user,
  issuer: text('The identity provider: its issuer identifier.'),
  subject: personal(text('The id of the person at that identity provider.'), ERASED_TEXT),
};

export const identityEvents = {
  'user.identity_linked': {
    summary: 'An identity of an identity provider was linked to a user, who may sign in with it.',
    sentence: '{actor} linked an identity at {issuer} to {name}',
    fields: {
      ...identity,
      method: oneOf(LINK_METHODS, 'How it was established that the identity is theirs.'),
    },
  },
  'user.identity_unlinked': {
    summary: 'An identity was unlinked from a user: they can no longer sign in with it.',
    sentence: '{actor} unlinked an identity at {issuer} from {name}',
    fields: identity,
  },
} as const;

const membership = {
  userId,
  userName: personalText('The name of the user at that time.'),
  userEmail: personalEmail('The email address of the user at that time.'),
  serviceGroupId: id('sgrp', 'service group'),
  serviceGroupName: text('The name of the service group at that time.'),
  serviceGroupVersion: integer(1, 'The version of the service group with this name.'),
};

const accessRole = (description: string) =>
  optional(object<AccessRoleReference>(description, ACCESS_ROLE_PROPERTIES));

const since = dateTime('When the membership began.');
const reasonGiven = optional(personalText('The reason that was given for the membership.'));

/** A user's memberships belong to the user. */
export const membershipEvents = {
  'service_group.member_added': {
    summary: 'A user was added to a service group, for good or until a time.',
    sentence: '{actor} gave {userName} access to {serviceGroupName}',
    fields: {
      ...membership,
      expiresAt: optional(dateTime('When the membership ends by itself. Absent if it does not.')),
      reason: reasonGiven,
      accessRole: accessRole('The access role of the membership. Absent if it has none.'),
    },
  },
  'service_group.membership_changed': {
    summary:
      'The end of a membership was set, moved or taken away, or its reason or its access role was changed.',
    sentence: '{actor} changed the access of {userName} to {serviceGroupName}',
    fields: {
      ...membership,
      since,
      expiresAt: nullableDateTime('When the membership ends by itself. Null if it does not.'),
      previousExpiresAt: nullableDateTime('The end before the change. Null if there was none.'),
      reason: reasonGiven,
      accessRole: accessRole('The access role after the change. Absent if there is none.'),
      previousAccessRole: accessRole('The access role before the change. Absent if there was none.'),
    },
  },
  'service_group.membership_expiring': {
    summary: 'A membership is about to end. Published once, a day ahead, unless the membership is shorter.',
    sentence: '{actor} announced that the access of {userName} to {serviceGroupName} is about to end',
    fields: { ...membership, since, expiresAt: dateTime('When the membership ends by itself.') },
  },
  'service_group.member_removed': {
    summary: 'A user is no longer in a service group: they were removed, or the membership ended by itself.',
    sentence: '{actor} ended the access of {userName} to {serviceGroupName}',
    fields: {
      ...membership,
      since,
      /** `service_group_removed`: the membership ended with its service group, not by a decision about the user. */
      reason: oneOf(
        ['member_removed', 'service_group_removed'],
        'Whether the user was removed from the service group, or the service group itself was removed.',
      ),
      /** No type of its own: who takes away access on this event does so at an end as well, whether they know of ends or not. */
      cause: optional(oneOf(['expired'], 'Present if the membership ended by itself, at `expiresAt`.')),
      expiresAt: optional(
        dateTime(
          'When the membership ended by itself: earlier than the time of the event, which follows it.',
        ),
      ),
      accessRole: accessRole('The access role that the membership had. Absent if it had none.'),
      /** When it ended, if that was not the time of the event: with its service group, or by itself. */
      until: internal(optional(dateTime('When the membership ended.'))),
    },
  },
} as const;

export type UserIdentity = Pick<DataOf<(typeof userEvents)['user.created']>, 'userId' | 'name' | 'email'>;
export type MembershipIdentity = DataOfFields<typeof membership>;

export type NewUserEvent = NewEventsOf<
  typeof userEvents & typeof identityEvents & typeof membershipEvents & typeof teamPlaceEvents
>;

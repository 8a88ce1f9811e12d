import { ERASED_EMAIL, ERASED_TEXT } from '../schema/erased.js';
import {
  dateTime,
  emailAddress,
  id,
  internal,
  nullableDateTime,
  oneOf,
  optional,
  personal,
  text,
} from '../schema/event-schema.js';

const personalText = (description: string) => personal(text(description), ERASED_TEXT);

const place = {
  userId: id('user', 'user'),
  userName: personalText('The name of the user at that time.'),
  userEmail: personal(emailAddress('The email address of the user at that time.'), ERASED_EMAIL),
  teamId: id('team', 'team'),
  teamName: text('The name of the team at that time.'),
};
const since = dateTime('When the user joined the team.');
const reason = optional(personalText('The reason that was given for it.'));

/** A user's places in teams belong to the user. */
export const teamPlaceEvents = {
  'team.member_added': {
    summary:
      'A user was added to a team, for good or until a time: they may enter the service groups that have the team. No separate ' +
      'events follow for these.',
    sentence: '{actor} added {userName} to the team {teamName}',
    fields: {
      ...place,
      expiresAt: optional(dateTime('When it ends by itself. Absent if it does not.')),
      reason,
    },
  },
  'team.membership_changed': {
    summary:
      'The end of the place of a user in a team was set, moved or taken away, or its reason was changed.',
    sentence: '{actor} changed the place of {userName} in the team {teamName}',
    fields: {
      ...place,
      since,
      expiresAt: nullableDateTime('When it ends by itself. Null if it does not.'),
      previousExpiresAt: nullableDateTime('The end before the change. Null if there was none.'),
      reason,
    },
  },
  'team.membership_expiring': {
    summary:
      'The place of a user in a team is about to end. Published once, a day ahead, unless it is shorter.',
    sentence: '{actor} announced that the place of {userName} in the team {teamName} is about to end',
    fields: { ...place, since, expiresAt: dateTime('When it ends by itself.') },
  },
  'team.member_removed': {
    summary:
      'A user is no longer in a team: they were removed, or their place ended by itself. No separate events follow for the service ' +
      'groups of the team.',
    sentence: '{actor} ended the place of {userName} in the team {teamName}',
    fields: {
      ...place,
      since,
      /** `team_removed`: it ended with the team, not by a decision about the user. */
      reason: oneOf(
        ['member_removed', 'team_removed'],
        'Whether the user was removed from the team, or the team itself was removed.',
      ),
      cause: optional(oneOf(['expired'], 'Present if it ended by itself, at `expiresAt`.')),
      expiresAt: optional(
        dateTime('When it ended by itself: earlier than the time of the event, which follows it.'),
      ),
      until: internal(optional(dateTime('When it ended, if that was not the time of the event.'))),
    },
  },
} as const;

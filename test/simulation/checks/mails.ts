import { MAILED_EVENT_TYPES } from '#libs/event-contracts';
import type { Post } from '../processes/mailer.js';
import type { AccountHistory } from './history.js';

/** Each event that is mailed about was done with, each invitation was sent, and nothing to an address of another account. */
export function mailComplaints({ sent, handled }: Post, histories: readonly AccountHistory[]): string[] {
  const mailed = new Map(sent.map(({ id, to }) => [id.replace(/-\d+$/, ''), to]));
  return histories.flatMap(({ accountId, events }) => {
    const all = [...events.values()].flat();
    const known = new Set(all.flatMap(({ data }) => ('email' in data ? [data.email] : [])));
    // Erased addresses are gone from the events, too.
    const isErased = all.some(({ type }) => type === 'user.erased');
    return all.flatMap(({ eventId, type }) => {
      if (!MAILED_EVENT_TYPES.includes(type)) return [];
      if (!handled.has(eventId)) return [`MAIL: ${eventId} (${type}) was not mailed about`];
      const to = mailed.get(eventId);
      if (to === undefined) return type === 'user.invited' ? [`MAIL: ${eventId} was not sent`] : [];
      return isErased || known.has(to)
        ? []
        : [`FOREIGN: a mail about ${eventId} of ${accountId} was sent to ${to}`];
    });
  });
}

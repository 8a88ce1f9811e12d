import { EVENT_SOURCE, type PublishedEvent } from '#libs/event-contracts';
import { invitationToken } from '#libs/secrets';
import type { ReadTerms } from './invitation-terms.js';
import { invitationMail, type SendMail } from './mail.js';

export interface MailerOptions {
  send: SendMail;
  secret: string;
  acceptUrl: string;
  readTerms: ReadTerms;
}

export interface BusEvent {
  source?: string;
  detail?: PublishedEvent;
}

export const EVENT_PATTERN = { source: [EVENT_SOURCE], 'detail-type': ['user.invited'] };

/**
 * Sends the mail of an invitation. The event contains no token: this process computes it, because it has the secret, which no
 * other subscriber has. Throws when it could not send: the bus then brings the event again.
 */
export async function mailInvitation(
  { send, secret, acceptUrl, readTerms }: MailerOptions,
  event: BusEvent,
): Promise<void> {
  const { source, detail } = event;
  if (source !== EVENT_SOURCE || detail?.type !== 'user.invited') return;
  if ((detail.data as { invitation?: string }).invitation === 'none') return;
  const token = invitationToken(secret, detail.accountid, detail.id);
  await send(invitationMail(detail, { token, acceptUrl, terms: await readTerms(token) }));
}

import { EVENT_SOURCE, type PublishedEvent } from '#libs/event-contracts';
import { invitationMail, type SendMail } from './mail.js';

export interface MailerOptions {
  send: SendMail;
  secret: string;
  acceptUrl: string;
}

export interface BusEvent {
  source?: string;
  detail?: PublishedEvent;
}

export const EVENT_PATTERN = { source: [EVENT_SOURCE], 'detail-type': ['user.invited'] };

/** Sends the mail of an invitation. Throws when it could not: the bus then brings the event again. */
export async function mailInvitation(
  { send, secret, acceptUrl }: MailerOptions,
  event: BusEvent,
): Promise<void> {
  const { source, detail } = event;
  if (source !== EVENT_SOURCE || detail?.type !== 'user.invited') return;
  await send(invitationMail(detail, secret, acceptUrl));
}

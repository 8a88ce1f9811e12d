import {
  EVENT_SOURCE,
  MAILED_EVENT_TYPES,
  NOTICED_EVENT_TYPES,
  type PublishedEvent,
} from '#libs/event-contracts';
import { invitationToken, noticeToken } from '#libs/secrets';
import type { ReadTerms } from './invitation-terms.js';
import { invitationMail, type SendMail } from './mail.js';
import { noticeMails, type ReadNotice } from './notice.js';

export interface MailerOptions {
  send: SendMail;
  secret: string;
  acceptUrl: string;
  readTerms: ReadTerms;
  readNotice: ReadNotice;
}

export interface BusEvent {
  source?: string;
  detail?: PublishedEvent;
}

export const EVENT_PATTERN = { source: [EVENT_SOURCE], 'detail-type': MAILED_EVENT_TYPES };

/**
 * Sends the mail of an invitation. The event contains no token: this process computes it, because it has the secret, which no
 * other subscriber has. Throws when it could not send: the bus then brings the event again.
 */
export async function mailInvitation(
  { send, secret, acceptUrl, readTerms }: Omit<MailerOptions, 'readNotice'>,
  event: BusEvent,
): Promise<void> {
  const { source, detail } = event;
  if (source !== EVENT_SOURCE || detail?.type !== 'user.invited') return;
  if ((detail.data as { invitation?: string }).invitation === 'none') return;
  const token = invitationToken(secret, detail.accountid, detail.id);
  await send(invitationMail(detail, { token, acceptUrl, terms: await readTerms(token) }));
}

/** Sends the mail of an event, whatever it is about. */
export async function mailEvent(options: MailerOptions, event: BusEvent): Promise<void> {
  const { source, detail } = event;
  const isNoticed = (NOTICED_EVENT_TYPES as readonly string[]).includes(detail?.type ?? '');
  if (source !== EVENT_SOURCE || !detail || !isNoticed) return mailInvitation(options, event);
  const { send, secret, acceptUrl, readNotice } = options;
  const notice = await readNotice(noticeToken(secret, detail.accountid, detail.id));
  if (!notice) return;
  for (const mail of noticeMails(detail, notice, acceptUrl)) await send(mail);
}

import type { PublishedEvent } from '#libs/event-contracts';
import { invitationToken } from '#libs/invitation-tokens';

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

interface Invited {
  name: string;
  email: string;
}

/**
 * The mail for a `user.invited`. The event contains no token: this process computes it, because it has the secret, which no
 * other subscriber has.
 * @param acceptUrl the page that receives the token, as its query parameter `token`
 */
export function invitationMail(event: PublishedEvent, secret: string, acceptUrl: string): Mail {
  const { name, email } = event.data as Invited;
  const link = new URL(acceptUrl);
  link.searchParams.set('token', invitationToken(secret, event.accountid, event.id));
  return {
    id: event.id,
    to: email,
    subject: 'You are invited',
    text: [
      `Hello ${name},`,
      '',
      'You have been invited to join. Accept with this link within seven days:',
      '',
      link.href,
      '',
      'If you did not expect this email, you can ignore it.',
      '',
    ].join('\n'),
  };
}

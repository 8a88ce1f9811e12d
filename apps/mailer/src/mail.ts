import type { PublishedEvent } from '#libs/event-contracts';
import type { InvitationTerms } from './invitation-terms.js';

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

const MAX_NAME = 80;

/** A name, which anybody may have chosen: no mail program takes a part of it for an address to go to. */
export function inMail(name: string): string {
  const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
  return short.replace(/[.:/@](?=\S)/g, '$& ');
}

interface Invited {
  name: string;
  email: string;
  role: InvitationTerms['role'];
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/**
 * The mail for a `user.invited`.
 * @param acceptUrl the page that receives the token, as its query parameter `token`
 */
export function invitationMail(
  event: PublishedEvent,
  { token, acceptUrl, terms }: { token: string; acceptUrl: string; terms: InvitationTerms | undefined },
): Mail {
  const { name, email, role } = event.data as Invited;
  const link = new URL(acceptUrl);
  link.searchParams.set('token', token);
  return {
    id: event.id,
    to: email,
    subject: terms ? `You are invited to ${inMail(terms.accountName)}` : 'You are invited',
    text: [
      `Hello ${inMail(name)},`,
      '',
      `${sentenceOf(terms, terms?.role ?? role)} Accept with this link within seven days:`,
      '',
      link.href,
      '',
      'If you did not expect this email, you can ignore it.',
      '',
    ].join('\n'),
  };
}

/** Actors without a name that people know. */
const NAMELESS: Readonly<Record<string, string | undefined>> = {
  operator: 'The operator of the service',
  'api-key': 'A program of the account',
};

function sentenceOf(terms: InvitationTerms | undefined, role: InvitationTerms['role']): string {
  const { accountName, invitedByName, invitedByKind, serviceGroups = [] } = terms ?? {};
  const inviter = invitedByName ? inMail(invitedByName) : NAMELESS[invitedByKind ?? ''];
  const who = inviter === undefined ? 'You have been invited' : `${inviter} has invited you`;
  const account = accountName === undefined ? '' : ` ${inMail(accountName)}`;
  const groups =
    serviceGroups.length === 0
      ? ''
      : ` You may then enter ${new Intl.ListFormat('en').format(serviceGroups.map(inMail))}.`;
  return `${who} to join${account} as ${withArticle(role)}.${groups}`;
}

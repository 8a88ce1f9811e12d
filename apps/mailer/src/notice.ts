import { createClient, isRollbookError, type Schemas } from '#libs/client';
import type { PublishedEvent } from '#libs/event-contracts';
import { inMail, type Mail } from './mail.js';

export type Notice = Schemas['Notice'];
export type ReadNotice = (token: string) => Promise<Notice | undefined>;

const PATIENCE_MS = 5_000;

/**
 * No event names the deciders, and its names may be outdated: the API gives the recipients. Undefined if there are none.
 * Throws if the API does not answer: the bus then brings the event again.
 */
export function noticeFromApi(apiUrl: string): ReadNotice {
  const client = createClient({ baseUrl: apiUrl });
  return async (token) => {
    try {
      return await client.post('/v1/notices/inspect', {
        body: { token },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
    } catch (error) {
      if (isRollbookError(error, 'event_not_found')) return undefined;
      throw error;
    }
  };
}

/** @param dashboardUrl where the pages are */
export function noticeMails({ id, accountid }: PublishedEvent, from: Notice, dashboardUrl: string): Mail[] {
  const notice = {
    ...from,
    accountName: inMail(from.accountName),
    serviceGroupName: inMail(from.serviceGroupName),
    userName: inMail(from.userName),
    decidedByName: from.decidedByName === null ? null : inMail(from.decidedByName),
  };
  const { subject, lines, path } = CONTENT[notice.kind](notice, accountid);
  const link = new URL(path, dashboardUrl).href;
  return notice.recipients.map(({ name, email }, index) => ({
    id: `${id}-${index + 1}`,
    to: email,
    subject,
    text: [`Hello ${inMail(name)},`, '', ...lines, '', link, ''].join('\n'),
  }));
}

interface Content {
  subject: string;
  lines: string[];
  path: string;
}

/** What people wrote about it is shown on the page, to those who may see it: a mail would carry any text to any address. */
const CONTENT: Readonly<Record<Notice['kind'], (notice: Notice, accountId: string) => Content>> = {
  asked: (notice, accountId) => ({
    subject: `${notice.userName} asks for access to ${notice.serviceGroupName}`,
    lines: [
      `${notice.userName} asks for access to ${notice.serviceGroupName} of ${notice.accountName}${wishOf(notice)}.`,
      ...othersOpen(notice),
      '',
      'Not each request has a mail of its own. All that are open, and why, are here, to approve or refuse them:',
    ],
    path: `/a/${accountId}/requests`,
  }),
  decided: (notice) => ({
    subject: `Your request for ${notice.serviceGroupName} was ${notice.status === 'approved' ? 'approved' : 'refused'}`,
    lines: [
      `${notice.decidedByName ?? 'Somebody who may'} ${notice.status === 'approved' ? 'approved' : 'refused'} your request for access to ${notice.serviceGroupName} of ${notice.accountName}.`,
      ...(notice.status === 'approved' && notice.expiresAt !== null
        ? [`You may enter until ${timeOf(notice.expiresAt)}.`]
        : []),
      '',
      'Your access, your requests and the decisions on them:',
    ],
    path: '/me',
  }),
  ending: (notice) => ({
    subject: `Your access to ${notice.serviceGroupName} is about to end`,
    lines: [
      `Your access to ${notice.serviceGroupName} of ${notice.accountName} ends at ${timeOf(notice.expiresAt ?? '')}.`,
      '',
      'If you need it for longer, ask for it here:',
    ],
    path: '/me',
  }),
};

function othersOpen({ open }: Notice): string[] {
  const lines = open.map((each) => `- ${inMail(each.userName)}, for ${inMail(each.serviceGroupName)}`);
  return lines.length === 0 ? [] : ['', 'Also open:', ...lines];
}

function wishOf({ expiresAt, lengthSeconds }: Notice): string {
  if (expiresAt !== null) return ` until ${timeOf(expiresAt)}`;
  return lengthSeconds === null ? '' : ` for ${lengthOf(lengthSeconds)}`;
}

/** In UTC, and saying so: the mailer does not know where its reader is. */
function timeOf(at: string): string {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(new Date(at))} UTC`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function lengthOf(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds % each === 0) ?? (['second', 1] as const);
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

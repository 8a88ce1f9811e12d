import { counted, formatNumber } from '../../components/data/numbers.js';
import { lengthText } from '../../components/data/lengths.js';
import { exactTime } from '../../components/data/time.js';
import type { AccessRequest } from './queries.js';

export const TEXTS = {
  subtitle: 'Requests for access to a service group.',
  status: 'Status',
  statuses: {
    requested: 'Open',
    approved: 'Approved',
    refused: 'Refused',
    withdrawn: 'Withdrawn',
    lapsed: 'Lapsed',
  },
  asksFor: 'requests access to',
  as: 'as',
  note: 'Note',
  noReason: 'No reason was given.',
  approve: 'Approve',
  refuse: 'Refuse',
  select: (who: string, group: string) => `Select the request of ${who} for ${group}`,
  selected: (count: number) => `${counted(count, 'request', 'requests')} selected`,
  keys: 'With the focus on a request: arrows move, A approves, R refuses, X selects.',
  own: 'Your own request: somebody else decides on it.',
  decideTitle: {
    approve: (count: number) =>
      count === 1 ? 'Approve the request?' : `Approve ${formatNumber(count)} requests?`,
    refuse: (count: number) =>
      count === 1 ? 'Refuse the request?' : `Refuse ${formatNumber(count)} requests?`,
  },
  shorter: 'For a shorter time',
  shorterHint: 'Empty: as long as requested. Never longer.',
  noLength: 'Enter a number, or nothing.',
  decisionNote: 'Note to the requester',
  optional: 'Optional.',
  done: {
    approve: (count: number) =>
      count === 1 ? 'The request was approved.' : `${formatNumber(count)} requests were approved.`,
    refuse: (count: number) =>
      count === 1 ? 'The request was refused.' : `${formatNumber(count)} requests were refused.`,
  },
  emptyTitle: 'No open requests',
  empty:
    'Members can request access where the rules of a service group allow it. Their requests are listed here.',
  noneTitle: 'Nothing here',
  none: 'No request has this status.',
  ownTitle: 'Your requests',
  request: 'Request access',
  requestTitle: 'Request access',
  group: 'Service group',
  chooseGroup: 'Choose a service group',
  length: 'For how long',
  lengthHint: (max: number | null) =>
    max === null ? 'Empty: as long as the service group gives it.' : `At most ${lengthText(max)}.`,
  why: 'Why you need it',
  send: 'Send the request',
  sent: (group: string) => `You requested access to ${group}.`,
  nothingToAsk: 'No service group of this account takes requests. Ask an owner or admin.',
  withdraw: 'Withdraw',
  withdrawn: 'The request was withdrawn.',
  noOwnTitle: 'You have no open requests',
  noOwn: 'Your requests and their outcomes are listed here.',
};

/** What a request is about, in words. */
export function wishText({ status, expiresAt, lengthSeconds }: AccessRequest): string {
  if (expiresAt !== null) return `until ${exactTime(expiresAt)}`;
  if (status === 'approved') return 'without an end';
  return lengthSeconds === null ? '' : `for ${lengthText(lengthSeconds)}`;
}

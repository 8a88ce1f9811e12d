import { counted, formatNumber } from '../../components/data/numbers.js';

export const TEXTS = {
  users: 'Users',
  groups: 'Service groups',
  pending: 'Pending invitations',
  memberships: 'Memberships',
  of: (limit: string) => `of ${limit}`,
  jobs: 'Running jobs',
  activity: 'Latest activity',
  all: 'Show all',
  suspended: 'This account is suspended: nobody is let in, and nothing can be changed.',
  startTitle: 'First steps',
  steps: {
    group: ['Create service group', 'What people are let into, for example “prod”.'],
    people: ['Invite people', 'Paste their email addresses; they get an email with a link.'],
    access: ['Give access', 'Tick who may enter what, then review and apply.'],
  },
  done: 'Done',
  attention: 'Needs you',
  openRequests: (count: number) => `${counted(count, 'request', 'requests')} for access to decide`,
  ending: (count: number, more: boolean) =>
    more
      ? `${formatNumber(count)} or more people’s access ends this week`
      : `${counted(count, 'person’s', 'people’s')} access ends this week`,
  expiring: (count: number) =>
    `${counted(count, 'invitation expires', 'invitations expire')} within two days: remind them`,
  suspendedWithAccess: (count: number, more: boolean) => {
    const who = more
      ? `${formatNumber(count)} or more suspended people still have`
      : counted(count, 'suspended person still has', 'suspended people still have');
    return `${who} access that counts again once they are reactivated`;
  },
  failing: (url: string, others: number) =>
    others === 0
      ? `The webhook endpoint ${url} receives nothing`
      : `${formatNumber(others + 1)} webhook endpoints receive nothing`,
  scim: (title: string, when: string) => `Your identity provider was refused ${when}: ${title}`,
  stopped: (jobs: number) => `${counted(jobs, 'job has', 'jobs have')} stopped`,
  refused: (rows: number, jobs: number) =>
    `${counted(rows, 'row', 'rows')} of ${counted(jobs, 'job', 'jobs')} ${rows === 1 ? 'was' : 'were'} refused this week`,
  withoutAccess: ([first = '', ...others]: readonly string[], of: number | undefined) => {
    const newest = of === undefined ? '' : ` of the newest ${formatNumber(of)}`;
    const who = others.length === 0 ? first : `${formatNumber(others.length + 1)} people${newest}`;
    return `${who} may enter no service group`;
  },
  owners: (count: number) =>
    count === 0 ? 'This account has no owner' : 'Only one person is an owner: make a second one',
  nothingWaits: 'Nothing needs you right now.',
};

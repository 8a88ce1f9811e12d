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
  nothing: 'Nothing has happened yet.',
  suspended: 'This account is suspended: nobody is let in, and nothing can be changed.',
  startTitle: 'First steps',
  steps: {
    group: ['Create service group', 'What people are let into, for example “prod”.'],
    people: ['Invite people', 'Paste their email addresses; they get an email with a link.'],
    access: ['Give access', 'Tick who may enter what, then review and apply.'],
  },
  done: 'Done',
  attention: 'Needs attention',
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
  failingWebhooks: 'Webhook endpoints that receive nothing',
  look: 'See why',
};

import { counted, formatNumber } from '../../components/data/numbers.js';

export const TEXTS = {
  groups: 'Your service groups',
  managed: 'Service groups you manage',
  since: 'Added',
  noGroupsTitle: 'No service groups yet',
  noGroups: 'Request access, or ask an owner or admin of the account for it.',
  elsewhere: 'That page is for owners and admins of the account. This is what you may see of it.',
  ends: (group: string, when: string) => `Your access to ${group} ends ${when}`,
  theirEnds: (group: string, people: number, more: boolean) =>
    more
      ? `${formatNumber(people)} or more people’s access to ${group} ends this week`
      : `${counted(people, 'person’s', 'people’s')} access to ${group} ends this week`,
  requests: (count: number) => `${counted(count, 'request waits', 'requests wait')} for your answer`,
  waiting: (count: number) => counted(count, 'open request', 'open requests'),
  members: (count: number) => counted(count, 'member', 'members'),
  add: 'Add people',
  addTo: (group: string) => `Add people to ${group}`,
  more: (count: number) => `and ${formatNumber(count)} more`,
};

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
    group: ['Create a service group', 'What people are let into, for example “prod”.'],
    people: ['Invite people', 'Paste their email addresses; they get an email with a link.'],
    access: ['Give access', 'Tick who may enter what, then review and apply.'],
  },
  failingWebhooks: (count: number) =>
    count === 1
      ? 'A webhook endpoint is disabled because it failed.'
      : `${count} webhook endpoints are disabled because they failed.`,
};

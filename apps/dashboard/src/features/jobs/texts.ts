export const TEXTS = {
  title: 'Jobs',
  subtitle: 'Large changes that are carried out in the background, of the last 90 days.',
  emptyTitle: 'No jobs yet',
  empty: 'Imports, changes of many users, and large removals are listed here while they run and afterwards.',
  types: {
    bulk: 'Change of many users',
    import: 'Import',
    'close-account': 'Closing of the account',
    'erase-user': 'Erasure of a user',
    'remove-service-group-memberships': 'Removal of a service group',
    'remove-user-memberships': 'Removal of a user',
  } as Record<string, string>,
  statuses: { running: 'Running', paused: 'Paused', done: 'Done', cancelled: 'Cancelled' } as Record<
    string,
    string
  >,
  progress: (done: string, of: string) => `${done} of ${of} rows`,
  processed: (done: string) => `${done} done`,
  refused: (count: string) => `${count} refused`,
  download: 'Download refused rows',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  started: 'Started',
};

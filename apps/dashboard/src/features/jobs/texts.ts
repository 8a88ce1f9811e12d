import { counted } from '../../components/data/numbers.js';

export const TEXTS = {
  subtitle: 'Large changes that ran in the background in the last 90 days.',
  emptyTitle: 'No jobs yet',
  empty:
    'Imports, changes to many users, their undo, and large removals are listed here while they run and afterwards.',
  types: {
    bulk: 'Changing users',
    import: 'Import',
    revert: 'Undo of a change',
    'close-account': 'Closing the account',
    'erase-user': 'Erasing a user',
    'remove-service-group-memberships': 'Removing a service group',
    'remove-user-memberships': 'Removing a user',
  } as Record<string, string>,
  check: 'Check of an import',
  actions: {
    add_to_groups: 'Giving users access',
    remove_from_groups: 'Ending users’ access',
    change_access_role: 'Changing users’ access roles',
    change_role: 'Changing users’ roles',
    suspend: 'Suspending users',
    reactivate: 'Reactivating users',
    remove: 'Removing users',
    resend_invitation: 'Sending invitations again',
  } as Record<string, string>,
  statuses: { running: 'Running', paused: 'Paused', done: 'Done', cancelled: 'Cancelled' } as Record<
    string,
    string
  >,
  progress: (done: string, of: string) => `${done} of ${of} rows`,
  processed: (done: string) => `${done} done`,
  wouldBeRefused: (count: string) => `${count} would be refused`,
  refused: (count: string) => `${count} refused`,
  stopped: (why: string) => `Stopped: ${why} Somebody who may do this can resume it.`,
  undone: 'Undone',
  download: 'Download refused rows',
  pause: 'Pause',
  resume: 'Resume',
  cancel: 'Cancel',
  started: 'Started',
  by: 'by',
  checks: (count: number) => counted(count, 'check of an import', 'checks of imports'),
};

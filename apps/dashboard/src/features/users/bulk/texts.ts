import { counted, formatNumber } from '../../../components/data/numbers.js';

export const BULK_TEXTS = {
  label: 'Selected people',
  selected: (count: number, isAll: boolean) =>
    isAll
      ? `All ${counted(count, 'person', 'people')} who match are selected`
      : `${formatNumber(count)} selected`,
  all: (total: number) => `Select all ${formatNumber(total)} who match`,
  clear: 'Clear',
  more: 'More',
  ownersSelected: 'Some of them are owners, whom only owners may change.',
  actions: {
    add_to_groups: 'Give access',
    remove_from_groups: 'End access',
    change_access_role: 'Change access role',
    change_role: 'Change role',
    suspend: 'Suspend',
    reactivate: 'Reactivate',
    resend_invitation: 'Send the invitation again',
    remove: 'Remove from the account',
  } as const,
  hints: {
    change_access_role: 'Those of them who are in a service group you choose get this access role there.',
    suspend: 'No service lets them in until you reactivate them. They stay in their service groups.',
    remove: 'They lose their access at once. The history keeps who they were.',
    resend_invitation: 'Those who have not accepted yet get a new email. Older links stop working.',
  } as Record<string, string>,
  title: (action: string, count: number) => `${action}: ${counted(count, 'person', 'people')}`,
  groupsFirst: 'Choose a service group first',
  roleFirst: 'Choose an access role first',
  cancel: 'Cancel',
  close: 'Close',
  checking: 'Working out what this would do …',
  warnings: 'Before you continue',
  would: (done: number, unchanged: number) =>
    [
      `${counted(done, 'person', 'people')} would be changed.`,
      unchanged > 0 && `For ${counted(unchanged, 'person', 'people')} there is nothing to change.`,
    ]
      .filter(Boolean)
      .join(' '),
  triedOnly: (tried: number) => `This was worked out for the first ${formatNumber(tried)} only.`,
  refused: (count: number) => `${counted(count, 'person', 'people')} would be refused`,
  moreRefused: (count: number) => `and ${formatNumber(count)} more`,
  progress: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)} done`,
  goesOn: 'This continues if you close this dialog, and is listed under Jobs.',
  done: (count: number, refused: number) =>
    `Done for ${counted(count, 'person', 'people')}${refused > 0 ? `; ${formatNumber(refused)} refused, see Jobs` : ''}.`,
};

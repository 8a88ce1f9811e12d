import { formatNumber } from '../../../components/data/numbers.js';

/** Of dialogs, which are loaded when they are needed. */
export const ACTION_TEXTS = {
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendWhat: 'No service lets them in until you reactivate them. They stay in their service groups.',
  suspended: (name: string) => `${name} is suspended.`,
  reactivateTitle: (name: string) => `Reactivate ${name}?`,
  reactivateWhat: 'They can sign in again, and services let them in again.',
  letsIn: (groups: string) => `They may then enter ${groups}.`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeWhat: 'They lose their access at once. The history keeps who they were.',
  endsNone: 'They are in no service group.',
  ends: (groups: string) => `This ends their access to ${groups}.`,
  andMore: (count: number) => `${formatNumber(count)} more`,
  removedWhat:
    'They were removed from the account, and no service lets them in. Their name can be found for 90 days, or until it is erased.',
  alsoEraseTitle: (name: string) => `Also erase the personal data of ${name}?`,
  eraseTitle: (name: string) => `Erase the personal data of ${name}?`,
  eraseWhat:
    'Nobody can ever read their name and email again, not even in the history. This cannot be undone.',
  erase: 'Erase',
  erased: 'The personal data was erased.',
  checking: 'Working out what this would do …',
  roleTitle: (name: string) => `Change the role of ${name}`,
  roleHints: {
    owner: 'Manages everything in the account, including its owners.',
    admin: 'Manages users, service groups and access, but not owners.',
    member: 'Sees only their own profile and access.',
  },
  sameRole: 'This is their role already',
  roleChanged: (name: string, role: string) => `${name} is now ${role}.`,
};

import { counted, formatNumber } from '../../../components/data/numbers.js';

const list = new Intl.ListFormat('en');

export const TEXTS = {
  subtitle: 'What people may do in a service group, besides entering it.',
  read: 'read the access roles',
  create: 'Create access role',
  created: (name: string) => `The access role ${name} was created.`,
  changed: (name: string) => `The access role ${name} was changed.`,
  edit: (name: string) => `Edit ${name}`,
  editTitle: (name: string) => `Access role ${name}`,
  save: 'Save',
  emptyTitle: 'No access roles yet',
  emptyThenTitle: 'No access roles then',
  empty:
    'Everybody in a service group may enter it. An access role says what else they may do there, for example read logs: you name the permissions, and your services ask for them.',
  fromFile: 'Or from a file',
  nothingAllowed: 'Nothing besides entering',
  more: (count: number) => `${formatNumber(count)} more`,
  /** After how many more there are. */
  allOf: (name: string) => ` permissions of ${name}`,
  name: 'Name',
  nameHint: 'For example “Log reader”.',
  key: 'Key',
  keyHint: 'What programs call it. It can never be changed.',
  keyStays: 'A key never changes.',
  keyFirst: 'Enter a key first',
  keyTaken: (name: string) => `${name} has this key.`,
  description: 'Description (optional)',
  descriptionHint: 'In one sentence: it is shown to whoever gives the role.',
  permissions: 'Permissions',
  permissionsHint: (count: number) =>
    count === 0
      ? 'One per line, such as logs.read. Entering needs none.'
      : `${counted(count, 'permission', 'permissions')}, one per line. Entering needs none.`,
  ofOthers: 'In other roles',
  gain: (permissions: readonly string[]) => `Everybody with this role gains ${few(permissions)} at once.`,
  lose: (permissions: readonly string[]) => `Everybody with this role loses ${few(permissions)} at once.`,
  conflictTitle: 'Somebody else has changed this access role in the meantime',
  othersChanged:
    'Somebody else has changed other access roles in the meantime. Yours is kept: save it again.',
  isRemoved: 'Removed',
  remove: 'Remove access role',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the access role ${name}?`,
  removeWhat: 'People with this role keep access and lose its permissions at once.',
  removeKey: (key: string) =>
    `A new role with the key ${key} gives them nothing back: it has to be given again.`,
  removed: (name: string) => `The access role ${name} was removed.`,
  history: 'Latest changes',
};

const NAMED = 6;

function few(permissions: readonly string[]): string {
  if (permissions.length <= NAMED + 1) return list.format(permissions);
  const rest = permissions.length - NAMED;
  return list.format([...permissions.slice(0, NAMED), TEXTS.more(rest)]);
}

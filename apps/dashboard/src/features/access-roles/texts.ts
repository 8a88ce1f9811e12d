import { formatNumber } from '../../components/data/numbers.js';

const list = new Intl.ListFormat('en');
const NAMED = 6;

function few(permissions: readonly string[]): string {
  const rest = permissions.length - NAMED;
  // “1 more” would be no shorter than the permission itself.
  if (rest <= 1) return list.format(permissions);
  return list.format([...permissions.slice(0, NAMED), `${formatNumber(rest)} more`]);
}

/** Of what gives an access role, wherever it is given. */
export const TEXTS = {
  role: 'Access role',
  none: 'None',
  noneHint: 'They may enter, and nothing else.',
  noneHintOwn: 'You may enter, and nothing else.',
  asEachHasIt: 'As each has it',
  option: (name: string, key: string) => (name === key ? key : `${name} (${key})`),
  removed: (key: string) => `${key} (removed)`,
  gone: 'removed',
  goneWhy: (key: string) => `The access role ${key} was removed: it allows nothing any more.`,
  allows: (permissions: readonly string[]) =>
    permissions.length === 0 ? 'Allows nothing besides entering.' : `Allows ${few(permissions)}.`,
  choose: 'Choose an access role',
  byGroup: 'Default of each service group',
};

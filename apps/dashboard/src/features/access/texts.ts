import { counted, formatNumber } from '../../components/data/numbers.js';

const list = new Intl.ListFormat('en');

export const TEXTS = {
  subtitleThen: 'Who could enter what.',
  subtitle: 'Who may enter which service group. Nothing changes until you review and apply.',
  columns: (shown: number, all: number) =>
    shown < all
      ? `${formatNumber(shown)} of ${counted(all, 'group', 'groups')}`
      : counted(all, 'group', 'groups'),
  columnsHint: 'Service groups shown as columns',
  findColumn: 'Find a service group',
  allColumns: 'All',
  noColumns: 'None',
  mostColumns: (most: number) => `At most ${formatNumber(most)} columns are shown`,
  person: 'Person',
  members: (count: number) => counted(count, 'member', 'members'),
  noGroupsTitle: 'No service groups yet',
  noGroups: 'Access is given by service groups. Create the first, for example “prod”.',
  toGroups: 'Create service group',
  noneTitle: 'Nobody matches',
  none: 'Try another name or email, or clear the filters.',
  clear: 'Clear the filters',
  emptyTitle: 'Nobody here yet',
  empty: 'Invite people first. You can give them access before they accept.',
  toUsers: 'Invite people',
  noGroupsThen: 'No service groups then',
  emptyThen: 'Nobody was here then',
  otherDay: 'Choose another day, or go back to now.',
  cell: (person: string, group: string, member: boolean, change: string | undefined) =>
    `${person}, ${group}: ${change ?? (member ? 'may enter' : 'may not enter')}`,
  /** Undefined if it is held without an access role and without an end. */
  held: (role: string | undefined, until: string | undefined) =>
    role === undefined && until === undefined
      ? undefined
      : ['may enter', role !== undefined && `as ${role}`, until].filter(Boolean).join(' '),
  suspended: 'suspended, so no access can be given',
  suspendedWhy: 'Reactivate them first: a suspended person cannot be given access.',
  willBeAdded: 'will be let in',
  willBeRemoved: 'will lose access',
  refused: (why: string) => `refused: ${why}`,
  meanwhile: 'changed by somebody else in the meantime',
  printed: (shown: number, all: number) =>
    `The first ${formatNumber(shown)} of ${counted(all, 'person', 'people')}: scroll down to load more before you print.`,
  keys: 'Arrows move, Space changes, Shift selects a range, Ctrl+A selects everybody who matches, Ctrl+Z takes back the last step',
  selectColumn: (group: string) => `Select everybody who matches, in ${group}`,
  selection: 'Selection',
  selected: (people: number, isWhole: boolean, groups: readonly string[]) =>
    `${isWhole ? `All ${counted(people, 'person', 'people')} who match` : counted(people, 'person', 'people')}, in ${list.format(groups)}`,
  reading: 'Finding everybody who matches …',
  give: 'Give access',
  end: 'End access',
  clearSelection: 'Clear',
  tooMany: (most: string) =>
    `Only the first ${most} were drafted. Apply these first, or change everybody on the Users page.`,
  summary: ({ additions, removals, people }: { additions: number; removals: number; people: number }) =>
    `${[
      additions > 0 && counted(additions, 'addition', 'additions'),
      removals > 0 && counted(removals, 'removal', 'removals'),
    ]
      .filter(Boolean)
      .join(', ')} for ${counted(people, 'person', 'people')}`,
  already: (count: number) => `${formatNumber(count)} already in place`,
  conflicts: (count: number) =>
    `${counted(count, 'person was', 'people were')} changed by somebody else in the meantime. Check the marked cells.`,
  refusedInDraft: (count: number) =>
    `${counted(count, 'change was', 'changes were')} refused and ${count === 1 ? 'stays' : 'stay'} in your draft, with the reason on the cell.`,
  review: 'Review',
  discard: 'Discard',
  discardTitle: 'Discard your draft?',
  discardWhat: 'None of it has been applied.',
};

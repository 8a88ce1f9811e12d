import { counted, formatNumber } from '../../../components/data/numbers.js';

const list = new Intl.ListFormat('en');

export const TEXTS = {
  reviewTitle: 'Review the changes',
  apply: (count: number) => `Apply ${counted(count, 'change', 'changes')}`,
  back: 'Back to the draft',
  checking: 'Working out what this would do …',
  gains: (names: readonly string[], rest: number, { role, until }: Given) =>
    `${[`${people(names, rest)} will be let in`, as(role), until].filter(Boolean).join(' ')}.`,
  keeps: (names: readonly string[], rest: number, { role, until = 'without an end' }: Given) =>
    `${[`${people(names, rest)} will keep access`, as(role), until].filter(Boolean).join(' ')}.`,
  loses: (names: readonly string[], rest: number) => `${people(names, rest)} will lose access.`,
  nothing: 'None of these changes can be applied.',
  unchangedTitle: (count: number) => `${counted(count, 'change is', 'changes are')} already in place`,
  refusedTitle: (count: number) => `${counted(count, 'change', 'changes')} will be refused`,
  refusedStay: 'They will stay in your draft.',
  warningsTitle: 'Before you apply',
  events: (count: number) => `${counted(count, 'event', 'events')} that would be published`,
  progress: (done: number, of: number) => `${formatNumber(done)} of ${formatNumber(of)} applied`,
  goesOn: 'This continues if you close this dialog, and is listed under Jobs.',
  gave: (count: number, group: string) =>
    `You gave ${counted(count, 'person', 'people')} access to ${group}.`,
  took: (count: number, group: string) =>
    `You ended access to ${group} for ${counted(count, 'person', 'people')}.`,
  moved: (count: number, group: string) =>
    `You changed when access to ${group} ends for ${counted(count, 'person', 'people')}.`,
  movedWithRole: (count: number, group: string) =>
    `You changed the access of ${counted(count, 'person', 'people')} to ${group}.`,
  changed: (count: number) => `${counted(count, 'change was', 'changes were')} applied.`,
  fixes: {
    user_suspended: 'Reactivate them first.',
    user_removed: 'They were removed: discard this change.',
    service_group_not_found: 'It was removed: discard this change.',
    limit_reached: 'Raise the limit, or remove somebody first.',
    invalid_expires_at: 'Choose a later time.',
    membership_too_long: 'Choose an earlier time.',
    reason_required: 'Give a reason.',
    access_role_not_found: 'It was removed: choose another access role.',
    version_mismatch: 'Somebody else changed them in the meantime: check again, then apply.',
  } as Record<string, string>,
};

interface Given {
  /** The key of the access role that they get. */
  role: string | undefined;
  until: string | undefined;
}

const as = (role: string | undefined) => role && `as ${role}`;

function people(names: readonly string[], rest: number): string {
  return list.format(rest > 0 ? [...names, counted(rest, 'other', 'others')] : names);
}

import type { MembershipRules, ServiceGroup } from '../queries.js';
import { asTerms, problemOf, rulesOf, type Terms } from './terms.js';

const HOUR = 3_600;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const group = (name: string, membershipRules: MembershipRules) => ({ name, membershipRules }) as ServiceGroup;

const FREE = group('dev', {});
const SHORT = group('prod', { maxLengthSeconds: 8 * HOUR });
const SHORTER = group('vault', { maxLengthSeconds: HOUR, defaultLengthSeconds: HOUR / 2 });
const ASKING = group('billing', { reasonRequired: true });

const OFFERING = group('logs', {
  maxLengthSeconds: 24 * HOUR,
  accessRoles: [{ key: 'admin', maxLengthSeconds: HOUR }, { key: 'reader' }],
});

const terms = (choice: Terms['choice'], until = '', reason = ''): Terms => ({ choice, until, reason });
const LATER = terms('hour', inSeconds(2 * HOUR));

type Given = [
  given: string,
  groups: ServiceGroup[],
  when: Terms,
  then: string | undefined,
  ends?: (string | undefined)[],
];
const GIVEN_WHEN_THEN: Given[] = [
  ['no rules', [FREE], terms('none'), undefined],
  ['no rules, and nothing chosen', [FREE], terms(undefined), 'Choose when it ends.'],
  ['no rules, and an access role alone', [FREE], { ...terms(undefined), role: 'reader' }, undefined],
  ['no rules, and an end that is over', [FREE], terms('hour', inSeconds(-1)), 'Choose a time in the future.'],
  ['no rules, and a day without a time', [FREE], terms('at', '2030-01-01T'), 'Choose a date and a time.'],
  [
    'no rules, and a day that there is not',
    [FREE],
    terms('at', '2030-02-30T18:00'),
    'Choose a date and a time.',
  ],
  ['a longest length, and the usual one', [SHORT], terms('usual'), undefined],
  ['a longest length, and no end', [SHORT], terms('none'), 'prod: at most 8 hours.'],
  ['a longest length, and an end within it', [SHORT], LATER, undefined],
  ['several, of which one is shorter', [FREE, SHORT, SHORTER], LATER, 'vault: at most 1 hour.'],
  ['a reason that is required', [FREE, ASKING], LATER, 'billing requires a reason.'],
  ['a reason of blanks', [ASKING], { ...LATER, reason: '  ' }, 'billing requires a reason.'],
  ['a reason', [ASKING], { ...LATER, reason: 'On call' }, undefined],
  ['an end that comes earlier', [ASKING], LATER, undefined, [inSeconds(3 * HOUR)]],
  ['an end where there was none', [ASKING], LATER, undefined, [undefined]],
  ['an end that comes later', [ASKING], LATER, 'billing requires a reason.', [inSeconds(HOUR)]],
  ['an end that is taken away', [ASKING], terms('none'), 'billing requires a reason.', [inSeconds(HOUR)]],
];

// Named parameters beyond a row's end would be taken for callbacks.
test.each(GIVEN_WHEN_THEN)('%s', (...[, groups, when, then, ends]) => {
  expect(problemOf(when, groups, ends)).toBe(then);
});

test('with an access role, access lasts no longer than the role allows', () => {
  expect(problemOf({ ...LATER, role: 'reader' }, [OFFERING])).toBeUndefined();
  expect(problemOf({ ...LATER, role: 'admin' }, [OFFERING])).toBe('logs with admin: at most 1 hour.');
  expect(problemOf({ ...LATER, role: '' }, [OFFERING])).toBeUndefined();
  expect(problemOf({ ...terms('none'), role: 'admin' }, [FREE])).toBeUndefined();
  // A role that is held counts until another one is chosen.
  expect(problemOf(LATER, [OFFERING], [undefined], 'admin')).toBe('logs with admin: at most 1 hour.');
  expect(problemOf({ ...LATER, role: 'reader' }, [OFFERING], [undefined], 'admin')).toBeUndefined();
  expect(rolesUsual('admin')).toBe('After 1 hour');
  expect(rolesUsual('reader')).toBe('After 1 day');
});

const rolesUsual = (role: string) => rulesOf([OFFERING], role).usual;

test('an access role is sent as its key, none as null, and not at all if none was chosen', () => {
  const sent = (role?: string) => asTerms({ ...terms('usual'), role });
  expect([sent('reader'), sent(''), sent()]).toEqual([{ accessRole: 'reader' }, { accessRole: null }, {}]);
});

test('without a choice, access lasts as the group has it, or as each has it; no end and no choice are not the same', () => {
  const usual = (...groups: ServiceGroup[]) => rulesOf(groups).usual;
  expect(usual(FREE, ASKING)).toBeUndefined();
  expect(usual(SHORTER)).toBe('After 30 minutes');
  expect(usual(SHORT, SHORT)).toBe('After 8 hours');
  expect(usual(FREE, SHORT)).toBe('As each group has it');
  expect([asTerms(terms('usual')), asTerms(terms('none'))]).toEqual([{}, { expiresAt: null }]);
});

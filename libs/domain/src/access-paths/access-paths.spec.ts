import fc from 'fast-check';
import type { TeamId } from '../values/ids.js';
import { earlierEnd, lastEnd, sharedTeams } from './access-paths.js';

const time = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
const [nine, ten, eleven] = [time(9), time(10), time(11)];
const at = (iso: string) => Date.parse(iso);
const [one, two]: readonly [TeamId, TeamId] = ['team_1', 'team_2'];

test('a path by a team holds until the earlier of its two ends, and gives the role that the team has there', () => {
  const ofUser = [{ teamId: one, expiresAt: ten }, { teamId: two }];
  const accessRole = { id: 'role_1', key: 'deployer' } as const;
  const ofGroup = [
    { teamId: one, expiresAt: eleven, accessRole },
    { teamId: two, expiresAt: nine },
  ];
  expect(sharedTeams(ofUser, ofGroup, at(nine) - 1)).toEqual([
    { teamId: one, accessRole, expiresAt: ten },
    { teamId: two, expiresAt: nine },
  ]);
  expect(sharedTeams(ofUser, ofGroup, at(nine))).toEqual([{ teamId: one, accessRole, expiresAt: ten }]);
  expect(sharedTeams(ofUser, ofGroup, at(ten))).toEqual([]);
});

test('a team of one side alone is no path', () => {
  expect(sharedTeams([{ teamId: one }], [{ teamId: two }], at(nine))).toEqual([]);
  expect(sharedTeams(undefined, [{ teamId: two }], at(nine))).toEqual([]);
});

test('what several paths grant lasts as long as the last of them, and for good if one has no end', () => {
  expect(lastEnd([])).toBeUndefined();
  expect(lastEnd([{ expiresAt: ten }, { expiresAt: nine }])).toBe(ten);
  expect(lastEnd([{ expiresAt: ten }, {}])).toBeNull();
});

test('of two ends, none is later than any', () => {
  const end = fc.option(fc.integer({ min: 0, max: 23 }).map(time), { nil: undefined });
  fc.assert(
    fc.property(end, end, fc.integer({ min: 0, max: 24 }).map(time), (first, second, now) => {
      const holds = (expiresAt: string | undefined) => expiresAt === undefined || now < expiresAt;
      expect(holds(earlierEnd(first, second))).toBe(holds(first) && holds(second));
      const paths = [first, second].map((expiresAt) => (expiresAt === undefined ? {} : { expiresAt }));
      expect(holds(lastEnd(paths) ?? undefined)).toBe(holds(first) || holds(second));
    }),
  );
});

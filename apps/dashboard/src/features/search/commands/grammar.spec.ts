import fc from 'fast-check';
import type { Permission } from '../../../api/resources/session.js';
import { beginningsOf, NEEDS, readingsOf, type Kind } from './grammar.js';

/** A Wednesday, 10:00 in Berlin. */
const WEDNESDAY = Date.parse('2026-11-25T09:00:00Z');
const FRIDAY = Date.parse('2026-11-27T09:00:00Z');
const timeZone = 'Europe/Berlin';

const read = (text: string, now = WEDNESDAY) => readingsOf(text, { may: () => true, now, timeZone });
const give = (who: string, group: string, until?: string) => ({
  kind: 'give',
  who,
  group,
  ...(until && { until }),
});

describe('given that everything is allowed, when somebody types', () => {
  test.each([
    ['suspend mel', [{ kind: 'suspend', who: 'mel' }]],
    ['  Suspend   Mel  Baker ', [{ kind: 'suspend', who: 'Mel Baker' }]],
    ['reactivate mel', [{ kind: 'reactivate', who: 'mel' }]],
    ['remove mel', [{ kind: 'remove', who: 'mel' }]],
    ['take ada’s prod', [{ kind: 'end', who: 'ada', group: 'prod' }]],
    ["end james' prod", [{ kind: 'end', who: 'james', group: 'prod' }]],
    ['take prod from ada', [{ kind: 'end', who: 'ada', group: 'prod' }]],
    ['invite x@y.example, z@y.example', [{ kind: 'invite', addresses: 'x@y.example, z@y.example' }]],
    ['invite', [{ kind: 'invite', addresses: '' }]],
    ['dark', [{ kind: 'theme', theme: 'dark' }]],
    ['Light mode', [{ kind: 'theme', theme: 'light' }]],
    ['undo', [{ kind: 'undo' }]],
    ['undo my last change', [{ kind: 'undo' }]],
    ['new group', [{ kind: 'new-group', name: '' }]],
    ['create service group EU prod', [{ kind: 'new-group', name: 'EU prod' }]],
    ['new api key', [{ kind: 'new-key' }]],
    ['go to webhooks', [{ kind: 'go', where: 'webhooks' }]],
    ['give ada prod', [give('ada', 'prod')]],
    ['add ada to prod', [give('ada', 'prod')]],
  ])('“%s”, then it means just that', (text, readings) => {
    expect(read(text)).toEqual(readings);
  });

  test.each(['', 'suspend', 'give', 'give ada', 'invite mel', 'darkness', 'prod', 'undone', 'go to'])(
    '“%s”, then it is no command',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  test('names of several words, then every way to part them is a reading', () => {
    expect(read('give ada lovelace eu prod')).toEqual([
      give('ada', 'lovelace eu prod'),
      give('ada lovelace', 'eu prod'),
      give('ada lovelace eu', 'prod'),
    ]);
    expect(read('remove ada from prod')).toEqual([
      { kind: 'end', who: 'ada', group: 'prod' },
      { kind: 'remove', who: 'ada from prod' },
    ]);
  });

  test.each([
    ['until friday', WEDNESDAY, ['2026-11-27T17:00:00.000Z']],
    ['until Friday 18:30', WEDNESDAY, ['2026-11-27T17:30:00.000Z']],
    ['until friday', FRIDAY, ['2026-11-27T17:00:00.000Z', '2026-12-04T17:00:00.000Z']],
    ['until next friday', WEDNESDAY, ['2026-11-27T17:00:00.000Z', '2026-12-04T17:00:00.000Z']],
    ['until tomorrow', WEDNESDAY, ['2026-11-26T17:00:00.000Z']],
    ['until 11:15', WEDNESDAY, ['2026-11-25T10:15:00.000Z']],
    ['until 3 march', WEDNESDAY, ['2027-03-03T17:00:00.000Z']],
    ['until 2026-12-31 at 8:00', WEDNESDAY, ['2026-12-31T07:00:00.000Z']],
    ['for 2 hours', WEDNESDAY, ['2026-11-25T11:00:00.000Z']],
    ['for a week', WEDNESDAY, ['2026-12-02T09:00:00.000Z']],
    ['until 9:00', WEDNESDAY, []],
    ['until 24 november 2026', WEDNESDAY, []],
  ])('“give ada prod %s”, then it ends then, or it is a part of a name', (end, now, ends) => {
    const readings = read(`give ada prod ${end}`, now);
    expect(readings.slice(0, ends.length)).toEqual(ends.map((until) => give('ada', 'prod', until)));
    expect(readings.slice(ends.length).every((reading) => !('until' in reading))).toBe(true);
    expect(readings).toContainEqual(give('ada', `prod ${end}`));
  });

  test('the beginning of a command, then it is completed', () => {
    expect(beginningsOf('sus', () => true)).toEqual([{ kind: 'suspend', phrase: 'suspend' }]);
    expect(beginningsOf('create se', () => true)).toEqual([{ kind: 'new-group', phrase: 'new group' }]);
    expect(beginningsOf('suspend mel', () => true)).toEqual([]);
  });
});

const ALL = [...new Set(Object.values(NEEDS).flat())];
const KEYWORDS =
  "give end take add let suspend reactivate remove invite new group key undo dark go to until for from access into friday 's on at 18:00 2 hours";
const word = fc.oneof(fc.constantFrom(...KEYWORDS.split(' ')), fc.string({ unit: 'binary', maxLength: 5 }));
/** A name as people have it: words with nothing around them. */
const name = fc
  .array(fc.oneof(fc.constantFrom(...KEYWORDS.split(' ')), fc.stringMatching(/^[a-zé]{1,6}$/)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' '));

test('any text is read without a fault, and nothing is offered that is not allowed', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 8 }),
      fc.subarray(ALL),
      fc.integer({ min: 0, max: 4_102_444_800_000 }),
      (words, allowed, now) => {
        const may = (permission: Permission) => allowed.includes(permission);
        const text = words.join(' ');
        const isAllowed = (kind: Kind) => NEEDS[kind].every(may);
        const readings = readingsOf(text, { may, now, timeZone });
        expect(readings.filter(({ kind }) => !isAllowed(kind))).toEqual([]);
        expect(beginningsOf(text, may).filter(({ kind }) => !isAllowed(kind))).toEqual([]);
        for (const reading of readings)
          if (reading.kind === 'give' && reading.until)
            expect(Date.parse(reading.until)).toBeGreaterThan(now);
      },
    ),
  );
});

test('a person or service group whose name has the words of commands is among the readings', () => {
  fc.assert(
    fc.property(name, name, (who, group) => {
      expect(read(`suspend ${who}`)).toContainEqual({ kind: 'suspend', who });
      expect(read(`give ${who} ${group}`)).toContainEqual(give(who, group));
      expect(read(`give ${who} access to ${group} until friday`)).toContainEqual(
        give(who, group, '2026-11-27T17:00:00.000Z'),
      );
      expect(read(`add ${who} to ${group}`)).toContainEqual(give(who, group));
      expect(read(`take ${group} from ${who}`)).toContainEqual({ kind: 'end', who, group });
      expect(read(`end ${who}'s ${group}`)).toContainEqual({ kind: 'end', who, group });
    }),
  );
});

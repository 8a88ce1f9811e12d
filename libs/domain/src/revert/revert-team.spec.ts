import {
  emptyReversalFold,
  foldIntoReversal,
  planReversal,
  record,
  revertibilityOf,
  type DomainEvent,
  type NewTeamEvent,
  type Reversal,
} from '../index.js';

type Commit = readonly [correlationId: string, ...events: NewTeamEvent[]];

/** What takes back the change `undone`, after the commits of a team. */
function planned(...commits: Commit[]): Reversal {
  const fold = emptyReversalFold();
  let version = 0;
  for (const [correlationId, ...newEvents] of commits) {
    const provenance = { accountId: 'acct_1', actor: 'operator:spec', causationId: 'cause' } as const;
    const events = record(newEvents, {
      ...{ ...provenance, correlationId },
      ...{ aggregateId: 'team_1', currentVersion: version, lastEventAt: undefined },
      now: Date.parse('2026-01-01T00:00:00.000Z'),
    });
    version += events.length;
    for (const event of events as DomainEvent[])
      foldIntoReversal(fold, event, { isOwn: (each) => each.correlationId === 'undone' });
  }
  return planReversal(fold);
}

const teamId = 'team_1';
const created: NewTeamEvent = {
  type: 'team.created',
  data: { teamId, name: 'Platform', externalId: 'idp-7', metadata: { floor: 2, site: { city: 'Bern' } } },
};
const renamed = (name: string, previousName: string): NewTeamEvent => ({
  type: 'team.renamed',
  data: { teamId, name, previousName },
});
const resettled: NewTeamEvent = {
  type: 'team.settings_changed',
  data: {
    ...{ teamId, name: 'Site', externalId: null, previousExternalId: 'idp-7' },
    metadata: { floor: 3, site: { city: 'Bern', room: 7 } },
    previousMetadata: { floor: 2, site: { city: 'Bern' } },
  },
};
const removed: NewTeamEvent = { type: 'team.removed', data: { teamId, name: 'Site' } };

const back = (command: object): Reversal =>
  ({ kind: 'team', teamId, version: 3, commands: [{ type: 'change_team', ...command }], teams: [] }) as never;
const refusal = (code: string) => expect.objectContaining({ name: 'DomainError', code }) as Error;

test('given a team that was renamed and has other settings, they are set back, without what is the same', () => {
  expect(planned(['1', created], ['undone', renamed('Site', 'Platform'), resettled])).toEqual(
    back({ name: 'Platform', externalId: 'idp-7', metadata: { floor: 2, site: { room: null } } }),
  );
});

test('given settings that others changed since, only a change of the name is undone', () => {
  expect(planned(['1', created], ['undone', renamed('Site', 'Platform')], ['2', resettled])).toEqual(
    back({ name: 'Platform' }),
  );
});

test.each<[string, string, Commit[]]>([
  [
    'was renamed again',
    'change_superseded',
    [
      ['undone', renamed('Site', 'Platform')],
      ['2', renamed('A', 'Site')],
    ],
  ],
  [
    'was removed since',
    'change_superseded',
    [
      ['undone', renamed('Site', 'Platform')],
      ['2', removed],
    ],
  ],
  ['was removed by it', 'change_not_revertible', [['undone', removed]]],
])('given a team that %s, it is %s', (_what, code, commits) => {
  expect(() => planned(['1', created], ...commits)).toThrow(refusal(code));
});

test('given a team that was created, it is removed by hand', () => {
  expect(() => planned(['undone', created])).toThrow(refusal('change_not_revertible'));
});

test.each<[NewTeamEvent, string]>([
  [renamed('Site', 'Platform'), 'yes'],
  [resettled, 'yes'],
  [created, 'no'],
  [removed, 'no'],
])('whether there is a way back from %s: %s', (event, expected) => {
  expect(revertibilityOf({ ...event, version: 2 })).toBe(expected);
});

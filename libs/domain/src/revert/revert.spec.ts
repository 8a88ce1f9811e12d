import {
  planReversal,
  record,
  type DomainEvent,
  type NewServiceGroupEvent,
  type NewUserEvent,
  type Reversal,
} from '../index.js';

type Commit = readonly [correlationId: string, ...events: (NewUserEvent | NewServiceGroupEvent)[]];

/** The events of an aggregate, each commit by a request of its own. */
function historyOf(...commits: Commit[]): DomainEvent[] {
  return commits.reduce<DomainEvent[]>((history, [correlationId, ...newEvents]) => {
    const provenance = {
      accountId: 'acct_1',
      actor: 'operator:spec',
      causationId: 'cause',
      correlationId,
    } as const;
    const events = record(newEvents, {
      ...provenance,
      aggregateId: 'aggregate_1',
      currentVersion: history.length,
      lastEventAt: history.at(-1)?.at,
      now: Date.parse('2026-01-01T00:00:00.000Z'),
    });
    return [...history, ...(events as DomainEvent[])];
  }, []);
}

const ada = { userId: 'user_1', name: 'Ada', email: 'ada@example.com' } as const;
const created: NewUserEvent = { type: 'user.created', data: { ...ada, role: 'member' } };
const renamed = (name: string, previousName: string): NewUserEvent => ({
  type: 'user.profile_changed',
  data: { ...ada, name, previousName },
});
const promoted: NewUserEvent = {
  type: 'user.role_changed',
  data: { ...ada, role: 'admin', previousRole: 'member' },
};
const removed: NewUserEvent = { type: 'user.removed', data: { ...ada, role: 'member' } };
const cell = {
  userId: 'user_1',
  userName: 'Ada',
  userEmail: 'ada@example.com',
  serviceGroupId: 'sgrp_1',
  serviceGroupName: 'dev',
  serviceGroupVersion: 1,
} as const;
const since = '2026-01-01T00:00:00.000Z';
const added: NewUserEvent = {
  type: 'service_group.member_added',
  data: { ...cell, reason: 'On call', expiresAt: '2030-01-01T00:00:00.000Z' },
};
const ended: NewUserEvent = {
  type: 'service_group.member_removed',
  data: { ...cell, since, reason: 'member_removed' },
};

const refusal = (code: string) => expect.objectContaining({ name: 'DomainError', code }) as Error;

describe('what takes a change back', () => {
  test('has the values of before, of all that the request set, and nothing else', () => {
    const history = historyOf(['1', created], ['2', renamed('Grace', 'Ada'), promoted], ['3', added]);
    expect(planReversal(history, '2')).toEqual<Reversal>({
      kind: 'user',
      userId: 'user_1',
      version: 4,
      commands: [{ type: 'change_user', name: 'Ada', role: 'member' }],
      memberships: [],
    });
  });

  test('is the removal of who was created, unless anything happened to them since', () => {
    const plan = planReversal(historyOf(['1', created]), '1') as Reversal & { kind: 'user' };
    expect(plan.commands).toEqual([{ type: 'remove_user' }]);
    expect(() => planReversal(historyOf(['1', created], ['2', added]), '1')).toThrow(
      refusal('change_superseded'),
    );
  });

  test('is the removal also of somebody whose memberships have come and gone since', () => {
    const history = historyOf(['1', created], ['2', added], ['3', ended]);
    expect(planReversal(history, '1')).toMatchObject({ commands: [{ type: 'remove_user' }] });
    const again = historyOf(['1', created], ['2', added], ['3', ended], ['4', added]);
    expect(() => planReversal(again, '1')).toThrow(refusal('change_superseded'));
  });

  test('leaves out what has been taken back already', () => {
    const history = historyOf(['1', created], ['2', renamed('Grace', 'Ada'), promoted]);
    const back = {
      ...historyOf(['1', created], ['3', renamed('Ada', 'Grace')]).at(-1)!,
      version: 4,
      causationId: 'part',
    };
    const begun = [...history, back];
    expect(planReversal(begun, '2', 'part')).toMatchObject({
      commands: [{ type: 'change_user', role: 'member' }],
    });
    expect(planReversal(begun, '2', 'part').commands).not.toMatchObject([{ name: expect.anything() }]);
    expect(() => planReversal(begun, '2')).toThrow(refusal('change_superseded'));
    const gone = { ...historyOf(['1', created], ['3', removed]).at(-1)!, causationId: 'part' };
    expect(planReversal([...historyOf(['1', created]), gone], '1', 'part')).toMatchObject({
      ...{ commands: [], memberships: [] },
    });
  });

  test('restores a membership on its terms, and ends one that was given', () => {
    const restored = planReversal(historyOf(['1', created], ['2', added], ['3', ended]), '3');
    const terms = { reason: 'On call', expiresAt: '2030-01-01T00:00:00.000Z' };
    expect(restored).toMatchObject({ memberships: [{ serviceGroupId: 'sgrp_1', terms }] });
    const taken = planReversal(historyOf(['1', created], ['2', added]), '2');
    expect(taken).toMatchObject({ memberships: [{ serviceGroupId: 'sgrp_1', terms: undefined }] });
  });

  test('is refused where somebody has changed the same since, even back to what it was', () => {
    const history = historyOf(
      ['1', created],
      ['2', renamed('Grace', 'Ada')],
      ['3', renamed('Ada', 'Grace')],
      ['4', renamed('Grace', 'Ada')],
    );
    expect(() => planReversal(history, '2')).toThrow(refusal('change_superseded'));
    expect(planReversal(history, '4')).toMatchObject({ commands: [{ name: 'Ada' }] });
  });

  test('is refused for removals, and for whoever was removed since', () => {
    const history = historyOf(['1', created], ['2', promoted], ['3', removed]);
    expect(() => planReversal(history, '3')).toThrow(refusal('change_not_revertible'));
    expect(() => planReversal(history, '2')).toThrow(refusal('change_superseded'));
  });

  test('is refused once the data of before has been erased', () => {
    const erased: NewUserEvent = { type: 'user.erased', data: { userId: 'user_1' } };
    const history = historyOf(['1', created], ['2', promoted], ['3', removed], ['4', erased]);
    expect(() => planReversal(history, '2')).toThrow(refusal('user_erased'));
  });

  test('is refused where no patch leads back', () => {
    const group = {
      serviceGroupId: 'sgrp_1',
      name: 'dev',
      externalId: null,
      previousExternalId: null,
    } as const;
    const history = historyOf(
      [
        '1',
        {
          type: 'service_group.created',
          data: { serviceGroupId: 'sgrp_1', name: 'dev', metadata: { a: null } },
        },
      ],
      [
        '2',
        {
          type: 'service_group.settings_changed',
          data: { ...group, metadata: { a: 1 }, previousMetadata: { a: null } },
        },
      ],
    );
    expect(() => planReversal(history, '2')).toThrow(refusal('change_not_revertible'));
  });

  test('takes settings back as the patch that leads there', () => {
    const group = { serviceGroupId: 'sgrp_1', name: 'dev' } as const;
    const history = historyOf(
      ['1', { type: 'service_group.created', data: { ...group, metadata: { a: 1, b: { c: 2 } } } }],
      [
        '2',
        {
          type: 'service_group.settings_changed',
          data: {
            ...group,
            externalId: null,
            previousExternalId: null,
            metadata: { b: { c: 3, d: 4 }, e: 5 },
            previousMetadata: { a: 1, b: { c: 2 } },
          },
        },
      ],
    );
    const metadata = { a: 1, b: { c: 2, d: null }, e: null };
    expect(planReversal(history, '2')).toMatchObject({
      commands: [{ type: 'change_service_group', metadata }],
    });
  });
});

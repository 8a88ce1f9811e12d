import { serialize } from 'node:v8';
import {
  emptyReversalFold,
  foldIntoReversal,
  planReversal,
  record,
  restoreMembership,
  revertibilityOf,
  type DomainEvent,
  type NewServiceGroupEvent,
  type NewUserEvent,
  type Reversal,
  type ReversalFold,
  type User,
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

function folded(history: readonly DomainEvent[], correlationId: string, undoneBy?: string): ReversalFold {
  const fold = emptyReversalFold();
  const isOwn = (event: DomainEvent) => event.correlationId === correlationId;
  for (const event of history) foldIntoReversal(fold, event, { isOwn, undoneBy });
  return fold;
}

const planned = (...args: Parameters<typeof folded>): Reversal => planReversal(folded(...args));

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
    expect(planned(history, '2')).toEqual<Reversal>({
      kind: 'user',
      userId: 'user_1',
      version: 4,
      commands: [{ type: 'change_user', name: 'Ada', role: 'member' }],
      memberships: [],
      teams: [],
    });
  });

  test('is the removal of who was created, unless anything happened to them since', () => {
    const plan = planned(historyOf(['1', created]), '1') as Reversal & { kind: 'user' };
    expect(plan.commands).toEqual([{ type: 'remove_user' }]);
    expect(() => planned(historyOf(['1', created], ['2', added]), '1')).toThrow(refusal('change_superseded'));
  });

  test('is the removal also of somebody whose memberships have come and gone since', () => {
    const history = historyOf(['1', created], ['2', added], ['3', ended]);
    expect(planned(history, '1')).toMatchObject({ commands: [{ type: 'remove_user' }] });
    const again = historyOf(['1', created], ['2', added], ['3', ended], ['4', added]);
    expect(() => planned(again, '1')).toThrow(refusal('change_superseded'));
  });

  test('leaves out what has been taken back already', () => {
    const history = historyOf(['1', created], ['2', renamed('Grace', 'Ada'), promoted]);
    const back = {
      ...historyOf(['1', created], ['3', renamed('Ada', 'Grace')]).at(-1)!,
      version: 4,
      causationId: 'part',
    };
    const begun = [...history, back];
    expect(planned(begun, '2', 'part')).toMatchObject({
      commands: [{ type: 'change_user', role: 'member' }],
    });
    expect(planned(begun, '2', 'part').commands).not.toMatchObject([{ name: expect.anything() }]);
    expect(() => planned(begun, '2')).toThrow(refusal('change_superseded'));
    const gone = { ...historyOf(['1', created], ['3', removed]).at(-1)!, causationId: 'part' };
    expect(planned([...historyOf(['1', created]), gone], '1', 'part')).toMatchObject({
      ...{ commands: [], memberships: [] },
    });
  });

  test('restores a membership on its terms, and ends one that was given', () => {
    const restored = planned(historyOf(['1', created], ['2', added], ['3', ended]), '3');
    const terms = { reason: 'On call', expiresAt: '2030-01-01T00:00:00.000Z' };
    expect(restored).toMatchObject({ memberships: [{ serviceGroupId: 'sgrp_1', terms }] });
    const taken = planned(historyOf(['1', created], ['2', added]), '2');
    expect(taken).toMatchObject({ memberships: [{ serviceGroupId: 'sgrp_1', terms: undefined }] });
  });

  test('is refused where somebody has changed the same since, even back to what it was', () => {
    const history = historyOf(
      ['1', created],
      ['2', renamed('Grace', 'Ada')],
      ['3', renamed('Ada', 'Grace')],
      ['4', renamed('Grace', 'Ada')],
    );
    expect(() => planned(history, '2')).toThrow(refusal('change_superseded'));
    expect(planned(history, '4')).toMatchObject({ commands: [{ name: 'Ada' }] });
  });

  test('is refused for removals, and for whoever was removed since', () => {
    const history = historyOf(['1', created], ['2', promoted], ['3', removed]);
    expect(() => planned(history, '3')).toThrow(refusal('change_not_revertible'));
    expect(() => planned(history, '2')).toThrow(refusal('change_superseded'));
  });

  test('is refused once the data of before has been erased', () => {
    const erased: NewUserEvent = { type: 'user.erased', data: { userId: 'user_1' } };
    const history = historyOf(['1', created], ['2', promoted], ['3', removed], ['4', erased]);
    expect(() => planned(history, '2')).toThrow(refusal('user_erased'));
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
    expect(() => planned(history, '2')).toThrow(refusal('change_not_revertible'));
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
    expect(planned(history, '2')).toMatchObject({
      commands: [{ type: 'change_service_group', metadata }],
    });
  });
});

describe('what is kept of a history', () => {
  const metadata = (n: number) => ({ note: `${n} ${'x'.repeat(8_000)}` });
  const changed = (n: number): NewUserEvent => ({
    type: 'user.settings_changed',
    data: {
      ...ada,
      externalId: null,
      previousExternalId: null,
      metadata: metadata(n),
      previousMetadata: metadata(n - 1),
    },
  });
  const sizeOf = (length: number) => {
    const between = Array.from({ length }, (_, n): Commit => [`c${n}`, changed(n + 2)]);
    const history = historyOf(['0', created], ['1', changed(1)], ...between, ['2', renamed('Eve', 'Ada')]);
    const fold = folded(history, '2');
    expect(planReversal(fold)).toMatchObject({ commands: [{ type: 'change_user', name: 'Ada' }] });
    expect(() => planReversal(folded(history, '1'))).toThrow(refusal('change_superseded'));
    return [fold, folded(history, '1')].map((each) => serialize(each).length);
  };

  test('does not grow with its length, and has no events', () => {
    const [short, long] = [sizeOf(2), sizeOf(300)];
    for (const [index, size] of long.entries()) {
      expect(size).toBeLessThan(short[index]! + 100);
      // Two states with the metadata of each, of some 5 MB of events.
      expect(size).toBeLessThan(20_000);
    }
  });
});

describe('whether there is a way back from an event', () => {
  const expired: NewUserEvent = {
    type: 'service_group.member_removed',
    data: { ...cell, since, reason: 'member_removed', cause: 'expired', expiresAt: since, until: since },
  };
  const group = {
    serviceGroupId: 'sgrp_1',
    name: 'dev',
    externalId: null,
    previousExternalId: null,
  } as const;
  const metadataSet = (previousMetadata: object, metadata: object): NewServiceGroupEvent => ({
    type: 'service_group.settings_changed',
    data: { ...group, metadata, previousMetadata } as never,
  });

  test.each<[string, NewUserEvent | NewServiceGroupEvent]>([
    ['yes', ended],
    ['yes', added],
    ['no', removed],
    ['nothing', expired],
    ['nothing', { type: 'user.seen_as', data: { ...ada, reason: 'Support', until: since } }],
    ['nothing', { type: 'service_group.membership_expiring', data: { ...cell, since, expiresAt: since } }],
    ['nothing', metadataSet({ a: 1 }, { a: 1 })],
    ['yes', metadataSet({ a: 1 }, { a: null, b: 2 })],
    ['no', metadataSet({ a: null }, { a: 1 })],
  ])('is answered with %s', (answer, event) => {
    const [recorded] = historyOf(['1', event]);
    expect(revertibilityOf({ ...recorded!, version: 2 })).toBe(answer);
  });
});

describe('a membership that is restored', () => {
  const serviceGroup = { status: 'none' } as const;
  const [past, now, future] = ['2025-12-31T00:00:00.000Z', since, '2026-01-02T00:00:00.000Z'] as const;
  const restoring = (held: object | undefined, terms: object | undefined) =>
    restoreMembership(
      { memberships: held ? { sgrp_1: held } : {}, updatedAt: past } as unknown as User,
      { serviceGroupId: 'sgrp_1', terms },
      serviceGroup,
      Date.parse(now),
    );

  test.each([
    ['given again', undefined, { expiresAt: future }, 'add_member'],
    ['changed', {}, { expiresAt: future }, 'change_membership'],
    ['taken away', { expiresAt: future }, undefined, 'remove_member'],
    ['taken away once the end of before has passed', {}, { expiresAt: past }, 'remove_member'],
    ['left absent', undefined, undefined, undefined],
  ])('is %s', (_, held, terms, type) => {
    expect(restoring(held, terms)?.type).toBe(type);
  });

  test.each([
    ['it has ended by itself meanwhile', { expiresAt: now }, { expiresAt: future }, 'change_superseded'],
    ['it was given and has ended by itself', { expiresAt: past }, undefined, 'change_superseded'],
    ['it would have ended by now', undefined, { expiresAt: now }, 'change_not_revertible'],
    ['it had no reason', { reason: 'On call' }, { expiresAt: future }, 'change_not_revertible'],
  ])('is refused where %s', (_, held, terms, code) => {
    expect(() => restoring(held, terms)).toThrow(refusal(code));
  });
});

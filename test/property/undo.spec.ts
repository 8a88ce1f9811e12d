import fc from 'fast-check';
import {
  addMember,
  changeMembership,
  changeUserAsPlanned,
  createAccount,
  createServiceGroup,
  createUser,
  getHistory,
  grantTenant,
  removeMember,
  revertChange,
  revertibility,
  runDue,
  type Tenant,
} from '#libs/directory';
import type { DomainEvent, ServiceGroupId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { indexesSettled } from '../support/engines/engine.js';

/**
 * Whatever happened before and since, an undo that succeeds has events, and leads exactly to what was there before the change, ends
 * included; and a change that says that it can be undone can be, as long as nothing else has happened.
 */

const RUNS = Number(process.env['ROLLBOOK_UNDO_RUNS'] ?? 12);
const MINUTE = 60_000;

let opened: TestDirectory;
let now = Date.parse('2026-03-01T12:00:00.000Z');
beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
});
afterAll(() => opened.close());

const group = fc.nat(1);
/** In minutes from then; null: none. */
const end = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null, freq: 3 });
const minutes = fc.integer({ min: 1, max: 6 });
const which = fc.nat(20);
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('add' as const), group, end }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('change' as const), group, end }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), group }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rename' as const), which }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), minutes }) },
  { weight: 1, arbitrary: fc.constant({ type: 'work' } as const) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('undo' as const), which }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** What the events say: a name, and when each membership ends; Infinity if never. */
type State = ReadonlyMap<string, string | number>;

interface MadeChange {
  correlationId: string;
  at: string;
  before: State;
  /** What it was about. */
  touched: ReadonlySet<string>;
}

async function begin() {
  const { accountId } = (await createAccount(opened.directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(opened.directory, accountId);
  const user = (await createUser(tenant, { name: 'Ada', email: 'ada@x.example' }, byOperator)).state;
  const groups: ServiceGroupId[] = [];
  for (const name of ['prod', 'dev'])
    groups.push((await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId);
  return { tenant, userId: user.userId, groups };
}
type Begun = Awaited<ReturnType<typeof begin>>;

async function eventsOf({ tenant, userId }: Begun): Promise<DomainEvent[]> {
  return (await getHistory(tenant, userId, { limit: 1_000 })).items;
}

function stateAfter(events: readonly DomainEvent[]): State {
  const state = new Map<string, string | number>();
  for (const { type, data } of events) {
    if (type === 'user.created' || type === 'user.profile_changed') state.set('name', data.name);
    if (type === 'service_group.member_added' || type === 'service_group.membership_changed')
      state.set(data.serviceGroupId, data.expiresAt ? Date.parse(data.expiresAt) : Infinity);
    if (type === 'service_group.member_removed') state.delete(data.serviceGroupId);
  }
  return state;
}

/** Memberships whose end has come are as absent as those that were never given. */
const holding = (state: State) =>
  new Map([...state].filter(([, value]) => typeof value === 'string' || value > now));

type Sent = Exclude<Command, { type: 'wait' | 'work' | 'undo' }>;

async function send({ tenant, userId, groups }: Begun, sent: Sent, correlationId: string) {
  const context = { ...byOperator, correlationId };
  const expiresAt =
    'end' in sent && sent.end !== null ? new Date(now + sent.end * MINUTE).toISOString() : null;
  switch (sent.type) {
    case 'add':
      return addMember(tenant, groups[sent.group]!, userId, context, { expiresAt });
    case 'change':
      return changeMembership(tenant, groups[sent.group]!, userId, { expiresAt }, context);
    case 'remove':
      return removeMember(tenant, groups[sent.group]!, userId, context);
    case 'rename':
      return changeUserAsPlanned(
        tenant,
        userId,
        () => [{ type: 'change_user', name: `Ada ${sent.which}` }],
        context,
      );
  }
}

const revert = (tenant: Tenant, { correlationId, at }: MadeChange, id: string, dryRun = false) =>
  revertChange(tenant, { correlationId, at }, () => {}, { ...byOperator, correlationId: id, dryRun });

/** The code with which a rule refuses it, if one does. */
async function refusalOf(act: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if ((error as Error).name !== 'DomainError') throw error;
    return (error as { code: string }).code;
  }
}

const subjectOf = ({ data }: DomainEvent): string =>
  'serviceGroupId' in data ? data.serviceGroupId : 'name';

/** What a change was, and that it says rightly whether it can be undone. */
async function noteChange(begun: Begun, before: readonly DomainEvent[], correlationId: string) {
  const own = (await eventsOf(begun)).slice(before.length);
  if (own.length === 0) return undefined;
  const touched = new Set(own.map(subjectOf));
  const change: MadeChange = { correlationId, at: own[0]!.at, before: stateAfter(before), touched };
  await indexesSettled();
  const answers = own.map((event) => revertibility(event));
  const isRevertible = answers.includes('yes') && !answers.includes('no');
  const refusal = await refusalOf(() => revert(begun.tenant, change, 'tried', true));
  expect({ refusal, isRevertible }).toMatchObject({ isRevertible: refusal === undefined });
  return change;
}

async function undoAndExpect(begun: Begun, change: MadeChange, correlationId: string) {
  const before = await eventsOf(begun);
  await indexesSettled();
  const refusal = await refusalOf(() => revert(begun.tenant, change, correlationId));
  const after = await eventsOf(begun);
  if (refusal !== undefined) {
    expect(refusal).toMatch(/^change_(superseded|not_revertible)$/);
    expect(after).toEqual(before);
    return;
  }
  expect(after.slice(before.length).map((event) => event.correlationId)).toContain(correlationId);
  const expected = new Map(stateAfter(before));
  for (const subject of change.touched) {
    const was = change.before.get(subject);
    if (was === undefined) expected.delete(subject);
    else expected.set(subject, was);
  }
  expect(holding(stateAfter(after))).toEqual(holding(expected));
}

test('an undo that succeeds has events and leads to what was there before, whatever happened', async () => {
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), async (commands) => {
      const begun = await begin();
      const made: MadeChange[] = [];
      for (const each of commands) {
        // The events of a user are a millisecond apart, whatever the clock says.
        now += 100;
        const correlationId = `change-${(changes += 1)}`;
        if (each.type === 'wait') now += each.minutes * MINUTE;
        else if (each.type === 'work') await runDue(opened.directory, { onNotice: () => {}, rest: 0 });
        else {
          const before = await eventsOf(begun);
          const change = each.type === 'undo' ? made[each.which % made.length] : undefined;
          if (change) await undoAndExpect(begun, change, correlationId);
          else if (each.type !== 'undo') await refusalOf(() => send(begun, each, correlationId));
          now += 100;
          const noted = await noteChange(begun, before, correlationId);
          if (noted) made.push(noted);
        }
      }
      now += 60 * MINUTE;
    }),
    // Shrinking would take minutes; the seed repeats what failed.
    { numRuns: RUNS, endOnFailure: true },
  );
});

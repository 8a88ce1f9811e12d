import { record, type DomainErrorCode, type NewEvent, type Recorded } from '#libs/domain';

const START = Date.parse('2026-01-01T00:00:00.000Z');

/**
 * The three steps of a decision's specification: earlier events, the command, and its result.
 *
 * `given(events)` folds the events into a state; `.when(decide)` runs the decision on it; `.then(events)` and
 * `.thenRefused(code)` assert.
 */
export function specification<State, F extends NewEvent>(
  initial: State,
  evolve: (state: State, event: Recorded<F>) => State,
) {
  return {
    given(...newEvents: F[]) {
      const state = stateAfter(initial, evolve, newEvents);
      return {
        state,
        when(decide: (state: State) => F[]) {
          return {
            then(...expected: F[]) {
              expect(decide(state)).toEqual(expected);
            },
            thenRefused(code: DomainErrorCode) {
              expect(() => decide(state)).toThrow(expect.objectContaining({ name: 'DomainError', code }));
            },
          };
        },
      };
    },
  };
}

function stateAfter<State, F extends NewEvent>(
  initial: State,
  evolve: (state: State, event: Recorded<F>) => State,
  newEvents: F[],
): State {
  const events = record(newEvents, {
    accountId: 'acct_1',
    aggregateId: 'aggregate_1',
    currentVersion: 0,
    lastEventAt: undefined,
    now: START,
    actor: 'operator:spec',
    correlationId: 'correlation',
    causationId: 'cause',
  });
  return events.reduce<State>(evolve, initial);
}

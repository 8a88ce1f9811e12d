// What every contender is asked to do, and what of it its peers cannot do in one atomic step.

/** By name: the row, and how many calls are one round. The cell of a contender that cannot do it at all stays empty. */
export function operationsOn(events) {
  const many = events.toLocaleString('en');
  return {
    create: { row: 'create: an event, the state, a unique email', calls: 60 },
    appendAlone: { row: 'append one event, nothing read', calls: 60 },
    command: { row: 'a command: read, decide, append one event', calls: 60 },
    state: { row: `the state of an aggregate of ${many} events`, calls: 4 },
    fold: { row: `an aggregate from its ${many} events`, calls: 4 },
  };
}

export const CONTENDERS = {
  Rollbook: './rollbook.mjs',
  'Rollbook (again)': './rollbook.mjs',
  'Castore 2.4': './castore.mjs',
  '@ocoda/event-sourcing 1.0 beta': './ocoda.mjs',
};

export const NOT_ATOMIC = `What is part of one transaction, and what is not:

| | the event and its version | the state | the unique email |
|---|---|---|---|
| Rollbook | conditional: one of two writers is refused | in the same transaction | claimed and released in the same transaction |
| Castore 2.4 | conditional: one of two writers is refused | **not atomic**: there is none; here it is put after the events, and lost if it crashes in between | an event of an aggregate named by the email, in the same group of events; releasing it needs that aggregate's history |
| @ocoda/event-sourcing 1.0 beta | **not conditional**: it writes with BatchWriteItem, which has no conditions | **not atomic**: put afterwards | **not atomic**: put before, with its own condition; a crash leaves it claimed by nobody |

Rollbook cannot append an event without its state, and reads the state of an aggregate with one GetItem however long
its history is; only reads of the history or of a past state read its events. It also encrypts the personal data in events, and its events
say who, why and in which account: so they are larger, and cost more to read in bulk.
Castore reads are strongly consistent, those of @ocoda/event-sourcing eventually consistent: half the units. The latter requires NestJS 10,
but runs here on NestJS 12.`;

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

export const NOT_ATOMIC = `What stands in one transaction, and what does not:

| | the event and its version | the state | the unique email |
|---|---|---|---|
| Rollbook | conditional: of two writers one is told | in the same transaction | in the same transaction, and given back by it |
| Castore 2.4 | conditional: of two writers one is told | **not atomic**: there is none; here it is put after the events, and lost by a crash in between | an event of an aggregate named by the email, in the same group of events; to give it back takes that aggregate's history |
| @ocoda/event-sourcing 1.0 beta | **not conditional**: it writes with BatchWriteItem, which has no conditions | **not atomic**: put afterwards | **not atomic**: put before, on its own condition; a crash leaves it held by nobody |

Rollbook has no way to append an event without its state, and reads the state of an aggregate with one GetItem however long
its history is; nobody waits for the history but who asks for it or for a past state. It also encrypts what events hold of people, and its events say who, why and in which account:
that is why they are larger, and dearer to read in bulk.
Castore reads strongly consistent, @ocoda/event-sourcing eventually consistent: half the units. The latter asks for NestJS 10,
and runs here on NestJS 12.`;

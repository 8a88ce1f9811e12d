import { ConflictError, type AnyEvent, type Place, type Session, type Store } from '@rollbook/subscriber';
import type { SimulatedProcess } from '../scheduler/process.js';
import type { Network } from './network.js';

/** As a client of a database waits. */
const ANSWER_MS = 10_000;

type Changes = Parameters<Session<Write[]>['save']>[0];

const NO_PLACE: Place = { phase: 'new', cursor: null, epoch: 0, revision: 0, unseen: 'nothing' };

/** What the functions of a subscription keep. */
export interface Kept {
  /** The ids of events, in the order in which they were handled. */
  handled: string[];
  /** `user group`, for each membership. */
  members: Set<string>;
}

/** Takes effect when the transaction commits. */
export type Write = (kept: Kept) => void;

/** The database of a subscription, which outlives its processes. A transaction that began before another committed is refused. */
export class SubscribersDatabase {
  kept: Kept = { handled: [], members: new Set() };
  #place: Place = NO_PLACE;
  readonly #sequences = new Map<string, number>();
  #commits = 0;

  /** @param ignoresConflicts where that is planted */
  constructor(private readonly ignoresConflicts = false) {}

  begin(): { place: Place; commits: number } {
    return { place: this.#place, commits: this.#commits };
  }

  sequencesOf(subjects: readonly string[]): ReadonlyMap<string, number> {
    const known = subjects.filter((each) => this.#sequences.has(each));
    return new Map(known.map((each) => [each, this.#sequences.get(each)!]));
  }

  commit(commits: number, writes: readonly Write[], { place, sequences = new Map() }: Changes): void {
    if (commits !== this.#commits && !this.ignoresConflicts)
      throw new ConflictError('Another transaction has committed.');
    this.#commits += 1;
    for (const write of writes) write(this.kept);
    if (place && place.epoch !== this.#place.epoch) this.#sequences.clear();
    this.#place = place ?? this.#place;
    for (const [subject, sequence] of sequences) this.#sequences.set(subject, sequence);
  }

  /** As one process reaches it. */
  store(process: SimulatedProcess, network: Network): Store<Write[]> {
    const call = <T>(what: string, act: () => T): Promise<T> =>
      // oxlint-disable-next-line require-await
      network.call(process, 'database', what, ANSWER_MS, async () => act());
    return {
      eventsPerTransaction: 5,
      prepare: () => call('CREATE', () => undefined),
      transact: async (work) => {
        const { place, commits } = await call('BEGIN', () => this.begin());
        const writes: Write[] = [];
        let changes: Changes = {};
        const result = await work({
          tx: writes,
          place,
          sequencesOf: (subjects) => call('SELECT', () => this.sequencesOf(subjects)),
          save: (given) => Promise.resolve(void (changes = given)),
        });
        if (writes.length > 0 || changes.place || changes.sequences)
          await call('COMMIT', () => this.commit(commits, writes, changes));
        return result;
      },
    };
  }
}

/** The functions of a subscription: each notes that it was called, and keeps who is a member of what. */
export const functions = {
  on: {
    'service_group.member_added': noted(({ members }, event) => members.add(pairOf(event))),
    'service_group.member_removed': noted(({ members }, event) => members.delete(pairOf(event))),
    'user.removed': noted(({ members }, { subject }) => {
      for (const pair of members) if (pair.startsWith(`${subject} `)) members.delete(pair);
    }),
  },
  otherwise: noted(() => undefined),
  reset(tx: Write[]) {
    tx.push((kept) => {
      kept.handled = [];
      kept.members = new Set();
    });
  },
};

function noted(act: (kept: Kept, event: AnyEvent) => unknown) {
  return (tx: Write[], event: AnyEvent) =>
    void tx.push((kept) => {
      kept.handled.push(event.id);
      act(kept, event);
    });
}

function pairOf({ data: { userId, serviceGroupId } }: AnyEvent): string {
  return `${String(userId)} ${String(serviceGroupId)}`;
}

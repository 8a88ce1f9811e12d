import { evolveUser, initialUser, type DomainEvent, type UserState } from '#libs/domain';
import type { Run } from '../run/simulate.js';

/** An operation on one aggregate, as test/conformance/histories reads it. */
export interface Operation {
  aggregate: string;
  isWrite: boolean;
  /** A write makes the versions after `from` up to `version`; a read shows `version`. */
  from: number;
  version: number;
  /** What the aggregate is at that version; empty if that is not known. */
  value: string;
  /** In thousandths of a millisecond. */
  call: number;
  return: number;
}

const NEVER = Number.MAX_SAFE_INTEGER;
const inThousandths = (ms: number) => Math.round(ms * 1_000);

/** What clients did and saw in a run, by aggregate. What was not answered may have happened at any time since it was sent. */
export function operationsOf({ seed, record, histories }: Run): Operation[] {
  return histories.flatMap(({ events }) =>
    [...events].flatMap(([id, own]) => {
      const values = valuesOf(own);
      const aggregate = `${seed} ${id}`;
      const write = (from: number, version: number, call: number, returned: number): Operation => {
        const value = values[version - 1] ?? '';
        return { aggregate, isWrite: true, from, version, value, call, return: returned };
      };
      const answered = new Set<string>();
      const written = record.acknowledged.flatMap(({ events: all, invokedAt, answeredAt }) => {
        const made = all.filter(({ aggregateId }) => aggregateId === id);
        for (const { eventId } of made) answered.add(eventId);
        const versions = made.map(({ version }) => version);
        const [from, version] = [Math.min(...versions) - 1, Math.max(...versions)];
        return made.length > 0
          ? [write(from, version, inThousandths(invokedAt), inThousandths(answeredAt))]
          : [];
      });
      const open = own
        .filter(({ eventId }) => !answered.has(eventId))
        .map(({ version, correlationId }) =>
          write(version - 1, version, inThousandths(record.sentAt.get(correlationId) ?? 0), NEVER),
        );
      const read = record.users
        .filter(({ user }) => user.userId === id)
        .map(({ user, invokedAt, answeredAt }): Operation => {
          const { version } = user;
          const [call, returned] = [inThousandths(invokedAt), inThousandths(answeredAt)];
          return {
            aggregate,
            isWrite: false,
            from: 0,
            version,
            value: valueOf(user),
            call,
            return: returned,
          };
        });
      return [...written, ...open, ...read];
    }),
  );
}

const valueOf = ({
  status,
  name,
  email,
  role,
}: {
  status: string;
  name: string;
  email: string;
  role: string;
}) => [status, name, email, role].join(' ');

/** Of a user, after each event; of others, and of who is erased, they are not known. */
function valuesOf(events: readonly DomainEvent[]): string[] {
  if (!events[0]?.aggregateId.startsWith('user_') || events.some(({ type }) => type === 'user.erased'))
    return [];
  let state: UserState = initialUser;
  return events.map((event) => {
    state = evolveUser(state, event as never);
    return 'name' in state && state.status !== 'removed' ? valueOf(state) : '';
  });
}

// What the peers' events say: of what Rollbook's say, what a bare event store would be given too.
import { randomUUID } from 'node:crypto';

export const userOf = (userId, n) => ({
  userId,
  name: `User ${n}`,
  email: `user${n}@bench.example`,
  role: 'member',
});

export const renamed = (name) => ({ name });

export const eventMetadata = () => ({
  actor: 'operator:bench',
  correlationId: 'bench',
  causationId: `cmd_${randomUUID()}`,
});

const LANES = 8;

export async function inLanes(count, act) {
  let next = 0;
  const lane = async () => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

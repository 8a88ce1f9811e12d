import fc from 'fast-check';
import type { DueQueue } from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import { Slots } from './slots.js';

const SIZE = 16;
const queue = (accountId: string, n: number): DueQueue => ({
  accountId,
  webhookEndpointId: `whep_${accountId}${n}` as WebhookEndpointId,
});
const queues = (accountId: string, count: number) =>
  Array.from({ length: count }, (_, n) => queue(accountId, n));

describe('the slots of a deliverer', () => {
  let time = 0;
  let slots: Slots;
  beforeEach(() => {
    time = 0;
    slots = new Slots(SIZE, () => time);
  });
  const wait = (waiting: readonly DueQueue[]) => {
    for (const each of waiting) slots.wait(each);
  };
  function begun(): DueQueue[] {
    const next = slots.next();
    return next ? [next, ...begun()] : [];
  }

  test('leave a quarter free of one account that has many endpoints, and another begins at once', () => {
    wait(queues('a', 20));
    expect(begun()).toHaveLength(12);
    wait([queue('b', 0)]);
    expect(begun()).toEqual([queue('b', 0)]);
  });

  test('are shared by accounts that wait together, a quarter for each', () => {
    wait([...queues('a', 20), ...queues('b', 20), ...queues('c', 1)]);
    const accounts = begun().map(({ accountId }) => accountId);
    const count = (of: string) => accounts.filter((accountId) => accountId === of).length;
    expect({ a: count('a'), b: count('b'), c: count('c') }).toEqual({ a: 4, b: 4, c: 1 });
  });

  test('are given up by an account with more than its share when another waits, and kept by one with less', () => {
    wait(queues('a', 20));
    const [first] = begun();
    expect(slots.isWanted(first!)).toBe(false);
    wait(queues('b', 5));
    expect(begun()).toHaveLength(4);
    expect(slots.isWanted(first!)).toBe(true);
    expect(slots.isWanted(queue('b', 0))).toBe(false);
  });

  test('go to healthy endpoints before slow ones, which hold half at most, until they were not slow for a while', () => {
    const slow = Array.from({ length: 20 }, (_, n) => queue(`slow${n}`, n));
    for (const each of slow) slots.noteSpeed(each, true);
    wait([...slow, queue('b', 0)]);
    const held = begun();
    expect(held[0]).toEqual(queue('b', 0));
    expect(held).toHaveLength(1 + SIZE / 2);
    time += 3_600_000;
    expect(begun()).toHaveLength(SIZE / 2 - 1);
  });

  test('are never more than there are, nor all one account’s, and whoever has none gets one while some are free', () => {
    const step = fc.record({
      arrives: fc.boolean(),
      account: fc.constantFrom('a', 'b', 'c', 'd'),
      n: fc.nat(19),
    });
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 32 }), fc.array(step, { maxLength: 200 }), (size, steps) => {
        slots = new Slots(size, () => time);
        const held: DueQueue[] = [];
        for (const { arrives, account, n } of steps) {
          if (arrives) slots.wait(queue(account, n));
          else held.splice(0, 1).forEach((each) => slots.free(each));
          held.push(...begun());
          const of = (accountId: string) => held.filter((each) => each.accountId === accountId).length;
          expect(held.length).toBeLessThanOrEqual(size);
          for (const each of ['a', 'b', 'c', 'd']) expect(of(each)).toBeLessThan(size);
          if (arrives && held.length < size) expect(of(account)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

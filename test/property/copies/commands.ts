import fc from 'fast-check';

const user = fc.nat(11);
const group = fc.nat(4);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const ends = fc.constantFrom('never', 'never', 'late', 'soon');

/** What clients send, and what is ended and begun again meanwhile. */
export const command = fc.oneof(
  weighted(2, fc.constant({ type: 'create_user' } as const)),
  weighted(1, fc.constant({ type: 'create_group' } as const)),
  weighted(14, fc.record({ type: fc.constant('add' as const), user, group, ends })),
  weighted(6, fc.record({ type: fc.constant('remove' as const), user, group })),
  weighted(3, fc.record({ type: fc.constant('suspend' as const), user })),
  weighted(3, fc.record({ type: fc.constant('reactivate' as const), user })),
  weighted(1, fc.record({ type: fc.constant('remove_user' as const), user })),
  weighted(1, fc.record({ type: fc.constant('remove_group' as const), group })),
  weighted(1, fc.record({ type: fc.constant('erase' as const), user })),
  weighted(1, fc.constant({ type: 'suspend_account' } as const)),
  weighted(8, fc.constant({ type: 'reactivate_account' } as const)),
);
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

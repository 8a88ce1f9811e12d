import fc from 'fast-check';

/** What can happen to an account with access roles and teams. Numbers stand for those who are there. */

export const KEYS = ['admin', 'reader', 'writer'];
export const PERMISSIONS = ['deploy', 'logs.read', 'logs.write', 'metrics:read'];
/** How long a command takes, by the clock that is held. */
export const STEP_MS = 50;

const user = fc.noBias(fc.nat(50));
const group = fc.noBias(fc.nat(50));
const team = fc.noBias(fc.nat(50));
const some = (place: fc.Arbitrary<number>) => fc.array(place, { minLength: 1, maxLength: 3 });
const key = fc.constantFrom(...KEYS);
/** Undefined: none is named. */
const role = fc.oneof(
  { weight: 5, arbitrary: key },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constant(undefined) },
);
/** In steps from then; null: none. */
const end = fc.option(fc.integer({ min: 1, max: 80 }), { nil: null, freq: 2 });
const permissions = fc.subarray(PERMISSIONS);
const of = <const Type extends string>(...types: Type[]) => fc.constantFrom(...types);

export const command = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: of('roles'),
      // Undefined: there is none with this key.
      sets: fc.tuple(...KEYS.map(() => fc.option(permissions, { nil: undefined, freq: 4 }))),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: of('role anew'), key, permissions }) },
  { weight: 16, arbitrary: fc.record({ type: of('add'), user, group, role, end }) },
  { weight: 12, arbitrary: fc.record({ type: of('change'), user, group, role, end }) },
  { weight: 9, arbitrary: fc.record({ type: of('remove'), user, group }) },
  { weight: 3, arbitrary: fc.record({ type: of('add several'), users: some(user), group, role, end }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: of('bulk'),
      action: of('add_to_groups', 'change_access_role', 'remove_from_groups'),
      users: some(user),
      groups: some(group),
      role: fc.option(key, { nil: null, freq: 5 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ type: of('join', 'change place'), user, team, end }) },
  { weight: 6, arbitrary: fc.record({ type: of('leave'), user, team }) },
  { weight: 9, arbitrary: fc.record({ type: of('open', 'change access'), team, group, role, end }) },
  { weight: 5, arbitrary: fc.record({ type: of('close'), team, group }) },
  { weight: 1, arbitrary: fc.record({ type: of('create team') }) },
  { weight: 1, arbitrary: fc.record({ type: of('remove team'), team }) },
  { weight: 2, arbitrary: fc.record({ type: of('create user') }) },
  { weight: 1, arbitrary: fc.record({ type: of('create group') }) },
  { weight: 1, arbitrary: fc.record({ type: of('remove user'), user }) },
  { weight: 1, arbitrary: fc.record({ type: of('remove group'), group }) },
  { weight: 2, arbitrary: fc.record({ type: of('suspend'), user }) },
  { weight: 4, arbitrary: fc.record({ type: of('reactivate'), user }) },
  { weight: 1, arbitrary: fc.record({ type: of('suspend account') }) },
  { weight: 4, arbitrary: fc.record({ type: of('reactivate account') }) },
  { weight: 9, arbitrary: fc.record({ type: of('undo'), which: fc.nat(12) }) },
  { weight: 5, arbitrary: fc.record({ type: of('wait'), steps: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 3, arbitrary: fc.record({ type: of('work') }) },
  { weight: 6, arbitrary: fc.record({ type: of('around the next end') }) },
);
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;
export type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>;

/** As a request has them, and when they end by the model. */
export function termsOf({ role, end }: { role: string | null | undefined; end: number | null }) {
  const time = end === null ? Infinity : Date.now() + end * STEP_MS + STEP_MS / 2;
  const terms = {
    expiresAt: end === null ? null : new Date(time).toISOString(),
    ...(role !== undefined && { accessRole: role }),
  };
  return { terms, end: time };
}

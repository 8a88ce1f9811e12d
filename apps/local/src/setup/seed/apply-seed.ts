import { createClient, isRollbookError, type RollbookClient } from '#libs/client';
import {
  readSeed,
  type Fields,
  type Place,
  type Seed,
  type SeedAccount,
  type SeedGroup,
} from './read-seed.js';

/** What the file names, by its names. */
export interface SeededAccount {
  id: string;
  /** Ids by email. */
  users: Record<string, string>;
  /** Ids by name. */
  groups: Record<string, string>;
  /** The secret of a key is shown once, so that only now can it be stored. Absent: it was there already. */
  keys: Record<string, { id: string; key?: string }>;
}

export interface Seeded {
  /** What was created, of each kind. */
  created: Readonly<Record<'accounts' | 'users' | 'groups' | 'memberships' | 'keys', number>>;
  /** By name. */
  accounts: Readonly<Record<string, SeededAccount>>;
}

interface Named {
  id: string;
  name: string;
  email?: string;
}

/**
 * Creates what is not there yet. What is there, by the name of an account, a service group or a key, or the email of a user, stays as
 * it is.
 * @throws ConfigurationError with the file, the line and the field that the API refuses
 */
export async function applySeed(file: string, apiUrl: string, token: string): Promise<Seeded> {
  const seed = readSeed(file);
  const client = createClient({ baseUrl: apiUrl, token });
  const created = { accounts: 0, users: 0, groups: 0, memberships: 0, keys: 0 };
  const seeded: Record<string, SeededAccount> = {};
  const orMistake = <T>(place: Place, act: () => Promise<T>) => orMistakeOf(seed, place, act);
  const sowing = { client, created, orMistake };
  const accounts = await listed(client.each('/v1/accounts'), 'name');
  for (const [index, account] of seed.accounts.entries())
    Object.assign(seeded, await sowAccount(sowing, account, ['accounts', index], accounts));
  return { created, accounts: seeded };
}

interface Sowing {
  client: RollbookClient;
  orMistake: <T>(place: Place, act: () => Promise<T>) => Promise<T>;
  created: { -readonly [Kind in keyof Seeded['created']]: number };
}

const MEMBERS = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members';

const keyOf = (value: unknown) => String(value).trim().toLowerCase();

async function listed(rows: AsyncIterable<Named>, by: 'name' | 'email'): Promise<Map<string, Named>> {
  const found = new Map<string, Named>();
  for await (const row of rows) found.set(keyOf(row[by]), row);
  return found;
}

/** One after the other: ids are in the order of the file, and so are the events. */
async function sowAccount(
  sowing: Sowing,
  { fields, users, groups, keys }: SeedAccount,
  place: Place,
  accounts: Map<string, Named>,
): Promise<Record<string, SeededAccount>> {
  const { client, created, orMistake } = sowing;
  let account = accounts.get(keyOf(fields['name']));
  if (!account) {
    account = await orMistake(place, () => client.post('/v1/accounts', { body: fields as never }));
    created.accounts += 1;
  }
  const { id: accountId, name } = account;
  const byEmail = await sowUsers(sowing, users, [...place, 'users'], accountId);
  const seeded: SeededAccount = {
    id: accountId,
    users: Object.fromEntries(users.map(({ email }) => [String(email), byEmail.get(keyOf(email))?.id ?? ''])),
    groups: await sowGroups(sowing, groups, [...place, 'groups'], { accountId, byEmail }),
    keys: await sowKeys(sowing, keys, [...place, 'keys'], accountId),
  };
  return { [name]: seeded };
}

async function sowUsers(
  { client, created, orMistake }: Sowing,
  users: readonly Fields[],
  place: Place,
  accountId: string,
): Promise<Map<string, Named>> {
  const path = { accountId };
  const byEmail = await listed(client.each('/v1/accounts/{accountId}/users', { path }), 'email');
  for (const [index, user] of users.entries()) {
    const email = keyOf(user['email']);
    if (byEmail.has(email)) continue;
    const create = () => client.post('/v1/accounts/{accountId}/users', { path, body: user as never });
    byEmail.set(email, await orMistake([...place, index], create));
    created.users += 1;
  }
  return byEmail;
}

async function sowGroups(
  { client, created, orMistake }: Sowing,
  groups: readonly SeedGroup[],
  place: Place,
  { accountId, byEmail }: { accountId: string; byEmail: Map<string, Named> },
): Promise<SeededAccount['groups']> {
  const seeded: SeededAccount['groups'] = {};
  const path = { accountId };
  const byName = await listed(client.each('/v1/accounts/{accountId}/service-groups', { path }), 'name');
  for (const [index, { fields, members }] of groups.entries()) {
    const at = [...place, index];
    let group = byName.get(keyOf(fields['name']));
    if (!group) {
      const body = fields as never;
      group = await orMistake(at, () =>
        client.post('/v1/accounts/{accountId}/service-groups', { path, body }),
      );
      created.groups += 1;
    }
    seeded[group.name] = group.id;
    const ofGroup = { accountId, serviceGroupId: group.id };
    const present = new Set<string>();
    for await (const { userId } of client.each(MEMBERS, { path: ofGroup })) present.add(userId);
    for (const [nth, email] of members.entries()) {
      const userId = byEmail.get(keyOf(email))?.id ?? '';
      if (present.has(userId)) continue;
      const add = () => client.put(`${MEMBERS}/{userId}`, { path: { ...ofGroup, userId } });
      await orMistake([...at, 'members', nth], add);
      created.memberships += 1;
    }
  }
  return seeded;
}

async function sowKeys(
  { client, created, orMistake }: Sowing,
  keys: readonly Fields[],
  place: Place,
  accountId: string,
): Promise<SeededAccount['keys']> {
  const path = { accountId };
  const seeded: SeededAccount['keys'] = {};
  const byName = await listed(client.each('/v1/accounts/{accountId}/api-keys', { path }), 'name');
  for (const [index, fields] of keys.entries()) {
    const known = byName.get(keyOf(fields['name']));
    if (known) seeded[known.name] = { id: known.id };
    if (known) continue;
    const body = fields as never;
    const create = () => client.post('/v1/accounts/{accountId}/api-keys', { path, body });
    const { id, name, key } = await orMistake([...place, index], create);
    seeded[name] = { id, key };
    created.keys += 1;
  }
  return seeded;
}

/** What the API refuses is a mistake of the file, at the field that it names. */
async function orMistakeOf<T>(seed: Seed, place: Place, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!isRollbookError(error)) throw error;
    const [first] = error.problem.errors ?? [];
    const inner = (first?.pointer ?? '')
      .split('/')
      .slice(1)
      .map((each) => (/^\d+$/.test(each) ? Number(each) : each.replaceAll('~1', '/').replaceAll('~0', '~')));
    const at = [...place, ...inner];
    const detail = first?.detail ?? error.problem.detail;
    // The place ends with the field, with which most of them begin.
    const field = `${at.at(-1)} `;
    throw seed.mistake(at, detail.startsWith(field) ? detail.slice(field.length) : detail);
  }
}

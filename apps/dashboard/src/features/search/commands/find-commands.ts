import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.js';
import { queryClient } from '../../../api/query-client.js';
import { groupsOfUserQuery, type User } from '../../../api/resources/users.js';
import { allGroupsQuery, type ServiceGroup } from '../../groups/queries.js';
import type { Command } from './command.js';
import type { Reading } from './grammar.js';

/** How many readings have their names looked up, and how many people and groups each offers. */
const MAX_READINGS = 6;
const MAX_PEOPLE = 3;
const MAX_GROUPS = 3;
const FRESH_MS = 10_000;

type Named = Extract<Reading, { who: string }>;

/** The commands that readings with names can be: only of people and groups that there are, and as these are now. */
export const commandsQuery = (accountId: string, readings: readonly Named[], mayChangeOwners: boolean) =>
  queryOptions({
    queryKey: ['users', accountId, 'commands', readings, mayChangeOwners],
    queryFn: async (): Promise<Command[]> => {
      const groups = readings.some(isAboutGroup)
        ? await queryClient.fetchQuery(allGroupsQuery(accountId))
        : [];
      const possible = readings.filter(
        (reading) => reading.kind !== 'give' || matching(groups, reading.group).length > 0,
      );
      const found = await Promise.all(
        possible.slice(0, MAX_READINGS).map(async (reading) => {
          const people = await queryClient.fetchQuery(peopleQuery(accountId, reading.who));
          return commandsFor(reading, people, groups, mayChangeOwners);
        }),
      );
      return found.flat();
    },
    enabled: readings.length > 0,
    // The next time, what was found may have been changed by what was chosen.
    gcTime: 0,
  });

const isAboutGroup = ({ kind }: Named) => kind === 'give' || kind === 'end';

const peopleQuery = (accountId: string, q: string) =>
  queryOptions({
    queryKey: ['users', accountId, 'found', q],
    queryFn: async () => {
      const query = { q, limit: MAX_PEOPLE };
      return (await api.get('/v1/accounts/{accountId}/users', { path: { accountId }, query })).data;
    },
    staleTime: FRESH_MS,
  });

async function commandsFor(
  reading: Named,
  people: readonly User[],
  groups: readonly ServiceGroup[],
  mayChangeOwners: boolean,
): Promise<Command[]> {
  const { kind } = reading;
  if (kind === 'give' || kind === 'end') {
    const meant = matching(groups, reading.group);
    return (await Promise.all(people.map((user) => accessOf(user, meant, reading)))).flat();
  }
  const status = kind === 'suspend' ? 'active' : kind === 'reactivate' ? 'suspended' : undefined;
  return people
    .filter(
      (user) =>
        (status === undefined || user.status === status) && (user.role !== 'owner' || mayChangeOwners),
    )
    .map((user) => ({ kind, user }));
}

/** What can be done with the access of a person to each of these groups: given, or, if they have it, ended or given another end. */
async function accessOf(
  user: User,
  groups: readonly ServiceGroup[],
  reading: Extract<Named, { group: string }>,
): Promise<Command[]> {
  const held = await queryClient.fetchQuery({
    ...groupsOfUserQuery(user.accountId, user.id),
    staleTime: FRESH_MS,
  });
  return groups.flatMap(({ id, name }): Command[] => {
    const membership = held.find(({ serviceGroupId }) => serviceGroupId === id);
    const group = { id, name };
    if (reading.kind === 'end') return membership ? [{ kind: 'end', user, group }] : [];
    if (!membership)
      return user.status === 'suspended' ? [] : [{ kind: 'give', user, group, until: reading.until }];
    return [{ kind: 'change', membership, until: reading.until }];
  });
}

/** Whose name begins with what is typed, or has a word that does; the best first. */
function matching(groups: readonly ServiceGroup[], typed: string): ServiceGroup[] {
  const wanted = typed.toLowerCase();
  const ranks: ((name: string) => boolean)[] = [
    (name) => name === wanted,
    (name) => name.startsWith(wanted),
    (name) => name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)),
  ];
  const found = ranks.flatMap((isMeant) => groups.filter(({ name }) => isMeant(name.toLowerCase())));
  return [...new Set(found)].slice(0, MAX_GROUPS);
}

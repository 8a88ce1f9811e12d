import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { TEXTS } from '../../api/texts.js';
import { sessionQuery } from '../../api/resources/session.js';

const NAMED = 5;
const ROLES: Readonly<Record<string, readonly Schemas['User']['role'][]>> = {
  not_permitted: ['owner', 'admin'],
  owner_needed: ['owner'],
};

/** The role that is needed, and who has it, if the caller may know. */
export function WhoMay({ code }: { code: string }) {
  const { account: accountId = '' } = useParams({ strict: false });
  const { data: session } = useQuery(sessionQuery);
  const roles = ROLES[code] ?? [];
  const { data: people = [] } = useQuery({
    queryKey: ['who-may', accountId, code],
    queryFn: async ({ signal }) => {
      const path = { accountId };
      const requests = roles.map((role) =>
        api.get('/v1/accounts/{accountId}/users', { path, query: { role, limit: NAMED }, signal }),
      );
      const answers = await Promise.allSettled(requests);
      // Members may not list users: they see only the role.
      return answers.flatMap((each) => (each.status === 'fulfilled' ? each.value.data : []));
    },
    enabled: accountId !== '' && roles.length > 0,
    staleTime: 60_000,
  });
  // Nobody is sent to themselves.
  const names = people.filter(({ id }) => id !== session?.userId).map(({ name }) => name);
  return (
    <p className="mt-1">
      {TEXTS.needed[code]}
      {names.length > 0 && (
        <bdi>
          {' '}
          {TEXTS.whoMay(new Intl.ListFormat('en', { type: 'disjunction' }).format(names.slice(0, NAMED)))}
        </bdi>
      )}
    </p>
  );
}

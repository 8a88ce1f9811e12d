import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { TEXTS } from '../../api/texts.js';

const NAMED = 5;
const ROLES: Readonly<Record<string, readonly ('owner' | 'admin')[]>> = {
  not_permitted: ['owner', 'admin'],
  owner_needed: ['owner'],
};

/** The role that is needed, and who has it, if the caller may know. */
export function WhoMay({ code }: { code: string }) {
  const { account: accountId = '' } = useParams({ strict: false });
  const roles = ROLES[code] ?? [];
  const { data: names = [] } = useQuery({
    queryKey: ['who-may', accountId, code],
    queryFn: async ({ signal }) => {
      const path = { accountId };
      const asked = roles.map((role) =>
        api.get('/v1/accounts/{accountId}/users', { path, query: { role, limit: NAMED }, signal }),
      );
      const answers = await Promise.allSettled(asked);
      // Members may not list users: they see only the role.
      return answers
        .flatMap((each) => (each.status === 'fulfilled' ? each.value.data : []))
        .map(({ name }) => name);
    },
    enabled: accountId !== '' && roles.length > 0,
    staleTime: 60_000,
  });
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

import { useNavigate, useParams } from '@tanstack/react-router';
import { useMoment } from '../../session/moment.js';
import { mayIn, onlyManaged, useSession } from '../../session/session.js';
import { ACCOUNTS_PAGE, ACCOUNT_PAGES, HOME_PAGE, ME_PAGE } from '../pages.js';
import { BUILT_IN } from '../users/views/views.js';
import { useViews } from '../users/views/views-store.js';
import { TEXTS } from './texts.js';

export interface Place {
  key: string;
  title: string;
  go: () => unknown;
}

/** The pages that the person has, with what opens them. */
export function usePages(): Place[] {
  const { account } = useParams({ strict: false });
  const session = useSession();
  const navigate = useNavigate();
  return [
    ...(account
      ? ACCOUNT_PAGES.filter(({ permission }) => mayIn(session, permission, account)).map(
          ({ to, title }) => ({ key: to, title, go: () => navigate({ to, params: { account } }) }),
        )
      : []),
    ...onlyManaged(session).map(({ id: group, name: title }) => ({
      key: group,
      title,
      go: () =>
        navigate({ to: '/a/$account/groups/$group', params: { account: session.accountId ?? '', group } }),
    })),
    ...[session.kind === 'operator' ? ACCOUNTS_PAGE : HOME_PAGE, ME_PAGE].map(({ to, title }) => ({
      key: to,
      title,
      go: () => navigate({ to }),
    })),
  ];
}

/** The views of the users of an account: for somebody who types, and not as of a moment. */
export function useViewsOf(account: string | undefined, wanted: string): Place[] {
  const session = useSession();
  const { views } = useViews(account ?? '');
  const navigate = useNavigate();
  const isPast = useMoment() !== undefined;
  if (!wanted || !account || isPast || !mayIn(session, 'users:read', account)) return [];
  return [...views, ...BUILT_IN].map(({ name, filter }) => ({
    key: `view ${name}`,
    title: TEXTS.view(name),
    go: () => navigate({ to: '/a/$account/users', params: { account }, search: filter }),
  }));
}

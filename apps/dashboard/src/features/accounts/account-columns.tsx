import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/data/grid-row.js';
import { formatNumber } from '../../components/data/numbers.js';
import { Time } from '../../components/data/time.js';
import { Badge } from '../../components/feedback/badge.js';
import { AccountActions } from './account-actions.js';
import type { Account } from '../../api/resources/account.js';
import { TEXTS } from './texts.js';

const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

export const accountColumns: readonly Column<Account>[] = [
  {
    key: 'name',
    title: TEXTS.columns.name,
    cell: ({ id, name, status }) => (
      <Link
        to="/a/$account"
        params={{ account: id }}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-3 font-medium lg:font-semibold"
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-md border border-line bg-sunken text-xs font-semibold text-muted lg:size-6"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
        <bdi className="truncate">{name}</bdi>
        {status !== 'active' && (
          <span className="sm:hidden">
            <Badge tone="warn">{TEXTS.suspended}</Badge>
          </span>
        )}
      </Link>
    ),
  },
  {
    key: 'status',
    title: TEXTS.columns.status,
    className: 'max-sm:hidden',
    cell: ({ status }) =>
      status === 'active' ? (
        <span className="sr-only">{TEXTS.active}</span>
      ) : (
        <Badge tone="warn">{TEXTS.suspended}</Badge>
      ),
  },
  {
    key: 'users',
    title: TEXTS.columns.users,
    className: 'text-right tabular-nums max-sm:hidden',
    cell: ({ counts }) => number(counts?.users),
  },
  {
    key: 'groups',
    title: TEXTS.columns.groups,
    className: 'pr-6 text-right tabular-nums max-sm:hidden',
    cell: ({ counts }) => number(counts?.serviceGroups),
  },
  {
    key: 'created',
    title: TEXTS.columns.created,
    className: 'text-muted max-sm:hidden',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'actions',
    title: TEXTS.columns.actions,
    hideTitle: true,
    cell: (account) => <AccountActions account={account} />,
  },
];

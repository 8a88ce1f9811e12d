import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '../../api/resources/account.js';
import type { Column } from '../../components/data/grid-row.js';
import { formatNumber } from '../../components/data/numbers.js';
import { Time } from '../../components/data/time.js';
import { Badge } from '../../components/feedback/badge.js';
import { useAction } from '../../components/feedback/use-action.js';
import { ConfirmChange } from '../../components/overlays/confirm.js';
import { MenuItem, MoreMenu } from '../../components/overlays/menu.js';
import { LimitsDialog } from './limits-dialog.js';
import { setSuspended } from './queries.js';
import { TEXTS } from './texts.js';

function AccountActions({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<'suspend' | 'limits'>();
  const { name, status } = account;
  const reactivate = useAction(() => setSuspended(account, false), TEXTS.reactivatedToast(name));
  const close = () => setDialog(undefined);
  return (
    <>
      <MoreMenu label={`${TEXTS.columns.actions}: ${name}`}>
        <MenuItem onSelect={() => setDialog('limits')}>{TEXTS.limits}</MenuItem>
        {status === 'active' ? (
          <MenuItem danger onSelect={() => setDialog('suspend')}>
            {TEXTS.suspend}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => reactivate.mutate()}>{TEXTS.reactivate}</MenuItem>
        )}
      </MoreMenu>
      {dialog === 'suspend' && (
        <ConfirmChange
          danger
          title={TEXTS.suspendTitle(name)}
          action={TEXTS.suspend}
          what={TEXTS.suspendWhat}
          change={() => setSuspended(account, true)}
          done={TEXTS.suspendedToast(name)}
          onClose={close}
        />
      )}
      {dialog === 'limits' && <LimitsDialog account={account} onClose={close} />}
    </>
  );
}

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

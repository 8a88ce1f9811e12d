import { Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import type { Column } from '../../../components/data/grid-row.js';
import { formatNumber } from '../../../components/data/numbers.js';
import { Time } from '../../../components/data/time.js';
import type { ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

const { columns } = TEXTS;

export const GROUP_TEMPLATE = 'grid-cols-[minmax(0,1fr)_5rem] sm:grid-cols-[minmax(0,1fr)_7rem_8rem]';

export const groupColumns: readonly Column<ServiceGroup>[] = [
  {
    key: 'name',
    title: columns.name,
    sort: 'name',
    cell: ({ id, accountId, name }) => (
      <Link
        to="/a/$account/groups/$group"
        params={{ account: accountId, group: id }}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-3 font-medium lg:font-semibold"
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-md border border-line bg-sunken text-muted lg:size-6"
        >
          <Boxes className="size-3.5" />
        </span>
        <bdi className="truncate">{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'members',
    title: columns.members,
    className: 'text-right tabular-nums sm:pr-6',
    cell: ({ memberCount }) => (memberCount === null ? '–' : formatNumber(memberCount)),
  },
  {
    key: 'created',
    title: columns.created,
    sort: 'createdAt',
    className: 'text-muted max-sm:hidden',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

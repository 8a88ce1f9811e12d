import { Link, useNavigate } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { withoutEmpty } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import { Checkbox } from '../../../components/controls/inputs.js';
import { useRefreshAtEnd } from '../../../components/data/until.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { memberColumns } from './member-columns.js';
import type { Membership, ServiceGroup } from '../queries.js';
import { MAX_READ_MEMBERS } from './read-members.js';
import type { Shown } from '../shown/shown.js';
import { ShownBar } from '../shown/shown-bar.js';
import { useMoment } from '../../../session/moment.js';
import { TEXTS } from '../texts.js';
import { useMembers } from './use-members.js';
import { TEXTS as WAYS } from './ways-texts.js';
import { GridCard } from '../../../components/layout/grid-card.js';

const AddMembers = lazily(async () => (await import('./add-members.js')).AddMembers);
const ChangeEnd = lazily(async () => (await import('../terms/change-end.js')).ChangeEnd);
const EndAccess = lazily(async () => (await import('../end-access.js')).EndAccess);

const TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_7rem_4rem] lg:grid-cols-[minmax(0,1fr)_6rem_7rem_7rem_4rem]';
const WAYS_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_6rem_7rem_4rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_6rem_7rem_7rem_4rem]';
const ROLES_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,8rem)_6rem_7rem_4rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_6rem_7rem_7rem_4rem]';

interface MembersProps {
  group: ServiceGroup;
  mayWrite: boolean;
  /** Not a manager where admins give access. */
  mayGive: boolean;
  /** Whether there is a page of each person for them. */
  mayOpen: boolean;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

export function Members({ group, mayWrite, mayGive, mayOpen, shown, onShow }: MembersProps) {
  const { accountId, name } = group;
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const list = useMembers(group, shown);
  const { query, rows, isCut } = list;
  const moment = useMoment();
  useRefreshAtEnd(moment ? [] : rows.flatMap(endsOf), query.refetch);
  const isFiltered = Boolean(shown.show ?? shown.q);
  const everybody = shown.paths === 'all';
  // Who may enter by several ways may have several: they are with the ways.
  const hasRoles = !everybody && rows.some(({ accessRole }) => accessRole !== undefined);
  const [ending, setEnding] = useState<Membership>();
  const [changing, setChanging] = useState<Membership>();
  const add = mayGive && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.addPerson}
    </Button>
  );
  return (
    <div className="grid gap-4">
      {(rows.length > 1 || isFiltered) && (
        <ShownBar shown={shown} options={TEXTS.whichMembers} search={TEXTS.searchMembers} onChange={onShow} />
      )}
      {(group.teamCount > 0 || everybody) && (
        <label className="flex w-fit items-center gap-2 text-sm">
          <Checkbox
            checked={everybody}
            onChange={({ target }) => onShow(withoutEmpty({ ...shown, paths: target.checked ? 'all' : '' }))}
          />
          {WAYS.everybody}
        </label>
      )}
      {isCut && <Cut group={group} {...(mayOpen && !moment && shown.q && { q: shown.q })} />}
      <GridCard
        label={TEXTS.tabs.members}
        title={everybody ? WAYS.everybody : TEXTS.tabs.members}
        actions={rows.length > 0 && add}
        list={list}
        skeletonRows={4}
        template={everybody ? WAYS_TEMPLATE : hasRoles ? ROLES_TEMPLATE : TEMPLATE}
        columns={memberColumns(
          group,
          mayWrite ? { onRemove: setEnding, onChange: mayGive ? setChanging : undefined } : undefined,
          { hasRoles, hasWays: everybody },
        )}
        sort={shown.sort}
        onSort={(sort) => onShow({ ...shown, sort })}
        {...(mayOpen && {
          onOpen: ({ userId: user }: Membership) =>
            void navigate({ to: '/a/$account/users/$user', params: { account: accountId, user } }),
        })}
        empty={
          <NoMembers
            name={name}
            add={add}
            onClear={isFiltered ? () => onShow(everybody ? { paths: 'all' } : {}) : undefined}
          />
        }
      />
      {ending && (
        <EndAccess {...{ accountId, group }} user={ending.user} onClose={() => setEnding(undefined)} />
      )}
      {changing && (
        <ChangeEnd {...{ accountId, group }} members={[changing]} onClose={() => setChanging(undefined)} />
      )}
      {adding && <AddMembers group={group} onClose={() => setAdding(false)} />}
    </div>
  );
}

const endsOf = ({ expiresAt, via = [] }: Membership) => [expiresAt, ...via.map((way) => way.expiresAt)];

/** Not all have been read. @param q what all of them can be searched for elsewhere */
function Cut({ group: { accountId, id: groupId }, q }: { group: ServiceGroup; q?: string }) {
  return (
    <p className="text-sm text-muted">
      {TEXTS.cut(MAX_READ_MEMBERS)}{' '}
      {q && (
        <Link
          to="/a/$account/users"
          params={{ account: accountId }}
          search={{ groupId, q }}
          className="font-medium text-accent"
        >
          {TEXTS.searchAll}
        </Link>
      )}
    </p>
  );
}

interface NoMembersProps {
  name: string;
  add: ReactNode;
  /** If a filter leaves nobody. */
  onClear: (() => void) | undefined;
}

function NoMembers({ name, add, onClear }: NoMembersProps) {
  const isPast = useMoment() !== undefined;
  if (onClear)
    return (
      <EmptyState
        icon={Users}
        title={TEXTS.noneShownTitle}
        text={TEXTS.noneShown}
        action={<Button onClick={onClear}>{TEXTS.showAll}</Button>}
      />
    );
  return (
    <EmptyState
      icon={Users}
      title={isPast ? TEXTS.noMembersThenTitle : TEXTS.noMembersTitle}
      text={isPast ? TEXTS.noMembersThen(name) : TEXTS.noMembers(name)}
      action={add}
    />
  );
}

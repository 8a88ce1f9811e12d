import { useNavigate } from '@tanstack/react-router';
import { CalendarClock, UserPlus, Users, X } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.js';
import { peopleOfTeamQuery, type Team, type TeamMember } from '../../../api/resources/teams.js';
import { Button, IconButton } from '../../../components/controls/button.js';
import type { Column } from '../../../components/data/grid-row.js';
import { Time } from '../../../components/data/time.js';
import { lastMoment, Until, useRefreshAtEnd } from '../../../components/data/until.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { GridCard } from '../../../components/layout/grid-card.js';
import { lazily } from '../../../components/lazily.js';
import { UnusualStatus } from '../../../components/people/badges.js';
import { Person } from '../../../components/people/person.js';
import { TEXTS } from '../texts.js';

const AddPeople = lazily(async () => (await import('./add-people.js')).AddPeople);
const ChangePlace = lazily(async () => (await import('../places/place-dialog.js')).ChangePlace);
const LeaveTeam = lazily(async () => (await import('../places/leave-team.js')).LeaveTeam);

const TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_7rem_4rem] lg:grid-cols-[minmax(0,1fr)_6rem_7rem_7rem_4rem]';

export function PeopleOfTeam({ team, mayWrite }: { team: Team; mayWrite: boolean }) {
  const { accountId, id: teamId, name } = team;
  const navigate = useNavigate();
  const list = useList(peopleOfTeamQuery(accountId, teamId), ({ id }) => id);
  const { rows, query } = list;
  useRefreshAtEnd(
    rows.map(({ expiresAt }) => expiresAt),
    query.refetch,
  );
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<{ action: keyof Actions; place: TeamMember }>();
  const close = () => setOpen(undefined);
  const add = mayWrite && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.addPeople}
    </Button>
  );
  const actions = mayWrite && {
    change: (place: TeamMember) => setOpen({ action: 'change', place }),
    remove: (place: TeamMember) => setOpen({ action: 'remove', place }),
  };
  return (
    <>
      <GridCard
        label={TEXTS.tabs.people}
        title={TEXTS.tabs.people}
        actions={rows.length > 0 && add}
        list={list}
        skeletonRows={4}
        template={TEMPLATE}
        columns={peopleColumns(actions || undefined)}
        onOpen={({ userId: user }) =>
          void navigate({ to: '/a/$account/users/$user', params: { account: accountId, user } })
        }
        empty={
          <EmptyState icon={Users} title={TEXTS.noPeopleTitle} text={TEXTS.noPeople(name)} action={add} />
        }
      />
      {adding && <AddPeople team={team} present={rows} onClose={() => setAdding(false)} />}
      {open?.action === 'change' && <ChangePlace accountId={accountId} place={open.place} onClose={close} />}
      {open?.action === 'remove' && <LeaveTeam accountId={accountId} place={open.place} onClose={close} />}
    </>
  );
}

type Actions = Record<'change' | 'remove', (place: TeamMember) => void>;

/** @param actions undefined for people who may only read */
const peopleColumns = (actions: Actions | undefined): Column<TeamMember>[] => [
  {
    key: 'name',
    title: TEXTS.columns.name,
    cell: ({ user, expiresAt }) => (
      <Person
        inRow
        id={user.id}
        name={user.name}
        email={user.email}
        noteClass="lg:hidden"
        note={expiresAt && <Until at={expiresAt} />}
      />
    ),
  },
  {
    key: 'status',
    title: 'Status',
    className: 'max-sm:hidden',
    cell: ({ user }) => <UnusualStatus status={user.status} />,
  },
  {
    key: 'since',
    title: TEXTS.since,
    className: 'text-muted max-sm:hidden',
    cell: ({ since }) => <Time at={since} />,
  },
  {
    key: 'ends',
    title: TEXTS.ends,
    className: 'text-muted max-lg:hidden',
    cell: ({ expiresAt }) => expiresAt && <Time at={lastMoment(expiresAt)} />,
  },
  {
    key: 'actions',
    title: TEXTS.columns.actions,
    hideTitle: true,
    cell: (place) => actions && <Buttons {...{ place, actions }} />,
  },
];

function Buttons({ place, actions }: { place: TeamMember; actions: Actions }) {
  const names = [place.user.name, place.team.name] as const;
  return (
    <span className="flex">
      <IconButton
        label={TEXTS.change(...names)}
        onClick={(event) => {
          event.stopPropagation();
          actions.change(place);
        }}
      >
        <CalendarClock aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={TEXTS.remove(...names)}
        onClick={(event) => {
          event.stopPropagation();
          actions.remove(place);
        }}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </span>
  );
}

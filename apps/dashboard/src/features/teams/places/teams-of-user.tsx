import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Network, Plus } from 'lucide-react';
import { useState } from 'react';
import { useActorNames } from '../../../api/resources/actors.js';
import { allTeamsQuery, teamsOfUserQuery, type TeamMember } from '../../../api/resources/teams.js';
import type { User } from '../../../api/resources/users.js';
import { Button } from '../../../components/controls/button.js';
import { useRefreshAtEnd } from '../../../components/data/until.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import { HeldRow } from '../../groups/terms/held-row.js';
import { TEXTS } from '../texts.js';

const AddToTeam = lazily(async () => (await import('./place-dialog.js')).AddToTeam);
const ChangePlace = lazily(async () => (await import('./place-dialog.js')).ChangePlace);
const LeaveTeam = lazily(async () => (await import('./leave-team.js')).LeaveTeam);

type Open = { action: 'add' } | { action: 'change' | 'remove'; place: TeamMember };

/** The teams that somebody is in. Nothing in an account without teams. */
export function TeamsOfUser({ user }: { user: User }) {
  const { accountId, id: userId, name, status } = user;
  const moment = useMoment();
  const may = useMay(accountId);
  const { data: teams = [] } = useQuery({ ...allTeamsQuery(accountId), enabled: may('teams:read') });
  const query = useQuery({ ...teamsOfUserQuery(accountId, userId, moment), enabled: may('teams:read') });
  const places = query.data ?? [];
  useRefreshAtEnd(moment ? [] : places.map(({ expiresAt }) => expiresAt), query.refetch);
  const nameOf = useActorNames(
    accountId,
    places.map(({ addedBy }) => addedBy),
  );
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayWrite = may('teams:write');
  if (places.length === 0 && (teams.length === 0 || moment)) return null;
  const actionsFor = (place: TeamMember) =>
    ({
      change: [TEXTS.change(name, place.team.name), () => setOpen({ action: 'change', place })],
      end: [TEXTS.remove(name, place.team.name), () => setOpen({ action: 'remove', place })],
    }) as const;
  return (
    <>
      <ListCard
        title={TEXTS.ofUser}
        actions={
          mayWrite &&
          status !== 'suspended' && (
            <Button onClick={() => setOpen({ action: 'add' })}>
              <Plus aria-hidden className="size-4" /> {TEXTS.addToTeam}
            </Button>
          )
        }
        query={query}
        isEmpty={places.length === 0}
        skeletonRows={1}
        empty={<p className="px-4 py-6 text-center text-sm text-muted">{TEXTS.inNoTeam(name)}</p>}
      >
        <ul aria-label={TEXTS.ofUser} className="divide-y divide-line">
          {places.map((place) => (
            <HeldRow
              key={place.id}
              accountId={accountId}
              icon={Network}
              name={
                <Link
                  to="/a/$account/teams/$team"
                  params={{ account: accountId, team: place.team.id }}
                  className="block truncate font-medium hover:underline"
                >
                  <bdi>{place.team.name}</bdi>
                </Link>
              }
              held={place}
              by={nameOf(place.addedBy)}
              byText={TEXTS.addedBy}
              actions={mayWrite ? actionsFor(place) : undefined}
            />
          ))}
        </ul>
      </ListCard>
      {open?.action === 'add' && (
        <AddToTeam user={user} held={new Set(places.map(({ teamId }) => teamId))} onClose={close} />
      )}
      {open?.action === 'change' && <ChangePlace accountId={accountId} place={open.place} onClose={close} />}
      {open?.action === 'remove' && <LeaveTeam accountId={accountId} place={open.place} onClose={close} />}
    </>
  );
}

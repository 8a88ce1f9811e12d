import { Link } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { Badge } from '../../../components/feedback/badge.js';
import { useMay } from '../../../session/session.js';
import type { Membership } from '../queries.js';
import { TEXTS } from './ways-texts.js';

type Way = NonNullable<Membership['via']>[number];

const SHOWN_WAYS = 2;

const textOf = ({ teamName, accessRole }: Way) =>
  `${teamName === undefined ? TEXTS.own : TEXTS.team(teamName)}${accessRole ? ` (${accessRole.key})` : ''}`;

/** By what somebody may enter: a membership of their own, and teams. */
export function WaysIn({ via = [] }: Pick<Membership, 'via'>) {
  const more = via.length - SHOWN_WAYS;
  return (
    <span className="flex min-w-0 gap-1" title={via.map(textOf).join(', ')}>
      {via.slice(0, SHOWN_WAYS).map((way) => (
        <span key={way.teamId ?? ''} className="inline-flex min-w-0 overflow-hidden">
          <Badge>
            <bdi>{textOf(way)}</bdi>
          </Badge>
        </span>
      ))}
      {more > 0 && (
        <Badge>
          <span aria-hidden>{TEXTS.more(more)}</span>
          <span className="sr-only">{via.slice(SHOWN_WAYS).map(textOf).join(', ')}</span>
        </Badge>
      )}
    </span>
  );
}

/** Their own membership alone, with its own end: undefined for who may enter only by a team. */
export function ownMembership({ via, ...member }: Membership): Membership | undefined {
  if (!via) return member;
  const own = via.find(({ teamId }) => teamId === undefined);
  if (!own) return undefined;
  const { expiresAt: _ofAll, ...rest } = member;
  return { ...rest, ...(own.expiresAt !== undefined && { expiresAt: own.expiresAt }) };
}

/** Instead of what changes a membership, which they have not: the team is what changes it. */
export function TeamInstead({ accountId, member: { user, via } }: { accountId: string; member: Membership }) {
  const mayOpen = useMay(accountId)('teams:read');
  const { teamId, teamName = '' } = via?.[0] ?? {};
  if (teamId === undefined) return null;
  if (!mayOpen)
    return (
      <span
        title={TEXTS.onlyByTeam(user.name, teamName)}
        className="grid size-7 place-items-center text-faint"
      >
        <Users aria-hidden className="size-4" />
        <span className="sr-only">{TEXTS.onlyByTeam(user.name, teamName)}</span>
      </span>
    );
  return (
    <Link
      to="/a/$account/teams/$team"
      params={{ account: accountId, team: teamId }}
      aria-label={TEXTS.openTeam(user.name, teamName)}
      title={TEXTS.openTeam(user.name, teamName)}
      onClick={(event) => event.stopPropagation()}
      className="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
    >
      <Users aria-hidden className="size-4" />
    </Link>
  );
}

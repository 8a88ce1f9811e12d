import { useQuery } from '@tanstack/react-query';
import { teamsOfGroupQuery, teamsOfUserQuery } from '../../../api/resources/teams.js';
import { untilText } from '../../../components/data/until.js';
import { useMay } from '../../../session/session.js';
import { TEXTS } from './texts.js';

/** When a path through a team ends: the earlier of both ends. */
const earlier = (one: string | undefined, other: string | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : one < other ? one : other;

/**
 * Through which teams somebody still may enter without a membership of their own, in a sentence: `text` is undefined if through none. A
 * manager of the service group sees its teams, and not who is in them.
 */
export function useStillEnters(accountId: string, userId: string, groupId: string) {
  const mayReadUser = useMay(accountId)('teams:read');
  const mayReadGroup = useMay(accountId, groupId)('teams:read');
  const ofGroup = useQuery({ ...teamsOfGroupQuery(accountId, groupId), enabled: mayReadGroup });
  const ofUser = useQuery({ ...teamsOfUserQuery(accountId, userId), enabled: mayReadUser });
  const isPending = ofGroup.isLoading || ofUser.isLoading;
  const accesses = ofGroup.data ?? [];
  if (isPending || accesses.length === 0) return { isPending, text: undefined };
  const names = accesses.map(({ team }) => team.name);
  if (!ofUser.data) return { isPending, text: TEXTS.mayStillThrough(names) };
  const places = new Map(ofUser.data.map((place) => [place.teamId, place]));
  const paths = accesses.flatMap((access) => {
    const place = places.get(access.teamId);
    return place ? [{ name: access.team.name, end: earlier(place.expiresAt, access.expiresAt) }] : [];
  });
  if (paths.length === 0) return { isPending, text: undefined };
  const ends = paths.flatMap(({ end }) => end ?? []);
  const last = ends.length === paths.length ? ends.toSorted().at(-1) : undefined;
  const text = TEXTS.stillThrough(
    paths.map(({ name }) => name),
    last && untilText(last),
  );
  return { isPending, text };
}

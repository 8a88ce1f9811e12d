import { idOf, type ServiceGroupId, type TeamId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import {
  pastTeamAccessEntity,
  teamAccessEntity,
  teamEntity,
  teamNameClaimEntity,
} from '../../table/items/teams.js';
import { headDifferences, strictDifferences } from '../derivation/compare-attributes.js';
import { compareItems } from '../derivation/compare.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-item.js';
import { itemsOfServiceGroup } from '../derivation/derived-items.js';
import type { Diagnosis } from '../derivation/findings.js';
import { foldServiceGroup, foldTeam, type TeamHistory } from '../derivation/folded-history.js';
import { itemsOfTeam } from '../derivation/items-of-teams.js';
import { readEvents } from '../derivation/stored-account.js';
import { expiryOf, withoutExpired } from './account-head.js';
import { checkEvents, isWhole, type AccountCheck, type AggregateCheck } from './aggregate.js';
import { findClaimedTwice, heldExternalIds } from './external-id.js';

export interface TeamCheck extends AggregateCheck<TeamHistory> {
  /** The service groups that it has access to, as stored. */
  opens: readonly ServiceGroupId[];
}

/** Compares a team's events with its head and its claims, and what is stored of its access with the events of the service groups. */
export async function checkTeam(
  check: AccountCheck,
  teamId: TeamId,
  isRemoving: boolean,
): Promise<TeamCheck> {
  const { directory, accountId } = check;
  const key = { accountId, teamId };
  const reference = teamEntity.at(key);
  const head = await directory.table.get(teamEntity, key, { consistent: true });
  const stored = readEvents(directory, teamId, head?.lastEvents, check.loggedUpTo);
  const history = await foldTeam(accountId, teamId, stored.events);
  const access = await storedAccess(check, teamId);
  const opens = access.filter(({ entity }) => entity === 'team-access').map(groupOf);
  const expiresAt = isRemoving || opens.length > 0 ? undefined : expiryOf(history, directory);
  const expected = withoutExpired(itemsOfTeam(history, expiresAt), head, directory);
  const externalIds = await heldExternalIds(directory, expected);
  const found = [
    ...(head ? [derivedItem('team', head)] : []),
    ...(await heldName(check, expected)),
    ...externalIds,
  ];
  const comparison = { accountId, aggregateId: teamId, historyIsWhole: isWhole(history) };
  const diagnoses: Diagnosis[] = [
    ...checkEvents(check, history, stored),
    ...compareItems(expected, found, {
      ...comparison,
      differencesOf: (item, there) =>
        item.entity === 'team' ? headDifferences(item, there) : strictDifferences(item, there),
    }),
    ...(await accessWithoutEvents(check, teamId, access)),
  ];
  await findClaimedTwice(check, teamId, externalIds, diagnoses);
  return { history, diagnoses, head: { reference, version: head?.version }, opens };
}

async function heldName(
  { directory: { table } }: AccountCheck,
  expected: readonly DerivedItem[],
): Promise<DerivedItem[]> {
  const claim = expected.find(({ entity }) => entity === 'team-name-claim');
  if (!claim) return [];
  const key = claim.item as Item<typeof teamNameClaimEntity>;
  const held = await table.get(teamNameClaimEntity, key, { consistent: true });
  return held ? [derivedItem('team-name-claim', held)] : [];
}

async function storedAccess(
  { directory: { table }, accountId }: AccountCheck,
  teamId: TeamId,
): Promise<DerivedItem[]> {
  const items: DerivedItem[] = [];
  for await (const item of table.each(teamAccessEntity, { teamId }, { consistent: true }))
    if (item.accountId === accountId) items.push(derivedItem('team-access', item));
  for await (const item of table.each(pastTeamAccessEntity, { teamId }, { consistent: true }))
    if (item.accountId === accountId) items.push(derivedItem('past-team-access', item));
  return items;
}

const groupOf = ({ item }: DerivedItem) => idOf('service-group', String(item['serviceGroupId']));

/** What no service group's events say. Where they do, it is compared with the service group. */
async function accessWithoutEvents(
  { directory, accountId }: AccountCheck,
  teamId: TeamId,
  access: readonly DerivedItem[],
): Promise<Diagnosis[]> {
  const forged: DerivedItem[] = [];
  for (const [groupId, items] of Map.groupBy(access, groupOf)) {
    const { events } = readEvents(directory, groupId, undefined, '');
    const history = await foldServiceGroup(accountId, groupId, events);
    const keys = new Set(itemsOfServiceGroup(history).map(({ key }) => JSON.stringify(key)));
    const isNamed = 'teams' in history.state && history.state.teams?.some((team) => team.teamId === teamId);
    forged.push(
      ...items.filter(
        ({ entity, key }) => !keys.has(JSON.stringify(key)) && !(entity === 'team-access' && isNamed),
      ),
    );
  }
  return compareItems([], forged, {
    accountId,
    aggregateId: teamId,
    historyIsWhole: true,
    differencesOf: () => [],
  });
}

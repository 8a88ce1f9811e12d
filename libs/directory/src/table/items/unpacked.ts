import { unpackItem } from '@rollbook/single-table/maintenance';
import { eventEntity } from './events.js';
import { membershipEntity, pastMembershipEntity } from './memberships.js';
import { pastTeamPlaceEntity, teamPlaceEntity } from './teams.js';

const PACKED = [eventEntity, membershipEntity, pastMembershipEntity, teamPlaceEntity, pastTeamPlaceEntity];

/** A stored item, in DynamoDB's JSON, with each attribute on its own. */
export function unpackStored<Stored extends object>(item: Stored): Stored {
  const attributes = item as Record<string, unknown>;
  const { S: name } = (attributes['entity'] ?? {}) as { S?: string };
  const entity = PACKED.find((each) => each.name === name);
  return entity ? (unpackItem(entity, attributes) as Stored) : item;
}

import { AGGREGATE_KINDS } from '#libs/domain';

export interface RecordFilter {
  eventName: string[];
  dynamodb: Record<string, unknown>;
}

const entity = (...names: string[]) => ({ entity: { S: names } });

/** The publisher is called only for head items, which carry their own events. */
export const PUBLISHER_FILTERS: readonly RecordFilter[] = [
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: entity(...AGGREGATE_KINDS) } },
];

/** The feeder is called for the same, and finds the versions between the images. */
export const FEEDER_FILTERS = PUBLISHER_FILTERS;

/** The projector is called for items that are copied, counted or searched elsewhere, and for unfinished jobs. */
export const PROJECTOR_FILTERS: readonly RecordFilter[] = [
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: entity(...AGGREGATE_KINDS, 'invitation') } },
  { eventName: ['REMOVE'], dynamodb: { OldImage: entity('invitation') } },
  { eventName: ['INSERT'], dynamodb: { NewImage: entity('membership') } },
  { eventName: ['REMOVE'], dynamodb: { OldImage: entity('membership') } },
  // One that had ended by itself may have been replaced.
  {
    eventName: ['MODIFY'],
    dynamodb: { OldImage: { ...entity('membership'), endsAt: { S: [{ exists: true }] } } },
  },
  {
    eventName: ['INSERT', 'MODIFY'],
    dynamodb: { NewImage: { ...entity('job'), status: { S: ['running'] } } },
  },
];

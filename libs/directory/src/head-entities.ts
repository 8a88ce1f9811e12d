import { AGGREGATE_KINDS } from '#libs/domain';

/**
 * The entities that are heads: what a stream's reader looks for before it decodes an item. They are names only, so that a
 * reader need not load what the entities are.
 */
export const HEAD_ENTITIES = AGGREGATE_KINDS;

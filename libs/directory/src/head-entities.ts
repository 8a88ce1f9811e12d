import { AGGREGATE_KINDS } from '#libs/domain';

/**
 * The entities that are heads, which a stream reader looks for before it decodes an item. Only names, so that a reader need
 * not load the entities.
 */
export const HEAD_ENTITIES = AGGREGATE_KINDS;

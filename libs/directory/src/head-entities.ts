import { AGGREGATE_KINDS } from '#libs/domain';

/** Only names, so that a stream reader need not load the entities. */
export const HEAD_ENTITIES = AGGREGATE_KINDS;

/**
 * The entities that are heads: what a stream's reader looks for before it decodes an item. They are names only, so that who
 * looks for them does not load what the entities are.
 */
export const HEAD_ENTITIES = ['account', 'user', 'service-group', 'api-key', 'webhook-endpoint'] as const;

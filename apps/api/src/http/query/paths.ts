/** By which ways somebody is in a service group: a membership of their own, or by a team too. */
export const PATHS = ['direct', 'all'] as const;
export type Paths = (typeof PATHS)[number];

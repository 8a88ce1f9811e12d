import type * as eventContracts from '#libs/event-contracts';

/** Where it is written. */
export const GENERATED: string;
/** The source of the package's generated part. */
export function eventsSource(contracts: typeof eventContracts): Promise<string>;

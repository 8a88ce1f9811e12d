/** A moment of the past. */
export interface Moment {
  /** ISO 8601, UTC. */
  asOf: string;
  /** What queries are kept by: today's instant moves on, its name does not. */
  key: string;
}

/** What asks for an answer as it was. Without a moment, nothing. */
export const asOfQuery = (moment: Moment | undefined) => (moment ? { asOf: moment.asOf } : {});

/** By then every change of a moment is in every answer. */
const SETTLED_MS = 60_000;
const LOOK_EVERY_MS = 3_000;

/** What was read of the past stays as it was. Until it has settled, it is read again. */
export const keptAsOf = (moment: Moment | undefined) =>
  moment
    ? {
        staleTime: Infinity,
        refetchInterval: () => Date.now() - Date.parse(moment.asOf) < SETTLED_MS && LOOK_EVERY_MS,
      }
    : {};

/** A moment of the past. */
export interface Moment {
  /** ISO 8601, UTC. */
  asOf: string;
  /** What queries are kept by: today's instant moves on, its name does not. */
  key: string;
}

/** What asks for an answer as it was. Without a moment, nothing. */
export const asOfQuery = (moment: Moment | undefined) => (moment ? { asOf: moment.asOf } : {});

/** What was read of the past stays as it was. */
export const keptAsOf = (moment: Moment | undefined) => (moment ? { staleTime: Infinity } : {});

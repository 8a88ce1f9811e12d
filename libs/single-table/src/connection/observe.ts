import { capacityOf, sumOf, type Capacity } from './capacity.js';
import { SingleTableError } from '../wire/errors.js';
import type { Connection } from './connection.js';
import type { ApiName } from '../transport/transport.js';

/** One call to DynamoDB, as a hook sees it: with keys, but without values of other attributes. */
export interface CallReport {
  operation: ApiName;
  table: string;
  index?: string | undefined;
  entities: readonly string[];
  /** The keys named by the call: primary keys, or the key condition of a query. */
  keys: readonly Readonly<Record<string, string>>[];
  durationMs: number;
  /** Undefined unless the table reports capacity. */
  capacity: Capacity | undefined;
  retries: number;
  /** The name of the error if the call failed. */
  error?: string | undefined;
}

export type OnCall = (report: CallReport) => void;

export interface Observation {
  /** Called after each call has ended. Must not throw. */
  onCall?: OnCall | undefined;
  /** Asks DynamoDB for consumed capacity. On by default if there is an `onCall`. */
  reportCapacity?: boolean | undefined;
}

interface ServiceError {
  name?: string;
  $metadata?: { attempts?: number };
}

const READS = /Get|Query|Scan/;

export function observe(
  connection: Connection,
  { onCall, reportCapacity = !!onCall }: Observation,
): Connection {
  return {
    ...connection,
    sumOf: reportCapacity ? sumOf : undefined,
    async call(api, input, context) {
      const { index, entities, keys } = context;
      const started = connection.elapsed();
      const report = (end: Pick<CallReport, 'capacity' | 'retries' | 'error'>) =>
        onCall?.({
          operation: api.name,
          table: connection.tableName,
          index,
          entities,
          keys,
          durationMs: connection.elapsed() - started,
          ...end,
        });
      if (reportCapacity) input['ReturnConsumedCapacity'] = 'INDEXES';
      try {
        const { output, retries, capacity: known } = await connection.call(api, input, context);
        const capacity =
          known ??
          (reportCapacity ? capacityOf(READS.test(api.name), output['ConsumedCapacity']) : undefined);
        report({ capacity, retries });
        return { output, retries, capacity };
      } catch (error) {
        const { name, $metadata } = (error instanceof SingleTableError ? error.cause : error) as ServiceError;
        report({ capacity: undefined, retries: ($metadata?.attempts ?? 1) - 1, error: name ?? 'Error' });
        throw error;
      }
    },
  };
}

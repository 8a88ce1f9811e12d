import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';

/** A record as Lambda passes it on: as the service sends it, in JSON. */
interface LambdaRecord {
  eventID?: string;
  eventName?: string;
  eventSourceARN?: string;
  userIdentity?: unknown;
  dynamodb?: { ApproximateCreationDateTime?: number; SequenceNumber?: string; [name: string]: unknown };
}

export interface LambdaEvent {
  Records: LambdaRecord[];
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html */
export interface LambdaAnswer {
  batchItemFailures: { itemIdentifier: string }[];
}

export interface LambdaContext {
  getRemainingTimeInMillis(): number;
}

type Handle = (batch: Pick<RecordBatch, 'records' | 'signal'>) => Promise<{ unfinished: StreamRecord[] }>;

/** Left of the function's time for the answer itself. */
const ANSWER_MS = 1_000;

/**
 * Hosts a handler in Lambda. The answer names the first record that is not finished: Lambda keeps everything before it
 * and calls again from there on, within the bounds of the event source mapping.
 */
export function lambdaHandler(handle: Handle) {
  return async (event: LambdaEvent, context: LambdaContext): Promise<LambdaAnswer> => {
    const records = event.Records.map(toStreamRecord);
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(),
      Math.max(0, context.getRemainingTimeInMillis() - ANSWER_MS),
    );
    try {
      const { unfinished } = await handle({ records, signal: deadline.signal });
      const left = new Set(unfinished);
      return failingFrom(records.find((record) => left.has(record)));
    } catch (error) {
      process.stderr.write(`${JSON.stringify({ level: 'error', message: String(error) })}\n`);
      return failingFrom(records[0]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function failingFrom(record: StreamRecord | undefined): LambdaAnswer {
  const itemIdentifier = record?.dynamodb?.SequenceNumber;
  return { batchItemFailures: itemIdentifier === undefined ? [] : [{ itemIdentifier }] };
}

/** In JSON, times are seconds and bytes are base64; images hold neither where the handlers look. */
function toStreamRecord(record: LambdaRecord): StreamRecord {
  const seconds = record.dynamodb?.ApproximateCreationDateTime;
  return {
    ...record,
    dynamodb: {
      ...record.dynamodb,
      ApproximateCreationDateTime: seconds === undefined ? undefined : new Date(seconds * 1000),
    },
  } as StreamRecord;
}

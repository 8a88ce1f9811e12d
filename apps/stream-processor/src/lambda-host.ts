import { explainAwsError } from '#libs/aws-clients';
import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';

interface LambdaRecord {
  eventID?: string;
  eventName?: string;
  eventSourceARN?: string;
  userIdentity?: unknown;
  dynamodb?: { ApproximateCreationDateTime?: number; SequenceNumber?: string; [name: string]: unknown };
}

export interface LambdaEvent {
  Records: LambdaRecord[];
  /** Given by a mapping with a tumbling window, and by no other. */
  shardId?: string;
  window?: unknown;
}

/** https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html */
export interface LambdaAnswer {
  batchItemFailures: { itemIdentifier: string }[];
  /** Required by a tumbling window: https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html */
  state?: Record<string, never>;
}

export interface LambdaContext {
  getRemainingTimeInMillis(): number;
}

export type Handle = (
  batch: Pick<RecordBatch, 'records' | 'signal'> & { shardId?: string },
) => Promise<{ unfinished: StreamRecord[] }>;

/** Left of the function's time for the answer itself. */
const ANSWER_MS = 1_000;

/**
 * Hosts a handler in Lambda. The answer names the first unfinished record: Lambda keeps everything before it and calls again
 * from there, within the limits of the event source mapping.
 * @param table the table named in explanations of errors
 */
export function lambdaHandler(table: string, handle: Handle) {
  return async (event: LambdaEvent, context: LambdaContext): Promise<LambdaAnswer> => {
    const { shardId, window } = event;
    const records = event.Records.map(toStreamRecord);
    const answer = (failing: StreamRecord | undefined) => ({
      ...failingFrom(failing),
      ...(window !== undefined && { state: {} }),
    });
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(),
      Math.max(0, context.getRemainingTimeInMillis() - ANSWER_MS),
    );
    try {
      const { unfinished } = await handle({
        records,
        signal: deadline.signal,
        ...(shardId !== undefined && { shardId }),
      });
      const left = new Set(unfinished);
      return answer(records.find((record) => left.has(record)));
    } catch (error) {
      process.stderr.write(
        `${JSON.stringify({ level: 'error', message: explainAwsError(error, { table }) ?? String(error) })}\n`,
      );
      return answer(records[0]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A line of the function's log. */
export function noticeOf(message: string): void {
  process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
}

function failingFrom(record: StreamRecord | undefined): LambdaAnswer {
  const itemIdentifier = record?.dynamodb?.SequenceNumber;
  return { batchItemFailures: itemIdentifier === undefined ? [] : [{ itemIdentifier }] };
}

/** In JSON, times are seconds and bytes are base64; images contain neither where the handlers look. */
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

import type { DeliveredEvent } from '../events.js';
import type { Subscriber } from '../subscriber.js';

type Receiver = Pick<Subscriber<never>, 'receive'>;

/** An event of EventBridge. */
export interface BusEvent {
  detail: DeliveredEvent;
}

/** A batch of SQS, as Lambda gets it: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export interface QueueBatch {
  Records: { messageId: string; body: string }[];
}

/** The messages that are to come again: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html */
export interface QueueAnswer {
  batchItemFailures: { itemIdentifier: string }[];
}

/** A function behind a rule of EventBridge. What fails is tried again by Lambda. */
export function eventBridgeHandler(subscriber: Receiver): (event: BusEvent) => Promise<void> {
  return ({ detail }) => subscriber.receive(detail);
}

/** A function behind a queue that a rule of EventBridge fills; needs `ReportBatchItemFailures`. */
export function sqsHandler(subscriber: Receiver): (batch: QueueBatch) => Promise<QueueAnswer> {
  return async ({ Records }) => {
    const batchItemFailures: QueueAnswer['batchItemFailures'] = [];
    for (const { messageId, body } of Records)
      try {
        const message = JSON.parse(body) as BusEvent | DeliveredEvent;
        await subscriber.receive('detail' in message ? message.detail : message);
      } catch {
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    return { batchItemFailures };
  };
}

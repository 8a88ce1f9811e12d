export { classicEventBus } from './classic-event-bus.js';
export { DeadLetters, WAITS_BEHIND } from './dead-letters.js';
export type { EventBusPort, Outcome, OutgoingEvent } from './event-bus.js';
export { toOutgoingEvent } from './outgoing.js';
export { publishInOrder } from './publish-in-order.js';
export { discardLetter, redriveAggregate } from './redrive.js';
export { republishAccount, republishAll } from './republish.js';
export { STREAM_RETRIES, type RetryPolicy } from './retry-policy.js';

export { openSubscriber, NotYetError, Subscriber } from './subscriber.js';
export type { SubscriberOptions, SubscriberStatus } from './subscriber.js';
export type { AnyEvent, DeliveredEvent, Handler, Handlers } from './events.js';
export type { Counts } from './following/counts.js';
export { ConflictError, type Place, type Session, type Store } from './stores/store.js';
export { MemoryStore, type MemoryOptions } from './stores/memory.js';
export {
  eventBridgeHandler,
  sqsHandler,
  type BusEvent,
  type QueueAnswer,
  type QueueBatch,
} from './inputs/aws.js';
export { webhookHandler, type WebhookOptions } from './inputs/webhook.js';

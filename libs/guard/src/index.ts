export { Guard, openGuard } from './guard.js';
export {
  NotReachedError,
  type AskOptions,
  type FindOptions,
  type GuardOptions,
  type GuardStatus,
  type OfAccount,
} from './options.js';
export { expressGuard, fastifyGuard, honoGuard, lambdaAuthorizer, nestGuard } from './adapters/frameworks.js';
export { ageOf, authzenHandler } from './adapters/authzen.js';
export type { MaybeId, Whereabouts } from './adapters/requests.js';
export { AccessCopy } from './copy/access-copy.js';
export type { StoredCopy } from './copy/entries.js';
export { applyAccess } from './copy/apply-access.js';
export { applyEvent, type FeedEvent } from './copy/apply-event.js';

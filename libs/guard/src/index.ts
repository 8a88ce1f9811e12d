export {
  Guard,
  NotReachedError,
  openGuard,
  type AskOptions,
  type GuardOptions,
  type GuardStatus,
  type OfAccount,
} from './guard.js';
export { expressGuard, fastifyGuard, honoGuard, lambdaAuthorizer, nestGuard } from './adapters/frameworks.js';
export { ageOf, authzenHandler } from './adapters/authzen.js';
export type { MaybeId, Whereabouts } from './adapters/requests.js';
export { AccessCopy, type StoredCopy } from './copy/access-copy.js';
export { applyAccess } from './copy/apply-access.js';
export { applyEvent, type FeedEvent } from './copy/apply-event.js';

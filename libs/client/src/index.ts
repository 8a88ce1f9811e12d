export { createClient } from './client.js';
export type { ChangesRequest, RollbookClient } from './rollbook-client.js';
export { ConnectionError, isRollbookError, RollbookError, type Problem, type ProblemCode } from './errors.js';
export { pagesOf, type ReadPage } from './feed.js';
export { lagOf, type FeedAge, type Moment, type TwoClocks } from './feed-age.js';
export { follow, Follower, type FeedHandler, type FollowOptions, type Pacing } from './follower.js';
export { requireMilliseconds, wrongOption, type ClientOptions, type Token } from './options.js';
export { NotUnderstoodError, requireUnderstood, type Requiring } from './requirements.js';
export {
  snapshotOf,
  type AccessLine,
  type AccessMember,
  type AccessRolesLine,
  type TeamsLine,
  type SnapshotEnd,
  type SnapshotEvent,
} from './snapshots.js';
export { backoffMs, pause, retryAfterMs, type Clocks, type RetryOptions } from './retries.js';
export type {
  Answer,
  AnswerTo,
  DownloadPath,
  DryRun,
  EntryOf,
  ListPath,
  Method,
  PathOf,
  RequestArguments,
  RequestTo,
  Schemas,
  FeedPage,
} from './types.js';
export type { UploadBody } from './upload.js';

export { createClient, type Answer, type ClientOptions, type RollbookClient } from './client.js';
export { ConnectionError, isRollbookError, RollbookError, type Problem, type ProblemCode } from './errors.js';
export type { RetryOptions } from './retries.js';
export type {
  AnswerTo,
  DryRun,
  EntryOf,
  ListPath,
  Method,
  PathOf,
  RequestArguments,
  RequestTo,
  Schemas,
} from './types.js';

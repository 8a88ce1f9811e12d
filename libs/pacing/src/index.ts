export { backoff, backoffMs, pause, type Backoff } from './backoff.js';
export { inParallel } from './in-parallel.js';

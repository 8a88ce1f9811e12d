export { backoff, backoffMs } from './backoff.js';
export { inParallel } from './in-parallel.js';
export { progress } from './progress.js';
export { realRuntime, type Runtime } from './runtime.js';

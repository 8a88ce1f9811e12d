export { backoff, backoffMs } from './backoff.js';
export { inParallel } from './in-parallel.js';
export { progress } from './progress.js';
export { realRuntime, runtimeWith, type Runtime } from './runtime.js';

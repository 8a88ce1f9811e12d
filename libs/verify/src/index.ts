export { verifyBundle, type Bundle, type VerifiedEvent } from './bundle.js';
export { VerificationError } from './bytes.js';
export { verifyGrowth, verifyLog, type DownloadedLog, type Growth } from './log.js';
export { openCheckpoint, parsePolicy, type Checkpoint, type Policy } from './policy.js';

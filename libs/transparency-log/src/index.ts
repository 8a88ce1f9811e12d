export {
  batchEntry,
  batchPath,
  batchTree,
  readBatchEntry,
  type AccountLine,
  type BatchTree,
  type LoggedBatch,
} from './batches.js';
export { checkpointText, parseCheckpoint, type Checkpoint } from './checkpoints.js';
export { logEntry, MAX_ENTRY_BYTES, NEVER_LOGGED } from './entries.js';
export {
  cosignatureMessage,
  cosignatureRaw,
  keyId,
  noteSignature,
  openNote,
  parseVerifierKey,
  SIGNATURE_TYPES,
  signedNote,
  verifierKey,
  type NoteSignature,
  type OpenedNote,
  type SignatureType,
  type Verifier,
} from './notes.js';
export {
  compareWithWitness,
  LogForkError,
  monitorLog,
  type MonitoredLog,
  type MonitoredState,
} from './monitor.js';
export { isAccepted, openAccepted, parsePolicy, type Policy } from './policy.js';
export { parseProof, proofText, type LogProof } from './proofs.js';
export {
  entryBundle,
  fullTilesBetween,
  hashesFromTiles,
  hashFromTile,
  parseEntryBundle,
  parseTilePath,
  partialWidth,
  tileHolding,
  tileOf,
  tilePath,
  TILE_WIDTH,
  type Tile,
} from './tiles.js';
export {
  append,
  consistencyProof,
  EMPTY_ROOT,
  emptyTree,
  inclusionProof,
  leafHash,
  nodeHash,
  perfectRoot,
  rootAt,
  rootOf,
  verifyConsistency,
  verifyInclusion,
  type HashAt,
  type Tree,
} from './tree.js';
export { addCheckpoint, type KnownCheckpoint, type WitnessAnswer, type WitnessLogs } from './witness.js';

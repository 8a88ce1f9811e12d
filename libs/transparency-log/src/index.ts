export {
  batchEntry,
  batchPath,
  batchTree,
  readBatchEntry,
  type AccountLine,
  type BatchTree,
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
export { isAccepted, openAccepted, parsePolicy, type Policy } from './policy.js';
export { parseProof, proofText, type LogProof } from './proofs.js';
export {
  entryBundle,
  fullTilesBetween,
  hashFromTile,
  parseEntryBundle,
  parseTilePath,
  partialWidth,
  tileHolding,
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
  rootAt,
  rootOf,
  verifyConsistency,
  verifyInclusion,
  type HashAt,
  type Tree,
} from './tree.js';

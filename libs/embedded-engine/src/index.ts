export { EngineNotInstalledError, findEngine, type EngineCommand } from './binary.js';
export { DataInUseError, findRunningEngine } from './data-lock.js';
export { EngineStartError, startEngine, type Engine, type EngineOptions } from './engine.js';
export {
  keepStreamRecordsFast,
  STREAM_RETENTION_SECONDS,
  type StreamRecordMaintenance,
} from './stream-records.js';

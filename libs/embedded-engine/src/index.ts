export { DataInUseError, findRunningEngine } from './data-lock.js';
export { EngineStartError, startEngine, type Engine } from './engine.js';
export { EngineNotInstalledError, findEngine, type EngineProgram, type Platform } from './programs.js';
export { loadSqlite } from './sqlite.js';
export { keepStreamRecordsFast, STREAM_RETENTION_SECONDS } from './stream-records.js';

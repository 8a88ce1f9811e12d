/** What long-lived programs have in common: start and end, listening on the own machine, signals of writes, traces. */
export { giveBackMemoryWhenIdle } from './idle-memory.js';
export { listenOnLoopback, refusalOfStrangers, type LoopbackServer } from './loopback-server.js';
export { runProgram, timed, type Program, type ProgramHost, type Running } from './program.js';
export { readTraceSettings, type TraceSettings } from './traces/settings.js';
export { openTraceExport, type TraceExport } from './traces/trace-export.js';
export { listenForWrites, type WriteListener } from './write-signal/listener.js';
export { writeSignal, type WriteSignal } from './write-signal/signal.js';

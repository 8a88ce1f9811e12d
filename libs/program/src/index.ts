export { giveBackMemoryWhenIdle } from './idle-memory.js';
export { runProgram, timed, type Program, type ProgramHost, type Running } from './program.js';

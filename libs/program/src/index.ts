export { giveBackMemoryWhenIdle } from './idle-memory.js';
export { runProgram, type Running } from './program.js';

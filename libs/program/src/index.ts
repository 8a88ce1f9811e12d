export { runProgram, type ProgramOptions, type Running } from './program.js';

export { runProgram, type Running } from './program.js';

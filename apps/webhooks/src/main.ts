import { runProgram } from '#libs/program';
import { webhooks } from './program.js';

await runProgram(webhooks);

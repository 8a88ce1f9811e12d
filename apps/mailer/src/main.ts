import { runProgram } from '#libs/program';
import { invitationMailer } from './program.js';

await runProgram(invitationMailer);

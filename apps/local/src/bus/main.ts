import { runProgram, timed } from '#libs/program';
import { busProgram } from './program.js';

// By itself, as in a container: `npm start` runs it in the light process.
await runProgram(
  busProgram((trouble) =>
    process.stderr.write(timed(`event bus: ${trouble ?? 'what could not be written now is'}`)),
  ),
);

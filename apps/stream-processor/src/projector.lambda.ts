import { runDue, usageWriter } from '#libs/directory';
import { lambdaProgram } from './lambda-program.js';
import { workAfterwards } from './projector/afterwards.js';
import { jobs } from './projector/job-runner.js';
import { projector, sweep } from './projector/projector.js';

export const handler = lambdaProgram(({ directory, jobChunksPerSecond: chunksPerSecond, onNotice }) => {
  const afterwards = workAfterwards(onNotice);
  const usage = usageWriter(directory, onNotice);
  const project = projector({ directory, afterwards, onNotice });
  const runJobs = jobs({ directory, onNotice, chunksPerSecond });
  return {
    async handle(batch) {
      const answers = await Promise.all([project(batch), runJobs(batch)]);
      // A function does no work between two calls.
      await Promise.all([afterwards.settled(), usage.writeIfDue()]);
      return { unfinished: answers.flatMap(({ unfinished }) => unfinished) };
    },
    async everyMinute(signal) {
      const [, dueWork] = await Promise.all([
        sweep(directory, onNotice),
        runDue(directory, { onNotice, signal }),
        usage.writeIfDue(),
      ]);
      return { metrics: { dueWork } };
    },
  };
});

import { runDue, usageWriter } from '#libs/directory';
import { connect } from './connections.js';
import { readConfiguration } from './configuration.js';
import { lambdaHandler, type LambdaAnswer, type LambdaContext, type LambdaEvent } from './lambda-host.js';
import { jobs } from './projector/job-runner.js';
import { projector, sweep } from './projector/projector.js';
import { searchEntries } from './projector/search-entries.js';

/** Left of the function's time to finish the transaction under way. */
const STOP_MS = 10_000;

const configuration = readConfiguration(process.env);
const { directory } = connect(configuration);
const { table } = configuration;
const onNotice = (message: string) => process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
const entries = searchEntries(directory, onNotice);
const usage = usageWriter(directory, onNotice);
const project = projector({ directory, entries, onNotice });
const runJobs = jobs({ directory, onNotice, chunksPerSecond: configuration.jobChunksPerSecond });
const onRecords = lambdaHandler(table, async (batch) => {
  const answers = await Promise.all([project(batch), runJobs(batch)]);
  // A function does no work between two calls.
  await Promise.all([entries.settled(), usage.writeIfDue()]);
  return { unfinished: answers.flatMap(({ unfinished }) => unfinished) };
});

export async function handler(
  event: LambdaEvent | { Records?: undefined },
  context: LambdaContext,
): Promise<LambdaAnswer | undefined> {
  if (event.Records) return onRecords(event, context);
  const signal = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - STOP_MS));
  const [, dueWork] = await Promise.all([
    sweep(directory, onNotice),
    runDue(directory, { onNotice, signal }),
    usage.writeIfDue(),
  ]);
  process.stdout.write(`${JSON.stringify({ metrics: { dueWork } })}\n`);
  return undefined;
}

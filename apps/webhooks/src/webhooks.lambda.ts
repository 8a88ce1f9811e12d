import { startFailure } from '#libs/aws-clients';
import { usageWriter } from '#libs/directory';
import { takeEvent, type BusEvent } from './bus-event.js';
import { connect } from './connection.js';
import { readConfiguration } from './configuration.js';
import { Deliverer } from './deliverer.js';

interface LambdaContext {
  getRemainingTimeInMillis(): number;
}

/** The function's remaining time for its answer, after everything in progress has been aborted. */
const ANSWER_MS = 2_000;

const configuration = readConfiguration(process.env);
const { directory } = connect(configuration);
const onNotice = (message: string) => process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
const usage = usageWriter(directory, onNotice);

/** Called for each event, and each minute. When it ends, nothing is in progress. */
export async function handler(event: BusEvent, context: LambdaContext): Promise<void> {
  try {
    await queueAndDeliver(event, context);
  } catch (error) {
    // The first line in the function's log.
    throw new Error(startFailure(error, configuration), { cause: error });
  }
}

async function queueAndDeliver(event: BusEvent, context: LambdaContext): Promise<void> {
  const { resumed } = await takeEvent(directory, event);
  const deliverer = new Deliverer({ directory, allowLocal: configuration.allowLocal, onNotice });
  const timer = setTimeout(
    () => void deliverer.stop(),
    Math.max(0, context.getRemainingTimeInMillis() - ANSWER_MS),
  );
  try {
    for (const queue of resumed) deliverer.start(queue);
    const isScheduled = event.detail === undefined || event.source !== 'rollbook';
    do await deliverer.idle();
    while (isScheduled && (await deliverer.sweep()) > 0);
    await usage.writeIfDue();
  } finally {
    clearTimeout(timer);
  }
}

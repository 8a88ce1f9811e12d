import { startFailure } from '#libs/aws-clients';
import { takeEvent, type BusEvent } from './bus-event.js';
import { connect } from './connection.js';
import { readConfiguration } from './configuration.js';
import { Deliverer } from './deliverer.js';

interface LambdaContext {
  getRemainingTimeInMillis(): number;
}

/** Left of the function's time for the answer itself, after what was under way has been broken off. */
const ANSWER_MS = 2_000;

const configuration = readConfiguration(process.env);
const { directory } = connect(configuration);
const onNotice = (message: string) => process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);

/**
 * Entry of the function that a rule of the bus calls for each of Rollbook's events, and a schedule each minute: it queues
 * the event, and delivers what is due, its own and what was due for a retry. When it ends, nothing is under way.
 */
export async function handler(event: BusEvent, context: LambdaContext): Promise<void> {
  try {
    await queueAndDeliver(event, context);
  } catch (error) {
    // What the log of the function shows first.
    throw new Error(startFailure(error, configuration), { cause: error });
  }
}

async function queueAndDeliver(event: BusEvent, context: LambdaContext): Promise<void> {
  const { woken } = await takeEvent(directory, event);
  const deliverer = new Deliverer({ directory, allowLocal: configuration.allowLocal, onNotice });
  const timer = setTimeout(
    () => void deliverer.stop(),
    Math.max(0, context.getRemainingTimeInMillis() - ANSWER_MS),
  );
  try {
    for (const id of woken) deliverer.start(id);
    const isScheduled = event.detail === undefined || event.source !== 'rollbook';
    do await deliverer.idle();
    while (isScheduled && (await deliverer.sweep()) > 0);
  } finally {
    clearTimeout(timer);
  }
}

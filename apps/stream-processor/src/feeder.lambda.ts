import { connect } from './connections.js';
import { readConfiguration } from './configuration.js';
import { feeder, feedHistories } from './feeder/feeder.js';
import { watchFeeds } from './feeder/watched-feeds.js';
import { lambdaHandler, type LambdaAnswer, type LambdaContext, type LambdaEvent } from './lambda-host.js';

/** Left of the function's time to finish what is under way. */
const STOP_MS = 10_000;

const configuration = readConfiguration(process.env);
const { directory, streams, dynamodb } = connect(configuration);
const { table } = configuration;
const onNotice = (message: string) => process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
const onRecords = lambdaHandler(table, feeder({ directory, onNotice }));

export async function handler(
  event: LambdaEvent | { Records?: undefined },
  context: LambdaContext,
): Promise<LambdaAnswer | undefined> {
  if (event.Records) return onRecords(event, context);
  const signal = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - STOP_MS));
  const [feeds] = await Promise.all([
    watchFeeds({ directory, streams, dynamodb, table, onNotice, signal }).catch((error: unknown) => {
      onNotice(`Up to when the feeds are complete is not stated for now: ${String(error)}`);
    }),
    feedHistories(directory, onNotice, signal),
  ]);
  process.stdout.write(`${JSON.stringify({ metrics: { feeds } })}\n`);
  return undefined;
}

import { connect } from './connections.js';
import { readConfiguration } from './configuration.js';
import { lambdaHandler, type LambdaAnswer, type LambdaContext, type LambdaEvent } from './lambda-host.js';
import { projector, sweep } from './projector/projector.js';

/**
 * Entry of the projector's function: brings copies up to date and runs jobs, as the table's stream asks for it. A schedule
 * calls it too, without records, for what no record asks for.
 */
const configuration = readConfiguration(process.env);
const { directory } = connect(configuration);
const onNotice = (message: string) => process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
const onRecords = lambdaHandler(
  configuration.table,
  projector({ directory, onNotice, chunksPerSecond: configuration.jobChunksPerSecond }),
);

export async function handler(
  event: LambdaEvent | { Records?: undefined },
  context: LambdaContext,
): Promise<LambdaAnswer | undefined> {
  if (event.Records) return onRecords(event, context);
  await sweep(directory, onNotice);
  return undefined;
}

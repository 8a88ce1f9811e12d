import { readConfiguration, type Configuration } from './configuration.js';
import { connect, type Connections } from './connections.js';
import {
  lambdaHandler,
  noticeOf,
  type Handle,
  type LambdaAnswer,
  type LambdaContext,
  type LambdaEvent,
} from './lambda-host.js';

/** Left of the function's time to finish what is under way. */
const STOP_MS = 10_000;

type ProgramContext = Configuration & Connections & { onNotice: (message: string) => void };

interface Program {
  handle: Handle;
  /** For the calls of the schedule. @param signal aborts while there is time to finish */
  everyMinute: (signal: AbortSignal) => Promise<{ metrics: object }>;
}

/** A function that reads the stream and is also called by a schedule. */
export function lambdaProgram(start: (context: ProgramContext) => Program) {
  const configuration = readConfiguration(process.env);
  const program = start({ ...configuration, ...connect(configuration), onNotice: noticeOf });
  const onRecords = lambdaHandler(configuration.table, program.handle);
  return async (
    event: LambdaEvent | { Records?: undefined },
    context: LambdaContext,
  ): Promise<LambdaAnswer | undefined> => {
    if (event.Records) return onRecords(event, context);
    const signal = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - STOP_MS));
    process.stdout.write(`${JSON.stringify(await program.everyMinute(signal))}\n`);
    return undefined;
  };
}

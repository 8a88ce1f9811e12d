import { connect } from './connections.js';
import { readConfiguration } from './configuration.js';
import { lambdaHandler } from './lambda-host.js';
import { projector, sweep } from './projector/projector.js';

const SWEEP_EVERY_MS = 60_000;

/** Entry of the projector's function: brings copies up to date and runs jobs, as the table's stream asks for it. */
const configuration = readConfiguration(process.env);
const { directory } = connect(configuration);
const onNotice = (message: string) => process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);
const handle = projector({ directory, onNotice, chunksPerSecond: configuration.jobChunksPerSecond });
let sweptAt = -Infinity;

export const handler = lambdaHandler(async (batch) => {
  if (performance.now() - sweptAt > SWEEP_EVERY_MS) {
    sweptAt = performance.now();
    await sweep(directory, onNotice);
  }
  return handle(batch);
});

import { connect } from './connections.js';
import { readConfiguration } from './configuration.js';
import { lambdaHandler } from './lambda-host.js';
import { projector } from './projector/projector.js';

/** Entry of the projector's function: brings copies up to date and runs jobs, as the table's stream asks for it. */
const { directory } = connect(readConfiguration(process.env));
const onNotice = (message: string) => process.stdout.write(`${JSON.stringify({ level: 'warn', message })}\n`);

export const handler = lambdaHandler(projector({ directory, onNotice }));

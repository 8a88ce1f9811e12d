// Runs one bundle as Lambda does: loads its index.mjs, then calls its handler for each message. Argument: the folder.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const context = { getRemainingTimeInMillis: () => 20_000 };
const { handler, codeCache } = await import(pathToFileURL(join(process.argv[2], 'index.mjs')).href);
/** When the requesting process has ended, nobody waits for an answer. */
const answer = (message) => process.connected && process.send(message, () => {});
process.on('message', ({ id, event }) => {
  handler(event, context).then(
    (answered) => answer({ id, answer: answered }),
    (error) => answer({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true, codeCache });

// One start of a function: loads its bundle, calls its handler once, and says how that went. Argument: the folder.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const event = JSON.parse(process.env.FIRST_EVENT);
const { handler, codeCache } = await import(pathToFileURL(join(process.argv[2], 'index.mjs')).href);
const answer = await handler(event, { getRemainingTimeInMillis: () => 20_000 });
const { user, system } = process.cpuUsage();
const given = answer?.statusCode ?? answer?.batchItemFailures ?? 'done';
process.stdout.write(`${JSON.stringify({ answer: given, codeCache, cpuMs: (user + system) / 1000 })}\n`);
process.exit(0);

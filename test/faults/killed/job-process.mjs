// Runs a removal job chunk by chunk in a process of its own, which ends itself with SIGKILL at a table call.
// Argument: a JSON object { endpoint, tableName, masterKeyFile, jobId, killAt, applied, commits }: which call to end at, whether
// the engine carries it out before, and whether only transactions are calls that count.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openDirectory, runJobChunk } from '../../../dist/libs/directory/src/index.js';
import { fileMasterKey } from '../../../dist/libs/secrets/src/index.js';

const { endpoint, tableName, masterKeyFile, jobId, killAt, applied, commits } = JSON.parse(process.argv[2]);
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
let calls = 0;
client.middlewareStack.add(
  (next, { commandName }) =>
    async (args) => {
      const counts = !commits || commandName === 'TransactWriteItemsCommand';
      calls += Number(counts);
      const last = counts && calls === killAt;
      if (last && !applied) process.kill(process.pid, 'SIGKILL');
      const result = await next(args);
      if (last) process.kill(process.pid, 'SIGKILL');
      return result;
    },
  { step: 'finalizeRequest', priority: 'low' },
);
const directory = openDirectory({
  client,
  tableName,
  cursorSecret: 'the cursor secret of a test, 32 characters or more',
  masterKey: fileMasterKey(masterKeyFile),
});
for (let result = ''; result !== 'done' && result !== 'not running';) {
  result = await runJobChunk(directory, jobId);
  if (result === 'waiting') await new Promise((resolve) => setTimeout(resolve, 50));
}

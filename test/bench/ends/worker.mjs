// The worker that ends what is due, as a process of its own, for part.mjs: `node worker.mjs '<world>'`. It answers its parent when all is done.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CREDENTIALS, library, REGION } from '../engines.mjs';

const { endpoint, tableName, cursorSecret, masterKeyFile, aheadMs } = JSON.parse(process.argv[2]);
const lib = await library('directory');
const { fileMasterKey } = await library('secrets');
const directory = lib.openDirectory({
  client: new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS }),
  tableName,
  cursorSecret,
  masterKey: fileMasterKey(masterKeyFile),
  transactionsAtOnce: 1,
  now: () => Date.now() + aheadMs,
});

process.on('message', async () => {
  const startedAt = performance.now();
  await lib.runDue(directory, { onNotice: (line) => console.error(line) });
  process.send({ took: (performance.now() - startedAt) / 1000 });
});
process.send('ready');

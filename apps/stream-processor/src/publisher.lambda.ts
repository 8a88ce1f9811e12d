import { openCommitReader } from '#libs/directory';
import { masterKeyOf } from '#libs/secrets';
import { connectBus } from './bus-connection.js';
import { readConfiguration } from './configuration.js';
import { lambdaHandler, noticeOf } from './lambda-host.js';
import { Publisher } from './publisher/publisher.js';

const configuration = readConfiguration(process.env);
const { table: tableName, kmsKeyId, masterKeyFile: file } = configuration;
const { dynamodb: client, bus, deadLetters, flushTraces } = connectBus(configuration);
const readCommit = openCommitReader({
  client,
  tableName,
  masterKey: masterKeyOf({ kmsKeyId, file, tableName }),
});
const publisher = new Publisher({ bus, deadLetters, readCommit, onNotice: noticeOf });

export const handler = lambdaHandler(tableName, async (batch) => {
  // Another invocation may have parked or freed an aggregate since the last one here.
  publisher.refresh();
  const result = await publisher.handle(batch);
  await flushTraces();
  return result;
});

import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { dynamoDBStreamsClient } from '#libs/aws-clients';
import { openDirectory, type Directory } from '#libs/directory';
import { masterKeyOf } from '#libs/secrets';
import { connectBus, type BusConnection, type Patience } from './bus-connection.js';
import type { Configuration } from './configuration.js';

export interface Connections extends BusConnection {
  streams: DynamoDBStreamsClient;
  directory: Directory;
}

export function connect(configuration: Configuration, patience: Patience = {}): Connections {
  const { table, dynamodbEndpoint, writeSignalPort, kmsKeyId, masterKeyFile: file } = configuration;
  const connection = connectBus(configuration, patience);
  const streams = dynamoDBStreamsClient({
    endpoint: dynamodbEndpoint,
    answerMs: patience.tableMs,
    onRefused: patience.onRefused,
    handler: patience.handler,
    keepSigningKey: true,
  });
  return {
    ...connection,
    streams,
    directory: openDirectory({
      client: connection.dynamodb,
      tableName: table,
      cursorSecret: 'unused: no cursor of this process leaves it',
      // With a signal, the engine is on this machine.
      transactionsAtOnce: writeSignalPort === undefined ? undefined : 1,
      masterKey: masterKeyOf({ kmsKeyId, file, tableName: table }),
    }),
    async close() {
      streams.destroy();
      await connection.close();
    },
  };
}

import { randomUUID } from 'node:crypto';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { openDirectory, type Directory } from '#libs/directory';
import { masterKeyOf } from '#libs/master-key';
import { clientConfiguration, connectBus, type BusConnection, type Patience } from './bus-connection.js';
import type { Configuration } from './configuration.js';

export interface Connections extends BusConnection {
  streams: DynamoDBStreamsClient;
  directory: Directory;
}

/** Connects to the table, its stream and the event bus. */
export function connect(configuration: Configuration, patience: Patience = {}): Connections {
  const { table, region, dynamodbEndpoint, kmsKeyId, masterKeyFile: file } = configuration;
  const connection = connectBus(configuration, patience);
  const streams = new DynamoDBStreamsClient(
    clientConfiguration(configuration, dynamodbEndpoint, patience.tableMs),
  );
  return {
    ...connection,
    streams,
    // No cursor of this process leaves it.
    directory: openDirectory({
      client: connection.dynamodb,
      tableName: table,
      cursorSecret: randomUUID() + randomUUID(),
      masterKey: masterKeyOf({ kmsKeyId, file, region, tableName: table }),
    }),
    async close() {
      streams.destroy();
      await connection.close();
    },
  };
}

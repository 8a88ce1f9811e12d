import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoDBClient } from '#libs/aws-clients';
import { openDirectory, type Directory } from '#libs/directory';
import { masterKeyOf } from '#libs/secrets';
import type { Configuration } from './configuration.js';

interface TableConnection {
  client: DynamoDBClient;
  directory: Directory;
  close: () => void;
}

export function connect(configuration: Configuration, onRefused?: (error: unknown) => void): TableConnection {
  const { table: tableName, dynamodbEndpoint: endpoint, kmsKeyId, masterKeyFile: file } = configuration;
  const client = dynamoDBClient({ endpoint, onRefused });
  const directory = openDirectory({
    client,
    tableName,
    cursorSecret: 'unused: no cursor of this process leaves it',
    masterKey: masterKeyOf({ kmsKeyId, file, tableName }),
  });
  return { client, directory, close: () => client.destroy() };
}

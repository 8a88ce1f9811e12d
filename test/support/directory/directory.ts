import { DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ensureTable, openDirectory, type CommandContext, type Directory } from '#libs/directory';
import { engineClient, uniqueTableName } from '../engines/engine.js';
import { startUnreliableEngine } from '../engines/unreliable-engine.js';
import { testMasterKey } from './master-key.js';

export interface TestDirectory {
  directory: Directory;
  client: DynamoDBClient;
  tableName: string;
  close(): Promise<void>;
}

/** A directory on a table of its own, on the run's engine. */
export async function openTestDirectory(
  options: Partial<Parameters<typeof openDirectory>[0]> = {},
): Promise<TestDirectory> {
  const client = engineClient();
  const tableName = uniqueTableName();
  await ensureTable(client, tableName);
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  return {
    directory: openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), ...options }),
    client,
    tableName,
    async close() {
      await client.send(new DeleteTableCommand({ TableName: tableName }));
      client.destroy();
    },
  };
}

/** A test directory's table again, through an engine that breaks calls as a test demands. */
export async function openUnreliably({ tableName, directory }: TestDirectory) {
  const engine = await startUnreliableEngine();
  const client = engineClient(engine.endpoint);
  const { cursorSecret } = directory;
  return {
    engine,
    directory: openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey() }),
    async close() {
      client.destroy();
      await engine.close();
    },
  };
}

/** The context of a command whose author does not matter to the test. */
export const byOperator: CommandContext = { actor: 'operator:test', correlationId: 'test' };

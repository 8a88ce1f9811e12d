import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Command } from 'commander';
import { unpackStored } from '#libs/directory';
import { withClients, withTableOptions } from '../../table/connection.js';

export function addShowCommand(program: Command): void {
  const group = program.command('table').description('Reads the table by hand.');

  withTableOptions(group.command('show'))
    .description('Shows one item as JSON, with each of its packed attributes on its own.')
    .argument('<pk>', 'its partition key, such as events:user_…')
    .argument('<sk>', 'its sort key, such as v:000000000001')
    .action((pk: string, sk: string, _options: unknown, command: Command) =>
      withClients(command, async ({ client, tableName: TableName }) => {
        const Key = { PK: { S: pk }, SK: { S: sk } };
        const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
        if (Item) console.log(JSON.stringify(unmarshall(unpackStored(Item)), undefined, 2));
        else command.error(`error: the table ${TableName} has no item ${pk} ${sk}`);
      }),
    );
}

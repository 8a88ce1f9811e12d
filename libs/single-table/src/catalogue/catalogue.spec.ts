import { createItemTable } from '../../test/support/item-table.js';
import { defineEntity, defineTable, string } from '@rollbook/single-table';
import {
  accessPattern,
  bindPatterns,
  describePatterns,
  iamActionsOf,
} from '@rollbook/single-table/catalogue';
import { renderCatalogue } from '@rollbook/single-table/catalogue-page';
import { cdkTableProps, timeToLiveInput } from '@rollbook/single-table/provisioning';
import { workbenchModel } from '@rollbook/single-table/workbench';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  timeToLive: 'expiresAt',
  stream: 'NEW_AND_OLD_IMAGES',
});
const member = defineEntity(definition, {
  name: 'member',
  key: { PK: 'user:{userId}', SK: 'group:{groupId}' },
  indexes: { GSI1: 'inverted' },
  attributes: { userId: string(), groupId: string() },
});

const patterns = {
  members: accessPattern({
    number: 2,
    question: 'the users of a group',
    example: { groupId: 'g1' },
    run: (table, { groupId }) => table.query(member.by('GSI1'), { groupId }, { limit: 10 }),
  }),
  isMember: accessPattern({
    number: 1,
    question: 'is a user in a group?',
    example: { userId: 'u1', groupId: 'g1' },
    run: async (table, key) => (await table.get(member, key, { consistent: true })) !== undefined,
  }),
  join: accessPattern({
    question: 'join a group',
    example: { userId: 'u1', groupId: 'g1' },
    run: (table, key) => table.transactWrite([member.create(key)]),
  }),
};

describe('the access-pattern catalogue', () => {
  test('gives typed functions over a table', async () => {
    const { table, calls, close } = await createItemTable(definition);
    const ask = bindPatterns(patterns, table);
    await ask.join({ userId: 'u', groupId: 'g' });
    expect(await ask.isMember({ userId: 'u', groupId: 'g' })).toBe(true);
    expect((await ask.members({ groupId: 'g' })).items).toEqual([{ userId: 'u', groupId: 'g' }]);
    expect(calls).toHaveLength(3);
    close();
  });

  test('says by itself which calls, keys and IAM actions each pattern needs', async () => {
    const descriptions = await describePatterns(definition, patterns);
    expect(descriptions.map((each) => each.name)).toEqual(['isMember', 'members', 'join']);
    expect(descriptions[1]?.calls).toEqual([
      {
        operation: 'Query',
        index: 'GSI1',
        entities: ['member'],
        keys: [{ GSI1PK: 'group:g1', GSI1SK: 'user:*' }],
        consistent: false,
        actions: [{ action: 'dynamodb:Query', resource: 'index/GSI1' }],
        grants: [{ action: 'dynamodb:Query', resource: 'index/GSI1', partitionKey: 'group:g1' }],
      },
    ]);
    expect(iamActionsOf(descriptions)).toEqual([
      { action: 'dynamodb:Query', resource: 'index/GSI1' },
      { action: 'dynamodb:GetItem', resource: 'table' },
      { action: 'dynamodb:PutItem', resource: 'table' },
    ]);
  });

  test('writes its page', async () => {
    const page = renderCatalogue('Access patterns', await describePatterns(definition, patterns));
    expect(page).toContain('| 1 | is a user in a group? | GetItem |');
    expect(page).toContain('## 2. the users of a group (`members`)');
    expect(page).toContain(
      '| Query GSI1 | member | GSI1PK = `group:g1`, GSI1SK = `user:*` | eventual | 0.5 read units per 4 KB of all items read |',
    );
    expect(page).toContain('IAM: `dynamodb:GetItem` on table.');
  });
});

describe('the table definition', () => {
  test('exports to CDK, to time to live and to NoSQL Workbench', () => {
    expect(cdkTableProps(definition)).toEqual({
      partitionKey: { name: 'PK', type: 'S' },
      sortKey: { name: 'SK', type: 'S' },
      globalSecondaryIndexes: [
        {
          indexName: 'GSI1',
          partitionKey: { name: 'GSI1PK', type: 'S' },
          sortKey: { name: 'GSI1SK', type: 'S' },
        },
      ],
      timeToLiveAttribute: 'expiresAt',
      dynamoStream: 'NEW_AND_OLD_IMAGES',
    });
    expect(timeToLiveInput(definition, 't')?.TimeToLiveSpecification).toEqual({
      AttributeName: 'expiresAt',
      Enabled: true,
    });
    const model = workbenchModel(definition, 'Groups', [
      { entity: member, items: [{ userId: 'u', groupId: 'g' }] },
    ]);
    expect(model).toMatchObject({
      ModelMetadata: { AWSService: 'Amazon DynamoDB', Version: '3.0' },
      DataModel: [
        {
          TableName: 'Groups',
          KeyAttributes: { PartitionKey: { AttributeName: 'PK', AttributeType: 'S' } },
          TableFacets: [
            {
              FacetName: 'member',
              KeyAttributeAlias: { PartitionKeyAlias: 'user:{userId}', SortKeyAlias: 'group:{groupId}' },
            },
          ],
          TableData: [
            {
              PK: { S: 'user:u' },
              SK: { S: 'group:g' },
              GSI1PK: { S: 'group:g' },
              GSI1SK: { S: 'user:u' },
              entity: { S: 'member' },
            },
          ],
        },
      ],
    });
  });
});

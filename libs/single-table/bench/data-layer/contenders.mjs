// Each contender writes, reads and queries the same orders, by the shortest way its documentation shows.
import { documentClient } from './contenders/document-client.mjs';
import { dynamodbToolbox } from './contenders/dynamodb-toolbox.mjs';
import { dynamooseModel } from './contenders/dynamoose.mjs';
import { electrodb } from './contenders/electrodb.mjs';
import { oneTable } from './contenders/one-table.mjs';
import { plainClient } from './contenders/plain-client.mjs';
import { singleTable } from './contenders/single-table.mjs';

/** The baseline is first; the second is the same again: what differs between the two is noise. */
export const contenders = {
  'lib-dynamodb': () => documentClient(),
  'lib-dynamodb again (A/A)': () => documentClient(),
  'lib-dynamodb, logger: {}': () => documentClient({ logger: {} }),
  'client-dynamodb by hand': plainClient,
  'libs/single-table': singleTable,
  'ElectroDB 3.9': electrodb,
  'DynamoDB-Toolbox 2.10': dynamodbToolbox,
  'OneTable 2.7': oneTable,
  'dynamoose 4.2': dynamooseModel,
};

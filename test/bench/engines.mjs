// The engines a part can run on, and the built libraries it needs.
import { prepare } from '../../apps/local/prepare.mjs';
import { reasonAgainstDynamoDBLocal, startDynamoDBLocal } from '../support/engines/dynamodb-local.mjs';

/** A library as it is built for the product. */
export function library(name) {
  prepare();
  return import(`../../dist/libs/${name}/src/index.js`);
}

export const ENGINES = {
  embedded: {
    title: 'embedded engine',
    why: () => undefined,
    start: async () => (await library('embedded-engine')).startEngine(),
  },
  'dynamodb-local': {
    title: 'DynamoDB Local',
    why: reasonAgainstDynamoDBLocal,
    start: startDynamoDBLocal,
  },
};

export const REGION = 'us-east-1';
export const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

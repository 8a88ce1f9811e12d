import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const CLIENT = /\bnew (?:DynamoDB|DynamoDBStreams|EventBridge|KMS|SES|SESv2|SNS|SQS|STS|S3)(?:Client)?\(/;

/** Programs, libraries and infrastructure, without this library and without tests. */
function* sources(): Generator<string> {
  for (const folder of ['apps', 'libs', 'infra'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${entry.replaceAll('\\', '/')}`;
      if (/\.tsx?$/.test(path) && !/\.spec\.ts$|node_modules|^libs\/aws-clients\//.test(path)) yield path;
    }
}

test('clients of AWS are made here only, with time limits (docs/adr/0040-calls-to-aws-have-time-limits.md)', () => {
  const all = [...sources()];
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter((path) => CLIENT.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
  expect(readFileSync(join(root, 'libs/aws-clients/src/clients/kms.ts'), 'utf8')).toMatch(CLIENT);
});

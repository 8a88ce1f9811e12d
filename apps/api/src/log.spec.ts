import { withoutSecrets } from './log.js';

describe('the last look at a line of the log', () => {
  test.each([
    'ada@x.example',
    'ada+tag@mail.x.example',
    'ada%40x.example',
    '/v1/accounts/a/users?email=ada@x.example',
    'Zoë@bücher.example',
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln',
  ])('takes %s away', (secret) => {
    expect(withoutSecrets(`before ${secret} after`)).toBe('before [redacted] after');
  });

  test.each([
    'at async PipesConsumer.applyPipes (file:///srv/node_modules/@nestjs/core/pipes/pipes-consumer.js:22:22)',
    'at async node_modules/@smithy/core/dist-cjs/submodules/retry/index.js:205:50',
    'Cannot find package @nestjs/microservices',
  ])('leaves the files of a scoped package: %s', (line) => {
    expect(withoutSecrets(line)).toBe(line);
  });
});

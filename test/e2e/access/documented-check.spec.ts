import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { companyWithRoles } from '../../support/api/access-roles.js';
import { ROOT } from '../../support/documented-commands.js';

/** The questions of docs/access-roles.md are sent as they stand there, and answered as the page shows. */

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('the questions of the page on access roles have the answers of the page', async () => {
  const page = await readFile(join(ROOT, 'docs/access-roles.md'), 'utf8');
  const [, asking = ''] = /^## Ask for them\n([\s\S]*?)^## /m.exec(page) ?? [];
  const examples = Array.from(
    asking.matchAll(/\$ROLLBOOK(\S+) --json '([\s\S]*?)'\n```\n\n```json\n([\s\S]*?)```/g),
    ([, route = '', body = '', answer = '']) => ({ route, body, answer }),
  );
  expect(examples).toHaveLength(3);
  const roles = { 'log-reader': ['logs.read'], deployer: ['deploy', 'logs.read'] };
  const { account, member, prod } = await companyWithRoles(api, { roles, accessRole: 'log-reader' });
  const ids: Record<string, string> = { ADA: member.id, PROD: prod.id, ACCOUNT: account.id };
  for (const { route, body, answer } of examples) {
    const sent: unknown = JSON.parse(body.replace(/'\$(\w+)'/g, (_, name: string) => ids[name]!));
    expect((await api.operator('POST', route, sent)).body).toEqual(JSON.parse(answer));
  }
});

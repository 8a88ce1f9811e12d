import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { AccessGuard } from '../../apps/api/src/access-control/access.guard.js';
import { startApi, type RunningApi } from '../support/api.js';
import { engineClient } from '../support/engine.js';
import {
  createTenancy,
  fingerprint,
  probesOf,
  saysNothing,
  send,
  visible,
  type Probe,
  type Tenancy,
} from '../support/tenant-matrix.js';

let api: RunningApi;
let client: DynamoDBClient;
let ours: Tenancy;
let theirs: Tenancy;
let probes: Probe[];
beforeAll(async () => {
  client = engineClient();
  api = await startApi();
  ours = await createTenancy(api, client);
  theirs = await createTenancy(api, client);
  // A key that the other tenant has used.
  await theirs.team.asks.owner(
    'POST',
    `${theirs.team.path}/service-groups`,
    { name: 'theirs' },
    { 'idempotency-key': 'theirs' },
  );
  probes = probesOf(ours, theirs);
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

/** What each probe gives away. */
async function leaks(): Promise<string[]> {
  const found: string[] = [];
  for (const probe of probes) {
    const ask = ours.team.asks[probe.role];
    const foreign = visible(await send(ask, probe.method, probe.foreign));
    const missing = visible(await send(ask, probe.method, probe.missing));
    const code = foreign.body['code'];
    const hidden = probe.otherAccount
      ? code === 'account_not_found'
      : foreign.status >= 400 || saysNothing(foreign, theirs);
    if (!hidden) found.push(`${probe.name}: ${foreign.status} ${String(code)}`);
    else if (JSON.stringify(foreign) !== JSON.stringify(missing))
      found.push(`${probe.name}: ${JSON.stringify(foreign)} is not ${JSON.stringify(missing)}`);
  }
  return found;
}

describe("another tenant's things", () => {
  test('are asked for on every route that names any, by every role', () => {
    expect(probes.length).toBeGreaterThan(200);
  });

  test('are answered like things that do not exist, at the same cost, and nothing is written', async () => {
    const before = await fingerprint(client, api.configuration.table.name);
    expect(await leaks()).toEqual([]);
    expect(await fingerprint(client, api.configuration.table.name)).toBe(before);
  }, 120_000);
});

describe('without one of the guards', () => {
  const { requireOwnAccount } = AccessGuard.prototype;
  afterEach(() => {
    AccessGuard.prototype.requireOwnAccount = requireOwnAccount;
  });

  test('the matrix finds what is open', async () => {
    AccessGuard.prototype.requireOwnAccount = () => undefined;
    const found = await leaks();
    expect(found.length).toBeGreaterThan(20);
    expect(found).toContainEqual(
      expect.stringMatching(/^get \/v1\/accounts\/\{accountId\} as owner with another tenant's account: 200/),
    );
  }, 120_000);
});

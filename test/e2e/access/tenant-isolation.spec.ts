import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { engineClient } from '../../support/engines/engine.js';
import {
  all,
  fingerprint,
  holdKeys,
  leaksOf,
  plantMemberships,
  plantsSeen,
  readPathsOf,
} from '../../support/api/tenant-leaks.js';
import {
  createTenancy,
  probesOf,
  useKey,
  type Probe,
  type Tenancy,
} from '../../support/api/tenant-matrix.js';

let api: RunningApi;
let client: DynamoDBClient;
let ours: Tenancy;
let theirs: Tenancy;
let probes: Probe[];
beforeAll(async () => {
  client = engineClient();
  api = await startApi();
  holdKeys(api);
  ours = await createTenancy(api, client);
  theirs = await createTenancy(api, client);
  await useKey(ours, theirs);
  probes = probesOf(ours, theirs);
  // Read once, a key costs no call.
  await ours.asks['api-key']('GET', '/v1/me');
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

describe("another tenant's things", () => {
  test('are asked for on every route that names any, by every role and by a key', () => {
    expect(probes.length).toBeGreaterThan(400);
    for (const role of ['operator', 'owner', 'admin', 'manager', 'member', 'api-key'])
      expect(probes.filter((probe) => probe.role === role).length).toBeGreaterThan(30);
  });

  test('are answered like things that do not exist, at the same cost, and nothing is written', async () => {
    const before = await fingerprint(client, api.configuration.table.name);
    expect(await all(leaksOf(probes, ours, theirs))).toEqual([]);
    expect(await fingerprint(client, api.configuration.table.name)).toBe(before);
  });

  test('are absent even where they lie among our own', async () => {
    await plantMemberships(client, api.configuration.table.name, ours, theirs);
    const paths = readPathsOf(ours, ours.team.member.id);
    expect(paths.length).toBeGreaterThan(15);
    expect(await all(plantsSeen(paths, ours))).toEqual([]);
  });
});

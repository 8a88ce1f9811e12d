import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { fileLogKey, fileLogMark } from '#libs/secrets';
import { startApi, type RunningApi } from '../support/api/api.js';
import { engineClient } from '../support/engines/engine.js';
import {
  holdKeys,
  leaksOf,
  plantMemberships,
  plantsSeen,
  readPathsOf,
  type Leak,
} from '../support/api/tenant-leaks.js';
import { plantLeaves } from '../support/api/tenant-logs.js';
import { createTenancy, probesOf, useKey, type Probe, type Tenancy } from '../support/api/tenant-matrix.js';

/**
 * The tenant matrix is worth something when it finds each guard that is missing: here the same sources are compiled with
 * a switch for each guard (switchable.mjs), and each is switched off in turn.
 */
interface Guard {
  name: string;
  file: string;
  after?: string;
  code: string;
  without: string;
  /** Which probes find it missing: only these are sent. */
  probes?: string;
  /** Found by what is planted, and not by a request alone. */
  planted?: boolean;
  /** A second guard of the same: what it keeps in shows only without this other one. */
  behind?: string;
  /** What it keeps apart must have been written without it. */
  setUpWithout?: boolean;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const guards = JSON.parse(readFileSync(new URL('guards.json', import.meta.url), 'utf8')) as Guard[];

/** Comparisons of accounts that keep no request out. */
const NO_GUARDS: Record<string, string> = {
  'apps/api/src/auth/guard/credentials.ts': 'whether the account has been counted for already',
  'apps/api/src/auth/sessions/seeing-as.ts': 'the path was compared when it began',
  'apps/api/src/search/search.controller.ts': 'the own account is searched, whichever is named',
  'apps/api/src/auth/sessions-api/session.controller.ts': 'among the accounts that the identity is linked to',
  'apps/api/src/auth/sessions-api/sessions.dto.ts': 'among the accounts that the identity is linked to',
  'apps/api/src/auth/sign-in/sign-in.service.ts': 'among the accounts that the identity is linked to',
  'libs/directory/src/aggregates/webhook-endpoint/secrets.ts':
    'asked only about an endpoint that was found in the account',
  'libs/directory/src/reads/time-travel/removals.ts': 'asked only about what was found in the account',
  'libs/directory/src/reads/time-travel/spans.ts':
    'the side that is named was found in the account, and both sides of each row are then read in it',
  'libs/directory/src/reads/time-travel/merged-pages.ts':
    'both sides of each row are then read in the account itself',
  'libs/directory/src/reads/memberships/who-may.ts':
    'the user of each row is then read in the account itself',
  'libs/directory/src/projections/settle-members.ts': 'of members of a service group of the account',
  'libs/directory/src/aggregates/user/last-seen.ts': 'asked only about users who were found in the account',
  'libs/directory/src/aggregates/user/invitations/accept.ts':
    'of memberships of a user who is read in the account itself',
  'libs/directory/src/reverts/find-change.ts': "of a list of the account's own",
  'libs/directory/src/jobs/begin-once.ts': "of a job whose id is made of the account's own",
  'libs/directory/src/jobs/bulk/selection.ts': 'the service group is read in the account itself',
  'libs/directory/src/jobs/list-jobs.ts': "of a list of the account's own",
  'libs/directory/src/aggregates/user/memberships/load-cells.ts':
    'both sides of each cell are read in the account itself',
  'libs/directory/src/aggregates/access-request/load.ts':
    'who asks, and what for, is read in the account itself',
  'libs/directory/src/aggregates/access-request/present.ts':
    'the user or service group of a list is read in the account itself',
  'libs/directory/src/reads/memberships/matrix.ts': 'both sides of each cell are read in the account itself',
  'libs/directory/src/reads/memberships/ending.ts': "named by a list of the account's own",
  'libs/directory/src/reads/time-travel/matrix-as-of.ts':
    'both sides of each cell are read in the account itself',
  'libs/directory/src/aggregates/service-group/team-access.ts':
    'the service group and the team are read in the account itself',
  'libs/directory/src/aggregates/user/places/batches.ts':
    'the users and the teams are read in the account itself',
  'libs/directory/src/aggregates/user/places/places.ts':
    'the user and the team are read in the account itself',
  'libs/directory/src/aggregates/user/places/left-team.ts':
    'the user and the team are read in the account itself',
  'libs/directory/src/reads/teams/search-of-team.ts': 'the team is read in the account itself',
  'libs/directory/src/jobs/removals/remove-team.ts': "of a job of the account's own",
  'libs/directory/src/reads/feed/snapshot-of-events.ts':
    'that of memberships is a guard; of teams, both sides are read in the account itself',
  'libs/directory/src/reads/memberships/all-paths/groups-by-paths.ts':
    'the user and the teams of each row are read in the account itself',
  'libs/directory/src/reads/memberships/all-paths/members-by-paths.ts':
    'the service group and the teams of each row are read in the account itself',
  'libs/directory/src/reads/memberships/all-paths/open-teams.ts': 'both sides are read in the account itself',
  'libs/directory/src/reads/memberships/explain-access.ts': 'both sides are read in the account itself',
  'libs/directory/src/reads/memberships/paths-ended.ts': 'both sides are read in the account itself',
  'libs/directory/src/reads/teams/teams.ts': 'the side of a list is read in the account itself',
  'libs/directory/src/reads/time-travel/groups-by-paths-as-of.ts':
    'both sides of each row are then read in the account itself',
  'libs/directory/src/reads/time-travel/members-by-paths-as-of.ts':
    'both sides of each row are then read in the account itself',
  'libs/directory/src/reverts/load-teams.ts': 'both sides are read in the account itself',
  'libs/directory/src/reads/audit-log/event-log.ts':
    'for repairs by the stream processor: no request comes here',
};
const COMPARISON =
  /(accountId|account_id)\s*[!=]==(?!\s*(undefined|PLATFORM|'))|[!=]==\s*(\w+\.)?accountId\b/;

let api: RunningApi;
let client: DynamoDBClient;
let ours: Tenancy;
let theirs: Tenancy;
let probes: Probe[];
let readPaths: string[];
let folder: string;
beforeAll(async () => {
  client = engineClient();
  folder = mkdtempSync(join(tmpdir(), 'rollbook-log-'));
  const file = join(folder, 'log-key');
  const signing = { key: fileLogKey(file), mark: fileLogMark(file) };
  api = await startApi({ logKey: signing.key });
  holdKeys(api);
  ours = await createTenancy(api, client);
  theirs = await createTenancy(api, client);
  switchOff(guards.filter(({ setUpWithout }) => setUpWithout).map(({ name }) => name));
  await useKey(ours, theirs);
  const entries = await plantLeaves(client, api, [ours, theirs], signing);
  switchOff([]);
  await plantMemberships(client, api.configuration.table.name, ours, theirs);
  probes = probesOf(ours, theirs);
  readPaths = [...readPathsOf(ours, ours.team.member.id), entries];
});
afterEach(() => switchOff([]));
afterAll(async () => {
  await api.close();
  client.destroy();
  rmSync(folder, { recursive: true });
});

function switchOff(names: readonly string[]): void {
  Reflect.set(globalThis, 'switchedOff', new Set(names));
}

function leaksWithout({ probes: pattern, planted }: Guard): AsyncGenerator<Leak> {
  if (planted) return plantsSeen(readPaths, ours);
  const chosen = probes.filter(({ name }) => new RegExp(pattern ?? '').test(name));
  expect(chosen.length).toBeGreaterThan(0);
  return leaksOf(chosen, ours, theirs);
}

async function firstOf(leaks: AsyncGenerator<Leak>, which = (_: Leak) => true): Promise<Leak | undefined> {
  for await (const leak of leaks) if (which(leak)) return leak;
  return undefined;
}

test.each(guards.map((guard) => [guard.name, guard] as const))(
  'the matrix finds that this is missing: %s',
  async (name, guard) => {
    const { behind } = guard;
    // What is of the other tenant itself comes out only when both are away.
    const which = behind === undefined ? undefined : ({ ofTheirs }: Leak) => ofTheirs;
    switchOff(behind === undefined ? [] : [behind]);
    expect(await firstOf(leaksWithout(guard), which)).toBeUndefined();
    switchOff(behind === undefined ? [name] : [name, behind]);
    expect(await firstOf(leaksWithout(guard), which)).toBeDefined();
  },
);

test.each(['log', 'log/checkpoint', 'log/tile/{level}/{path}', 'events/{eventId}/proof'])(
  "another tenant's %s exists, and is kept from this one by what keeps its account",
  async (route) => {
    const name = `get /v1/accounts/{accountId}/${route} as owner with another tenant's account`;
    const chosen = probes.filter((probe) => probe.name === name);
    expect(chosen).toHaveLength(1);
    expect(await firstOf(leaksOf(chosen, ours, theirs))).toBeUndefined();
    switchOff([
      "the account in the path is the caller's own",
      "a user's tenant is its own account, whatever the path says",
    ]);
    expect(await firstOf(leaksOf(chosen, ours, theirs))).toMatchObject({ what: '200 undefined' });
  },
);

test('every comparison of accounts is a guard of the list', () => {
  const unlisted = sources().flatMap((file) => {
    const listed = guards.filter((guard) => guard.file === file);
    const lines = readFileSync(root + file, 'utf8').split('\n');
    return lines
      .filter((line) => COMPARISON.test(line) && !listed.some(({ code }) => line.includes(code)))
      .map((line) => `${file}: ${line.trim()}`);
  });
  expect(unlisted).toEqual([]);
});

/** What requests run through; the checks of the operator's command are not on their way. */
function sources(): string[] {
  return ['apps/api/src/', 'libs/directory/src/', 'libs/single-table/src/']
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((name) => folder + name),
    )
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/integrity\//.test(file))
    .filter((file) => !Object.hasOwn(NO_GUARDS, file));
}

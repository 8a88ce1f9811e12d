/** @engines both */
import fc from 'fast-check';
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import {
  createAccount,
  grantTenant,
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  runJobChunk,
  type Finding,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { expectAnswersOfModel, type Place } from './answers-of-model.js';
import {
  emptyModel,
  endMembershipsOfRemovedGroups,
  explain,
  idAt,
  type Answered,
  type Command,
} from './directory-model.js';
import { command } from './random-commands.js';
import { send } from './send-command.js';
import { verifyAccount } from '../support/directory/settled.js';
import { indexesSettled } from '../support/engines/engine.js';

/**
 * Random commands of several clients at once on several accounts, against a model in memory. The answers of each round
 * must be those of the model in some order of the round's commands; every access pattern must answer as the model does;
 * and `verify` must find nothing. Between rounds the clock jumps, also back.
 */

/** How many, and from which seed: by ROLLBOOK_COMMANDS and ROLLBOOK_SEED. */
const NIGHTLY = process.env['ROLLBOOK_NIGHTLY'] === '1';
const COMMANDS = Number(process.env['ROLLBOOK_COMMANDS'] ?? (NIGHTLY ? 10_000 : 500));
const COMMANDS_OF_A_RUN = 100;
const CLIENTS = 4;
const ACCOUNTS = 2;
const seed = Number(process.env['ROLLBOOK_SEED'] ?? Date.now() % 2 ** 31);

const HOUR_MS = 60 * 60 * 1000;
const round = fc.record({
  sent: fc.array(fc.record({ account: fc.nat(ACCOUNTS - 1), command }), {
    minLength: CLIENTS,
    maxLength: CLIENTS,
  }),
  clockJumpMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: -HOUR_MS, max: HOUR_MS }) },
  ),
});
const rounds = COMMANDS_OF_A_RUN / CLIENTS;
const run = fc.array(round, { minLength: rounds, maxLength: rounds });

let opened: TestDirectory;
let now = Date.now();
beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
});
afterAll(() => opened.close());

test(
  `${COMMANDS} commands of ${CLIENTS} clients at once are as if one had come after the other (ROLLBOOK_SEED=${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(run, async (plan) => {
        const places: Place[] = [];
        for (let n = 0; n < ACCOUNTS; n += 1) {
          const { accountId } = (await createAccount(opened.directory, { name: 'Acme' }, byOperator)).state;
          places.push({
            accountId,
            tenant: grantTenant(opened.directory, accountId),
            model: emptyModel('Acme'),
            copied: new Map(),
          });
        }
        for (const { sent, clockJumpMs } of plan) {
          now += clockJumpMs;
          await playRound(places, sent);
          await letTheProjectorCatchUp(places);
        }
        for (const place of places) {
          await expectAnswersOfModel(opened.directory, place);
          await expectNothingToVerify(place);
        }
      }),
      { seed, numRuns: COMMANDS / COMMANDS_OF_A_RUN, endOnFailure: true, reporter: reportBriefly },
    );
  },
  NIGHTLY ? 3_600_000 : 300_000,
);

/** The seed brings the commands back: a list of all of them would only hide what went wrong. */
function reportBriefly<T>(run: fc.RunDetails<T>): void {
  if (run.failed)
    throw new Error(`ROLLBOOK_SEED=${run.seed}, run ${run.numRuns}`, { cause: run.errorInstance });
}

async function playRound(places: Place[], sent: { account: number; command: Command }[]): Promise<void> {
  const execute = async ({ account, command: asked }: (typeof sent)[number]) => {
    const { model, tenant, accountId } = places[account] as Place;
    const targets = {
      userId: idAt([...model.users.keys()], 'user' in asked ? asked.user : 0),
      groupId: idAt([...model.groups.keys()], 'group' in asked ? asked.group : 0),
    };
    return { accountId, ...(await send(tenant, asked, targets)), command: asked, targets };
  };
  // A suspension is looked at when a command is decided, not when it is committed (ADR 2): what runs beside one need not
  // be as if it had come before or after it.
  const beside = sent.some(
    ({ command: asked }) => asked.type.endsWith('_account') && asked.type !== 'change_account',
  );
  const answered = beside ? [] : await Promise.all(sent.map(execute));
  if (beside) for (const each of sent) answered.push(await execute(each));
  for (const place of places) {
    const own: Answered[] = answered.filter(({ accountId }) => accountId === place.accountId);
    const after = explain(place.accountId, place.model, own);
    if (!after)
      throw new Error(
        `No order of these commands explains their answers:\n${JSON.stringify(own, null, 1)}\n` +
          `before: ${JSON.stringify(place.model, (_, value: unknown) => (value instanceof Map || value instanceof Set ? [...value] : value))}`,
      );
    place.model = after;
  }
}

/**
 * What the projector does after each round: runs the jobs, and copies the names of what has changed to memberships. It
 * looks at nothing else, so that what a command forgot is not mended by the way.
 */
async function letTheProjectorCatchUp(places: Place[]): Promise<void> {
  const { directory } = opened;
  await indexesSettled();
  for (const { jobId, fencedAt } of await unfinishedJobs()) {
    // Past the time for which an index that shows nothing is not believed.
    now = Math.max(now, Date.parse(fencedAt) + 5_000);
    while ((await runJobChunk(directory, jobId)) !== 'done') await indexesSettled();
  }
  for (const { accountId, model, copied } of places) {
    endMembershipsOfRemovedGroups(model);
    const changed = ({ id, version }: { id: string; version: number }) => copied.get(id) !== version;
    for (const { id } of [...model.users.values()].filter(changed))
      await refreshMembershipsOfUser(directory, accountId, id);
    for (const { id } of [...model.groups.values()].filter(changed))
      await refreshMembershipsOfServiceGroup(directory, accountId, id);
    for (const { id, version } of [...model.users.values(), ...model.groups.values()])
      copied.set(id, version);
  }
}

/** Those of all accounts: nobody else works on this table. */
async function unfinishedJobs(): Promise<{ jobId: string; fencedAt: string }[]> {
  const { Items = [] } = await opened.client.send(
    new QueryCommand({
      TableName: opened.tableName,
      IndexName: 'GSI1',
      KeyConditionExpression: 'GSI1PK = :unfinished',
      ExpressionAttributeValues: { ':unfinished': { S: 'jobs:unfinished' } },
    }),
  );
  return Items.map(({ jobId, fencedAt }) => ({ jobId: jobId?.S ?? '', fencedAt: fencedAt?.S ?? '' }));
}

async function expectNothingToVerify({ tenant }: Place): Promise<void> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  await verifyAccount(tenant, {
    recheckAfterMs: 1,
    logSettledAfterMs: -2 * HOUR_MS,
    onFinding,
  });
  // Readers' counts are the projector's, which does not run here.
  const aboutCounts = ({ level, message }: Finding) => level === 'stale' && /\bcounted\b/.test(message);
  expect(findings.filter((finding) => !aboutCounts(finding))).toEqual([]);
}

import {
  commandUser,
  createUser,
  createUsers,
  erasePersonalData,
  removeUser,
  runLogRound,
  verifyAccount,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { seeded, type Random } from '../../faults/proof/random.js';
import { byOperator, openUnreliably } from '../../support/directory/directory.js';
import { auditLogs, keepLogs, type Kept } from '../../support/directory/log-auditor.js';
import { killedAt } from '../../support/directory/log-processes.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { startAccount } from '../../support/streams/busy-directory.js';

/** Histories without an attack: processes are killed and answers lost, but what an auditor kept holds, and nothing is reported. */

const HISTORIES = Number(process.env['ROLLBOOK_LOG_HISTORIES'] ?? 10);
const [MIN_STEPS, MAX_STEPS] = [8, 20];
const HOUR_MS = 3_600_000;

let system: LoggedDirectory;
let unreliable: Awaited<ReturnType<typeof openUnreliably>>;
beforeAll(async () => {
  system = await openLoggedDirectory();
  unreliable = await openUnreliably(system);
});
afterAll(async () => {
  await unreliable.close();
  await system.close();
});

type Account = Awaited<ReturnType<typeof startAccount>> & { people: UserId[] };

interface History {
  random: Random;
  accounts: Account[];
  kept: Kept[];
}

type Step = (history: History) => Promise<unknown>;

async function newAccount(): Promise<Account> {
  return { ...(await startAccount(system.directory)), people: [] };
}

const person = () => {
  const name = crypto.randomUUID();
  return { name, email: `${name}@x.example`, role: 'member' } as const;
};
const another = (options: Parameters<LoggedDirectory['reopened']>[0] = {}) => ({
  directory: system.reopened(options),
  signing: system.anotherSigning(),
});
const onNotice = (line: string) => void system.notices.push(line);

const rename: Step = ({ random, accounts }) => {
  const { tenant, ownerId } = random.pick(accounts);
  return commandUser(tenant, ownerId, { type: 'change_user', name: crypto.randomUUID() }, byOperator);
};
const add: Step = async ({ random, accounts }) => {
  const { tenant, people } = random.pick(accounts);
  people.push((await createUser(tenant, person(), byOperator)).state.userId);
};
const erase: Step = async ({ random, accounts }) => {
  const { tenant, people } = random.pick(accounts);
  const userId = people.pop();
  if (!userId) return;
  await removeUser(tenant, userId, byOperator);
  await erasePersonalData(tenant, userId, byOperator);
};
/** Fills a tile now and then. */
const addMany: Step = async ({ random, accounts }) => {
  if (!random.chance(0.3)) return;
  const inputs = Array.from({ length: 20 + random.below(300) }, person);
  await createUsers(random.pick(accounts).tenant, inputs, byOperator);
};

const round: Step = () => system.round();
const roundOfAnother: Step = ({ random }) => {
  const by = random.pick([0, HOUR_MS, -HOUR_MS]);
  return system.round(another({ now: () => Date.now() + by }));
};
const roundsAtOnce: Step = async () => {
  await system.feed();
  await Promise.all(
    [another(), another()].map(({ directory, signing }) => runLogRound(directory, signing, onNotice)),
  );
};
const killedRound: Step = async ({ random }) => {
  const killed = killedAt(system, {
    call: 1 + random.below(24),
    point: random.pick(['before', 'after'] as const),
  });
  await system.round(killed).catch((error: unknown) => {
    if (!String(error).includes('killed')) throw error;
  });
};
const roundWithLostAnswers: Step = async ({ random }) => {
  const lost = new Set<string>();
  unreliable.engine.decide = (operation, body) => {
    if (operation !== 'PutItem' || lost.has(body) || random.chance(0.5)) return 'pass';
    lost.add(body);
    return 'lose answer';
  };
  await system.round({ directory: unreliable.directory, signing: system.anotherSigning() });
  unreliable.engine.decide = null;
};

const join: Step = async ({ accounts }) => void accounts.push(await newAccount());
/** What an auditor keeps covers whoever has a checkpoint. */
const keep: Step = async (history) => {
  await system.round();
  history.kept.push(
    await keepLogs(
      system,
      history.accounts.map(({ accountId }) => accountId),
    ),
  );
};

const STEPS: Step[] = [
  ...[rename, rename, rename, rename, add, add, add, erase, erase, addMany, join],
  ...[round, round, roundOfAnother, roundOfAnother, roundsAtOnce, killedRound, killedRound],
  ...[roundWithLostAnswers, keep, keep],
];

async function alarmsOf(seed: number): Promise<string[]> {
  const random = seeded(seed);
  const first = (await system.round()).size;
  const history: History = { random, accounts: [await newAccount()], kept: [] };
  await keep(history);
  for (let left = MIN_STEPS + random.below(MAX_STEPS - MIN_STEPS); left > 0; left -= 1)
    await random.pick(STEPS)(history);
  await system.round();
  const alarms: string[] = system.notices.splice(0);
  alarms.push((await auditLogs(system, history.kept, first)) ?? '');
  if (random.chance(0.5)) return alarms.filter(Boolean);
  await verifyAccount(random.pick(history.accounts).tenant, {
    onFinding: ({ entity, message }) => entity === 'log-head' && alarms.push(message),
    logKey: system.signing.key,
    recheckAfterMs: 0,
  });
  return alarms.filter(Boolean);
}

test(`nothing is reported in ${HISTORIES} histories in which nobody attacks`, async () => {
  const firstSeed = Number(process.env['ROLLBOOK_SEED'] ?? 1);
  for (let history = 0; history < HISTORIES; history += 1) {
    const seed = firstSeed + history;
    const alarms = await alarmsOf(seed).catch((error: unknown) => [String((error as Error).stack)]);
    expect({ seed, alarms }).toEqual({ seed, alarms: [] });
  }
}, 7_200_000);

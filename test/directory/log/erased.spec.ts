import { createUsers, erasePersonalData, openLogs, removeUser } from '#libs/directory';
import { inclusionProof, verifierKey } from '#libs/transparency-log';
import { parsePolicy, verifyBundle } from '@rollbook/verify';
import { toEventProofDto } from '../../../apps/api/src/logs/log-readers.js';
import { byOperator } from '../../support/directory/directory.js';
import { auditLogs, keepLogs } from '../../support/directory/log-auditor.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { storedItems } from '../../support/directory/stored-items.js';
import { startAccount } from '../../support/streams/busy-directory.js';

const PEOPLE = Number(process.env['ROLLBOOK_LOG_ERASED'] ?? 30);

let system: LoggedDirectory;
beforeEach(async () => {
  system = await openLoggedDirectory();
});
afterEach(() => system.close());

test(`when ${PEOPLE} people are erased, each older proof is the same bytes, and verifies`, async () => {
  const { accountId, tenant } = await startAccount(system.directory);
  const people = Array.from({ length: PEOPLE }, (_, at) => ({
    name: `Person ${at}`,
    email: `person${at}@x.example`,
    role: 'member' as const,
  }));
  const created = await createUsers(tenant, people, byOperator);
  const userIds =
    'rows' in created ? created.rows.flatMap((row) => (row.done ? [row.state.userId] : [])) : [];
  expect(userIds).toHaveLength(PEOPLE);
  await system.round();
  const { key } = system.signing;
  const proofs = async () => {
    const { accounts } = openLogs(system.directory, key);
    const found = [];
    for (const userId of userIds) {
      const proof = await accounts.proof(accountId, `${userId}.1`);
      if (typeof proof === 'string') throw new Error(`The creation of ${userId} is ${proof}`);
      found.push(proof);
    }
    return found;
  };
  const before = await proofs();
  const bundles = before.map((proof) => JSON.stringify(toEventProofDto(proof, accountId)));
  const kept = await keepLogs(system, [accountId]);

  for (const userId of userIds) {
    await removeUser(tenant, userId, byOperator);
    await erasePersonalData(tenant, userId, byOperator);
  }
  await system.feed();
  const keys = (await storedItems(system)).filter(
    ({ userKey, aggregateId }) => userKey && userIds.some((userId) => userId === aggregateId?.S),
  );
  expect(keys).toEqual([]);
  expect((await proofs()).map((proof) => JSON.stringify(toEventProofDto(proof, accountId)))).toEqual(bundles);

  await system.round();
  const log = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
  const policy = await parsePolicy(`log ${verifierKey(log)}\nquorum none\n`);
  const { accounts } = openLogs(system.directory, key);
  const hashAt = async (level: number, index: number) => (await accounts.hashAt(accountId, level, index))!;
  for (const [at, proof] of (await proofs()).entries()) {
    const { index, entry, path, tree } = before[at]!;
    expect(proof.tree.size).toBe(tree.size + 2 * PEOPLE);
    expect([proof.index, proof.entry]).toEqual([index, entry]);
    expect(await inclusionProof(index, tree.size, hashAt)).toEqual(path);
    await verifyBundle(JSON.parse(bundles[at]!), policy);
  }
  expect(await auditLogs(system, [kept])).toBeUndefined();
}, 600_000);

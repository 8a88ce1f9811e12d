// A service group with 100,000 members, and a user with 5,000 memberships: the first and the last page, and the removal
// while members are added; and that nothing is left.
//
// The members are written as items, into the engine's file, not by commands: their heads and memberships, which is what lists and
// the removal read. What is measured runs through the directory's own functions; units are as the engine reports them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { CREDENTIALS, library, REGION } from '../engines.mjs';
import { fill } from '../fill.mjs';
import { addRound } from '../frame/measures.mjs';

const TableName = 'bench';
const by = { actor: 'operator:bench', correlationId: 'bench' };
const STEPS = 11;

export const title = 'Large tenant';
export const about = `A service group with very many members, and a user with many memberships, on the embedded engine: how long reading
their pages and removing them takes while members are added, what they cost, and that nothing remains.`;

export const settings = ({ quick }) =>
  quick ? { members: 1_000, memberships: 200 } : { members: 100_000, memberships: 5_000 };

export async function run(measures, progress, { members, memberships }) {
  progress.expect(STEPS);
  const { startEngine } = await library('embedded-engine');
  const { fileMasterKey } = await library('secrets');
  const directoryLib = await library('directory');
  const {
    addMember,
    createAccount,
    createServiceGroup,
    createUser,
    ensureTable,
    grantTenant,
    openDirectory,
  } = directoryLib;
  const { listMembers, listServiceGroupsOfUser, removeServiceGroup, removeUser, runJobChunk } = directoryLib;
  let table;
  const newTable = (tableTitle) => measures.table({ title: tableTitle, rowTitle: 'step' });

  const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
  const engine = await startEngine();
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: REGION, credentials: CREDENTIALS });
  const place = { engine, tableName: TableName };
  const used = { calls: 0, read: 0, write: 0 };
  const jobs = [];
  const directory = openDirectory({
    client,
    tableName: TableName,
    cursorSecret: 'the cursor secret of a bench, 32 characters or more',
    masterKey: fileMasterKey(join(folder, 'master-key')),
    newId: idsThatAreSeen(),
    onCall({ capacity }) {
      used.calls += 1;
      used.read += capacity?.read ?? 0;
      used.write += capacity?.write ?? 0;
    },
  });

  /** Ids that sort in the order of their creation; job ids are kept, because nothing else lists them here. */
  function idsThatAreSeen() {
    const prefixes = { account: 'acct', user: 'user', serviceGroup: 'sgrp', command: 'cmd', job: 'job' };
    let made = 0;
    return (kind) => {
      const id = `${prefixes[kind]}_${String((made += 1)).padStart(9, '0')}`;
      if (kind === 'job') jobs.push(id);
      return id;
    };
  }

  async function measure(row, act) {
    Object.assign(used, { calls: 0, read: 0, write: 0 });
    const startedAt = performance.now();
    const note = await act();
    const seconds = (performance.now() - startedAt) / 1000;
    addRound(table, row, { seconds, calls: used.calls, 'read units': used.read, 'write units': used.write });
    if (note) measures.remark(`${row}: ${note}`);
    progress.step(row);
  }

  async function countOf(IndexName, partition) {
    let [count, from] = [0, undefined];
    const key = IndexName ? 'GSI1PK' : 'PK';
    const [name, prefix] = Array.isArray(partition) ? partition : [partition];
    do {
      const page = await client.send(
        new QueryCommand({
          TableName,
          ...(IndexName && { IndexName }),
          Select: 'COUNT',
          KeyConditionExpression: prefix ? `${key} = :p AND begins_with(SK, :s)` : `${key} = :p`,
          ExpressionAttributeValues: marshall({ ':p': name, ...(prefix && { ':s': prefix }) }),
          ExclusiveStartKey: from,
        }),
      );
      count += page.Count ?? 0;
      from = page.LastEvaluatedKey;
    } while (from);
    return count;
  }

  async function runToEnd(jobId) {
    let chunks = 0;
    for (;;) {
      const result = await runJobChunk(directory, jobId);
      if (result === 'done') return chunks + 1;
      if (result === 'waiting') await new Promise((resolve) => setTimeout(resolve, 200));
      else chunks += 1;
    }
  }

  try {
    await ensureTable(client, TableName);
    const { accountId } = (await createAccount(directory, { name: 'Large' }, by)).state;
    const tenant = grantTenant(directory, accountId);
    const at = new Date(Date.now() - 60_000).toISOString();
    const every = { accountId, createdAt: at, updatedAt: at };
    const userId = (n) => `user_m${String(n).padStart(8, '0')}`;
    const group = (await createServiceGroup(tenant, { name: 'everyone' }, by)).state;
    const { serviceGroupId } = group;
    const membership = (user, toGroup, name) => ({
      PK: `user:${user}`,
      SK: `servicegroup:${toGroup}`,
      GSI1PK: `servicegroup:${toGroup}`,
      GSI1SK: `user:${user}`,
      entity: 'membership',
      ...every,
      userId: user,
      userName: 'Member',
      userEmail: `${user}@x.example`,
      userRole: 'member',
      userStatus: 'active',
      userVersion: 2,
      serviceGroupId: toGroup,
      serviceGroupName: name,
      serviceGroupVersion: 1,
      since: at,
      addedBy: 'operator:bench',
    });
    const head = (user, membershipCount) => ({
      PK: `account:${accountId}`,
      SK: `user:${user}`,
      entity: 'user',
      ...every,
      userId: user,
      name: 'Member',
      email: `${user}@x.example`,
      role: 'member',
      status: 'active',
      membershipCount,
      version: 2,
      lastEvents: [],
    });
    const claim = (user) => ({
      PK: `account:${accountId}`,
      SK: `email:${user}@x.example`,
      GSI1PK: `email:${user}@x.example`,
      GSI1SK: `account:${accountId}`,
      entity: 'email-claim',
      ...every,
      email: `${user}@x.example`,
      userId: user,
    });
    table = newTable(`A service group with ${members.toLocaleString('en')} members`);
    await measure('written as items (not by commands; units not counted)', async () => {
      fill(place, members, (n) => [head(userId(n), 1), membership(userId(n), serviceGroupId, 'everyone')]);
    });
    const page = { limit: 100 };
    let cursor;
    await measure('first page of 100', async () => {
      const first = await listMembers(tenant, serviceGroupId, page);
      assert.equal(first.items.length, Math.min(100, members));
      ({ cursor } = first);
    });
    let beforeLast;
    await measure('all pages, one after the other', async () => {
      let pages = 1;
      while (cursor) {
        beforeLast = cursor;
        ({ cursor } = await listMembers(tenant, serviceGroupId, { ...page, cursor }));
        pages += 1;
      }
      return `${pages.toLocaleString('en')} pages`;
    });
    await measure('last page', async () => {
      const last = await listMembers(tenant, serviceGroupId, { ...page, cursor: beforeLast });
      assert.equal(last.cursor, undefined);
    });

    const newcomers = [];
    for (let n = 0; n < 40; n += 1) {
      const input = { name: 'Newcomer', email: `new${n}@x.example`, role: 'member' };
      newcomers.push((await createUser(tenant, input, by)).state.userId);
    }
    let [added, refused] = [0, 0];
    const joining = (async () => {
      for (const newcomer of newcomers) {
        try {
          await addMember(tenant, serviceGroupId, newcomer, by);
          added += 1;
        } catch (error) {
          assert.equal(error.code, 'service_group_not_found');
          refused += 1;
        }
      }
    })();
    while (added < 10) await new Promise((resolve) => setTimeout(resolve, 1));
    await measure('removed for every reader, while members are added', async () => {
      await removeServiceGroup(tenant, serviceGroupId, by);
      await assert.rejects(listMembers(tenant, serviceGroupId, page), {
        code: 'service_group_not_found',
      });
    });
    await joining;
    await measure(
      'its job, to the end',
      async () => `${(await runToEnd(jobs.at(-1))).toLocaleString('en')} chunks`,
    );
    const left = await countOf('GSI1', `servicegroup:${serviceGroupId}`);
    const past = await countOf('GSI1', `past-servicegroup:${serviceGroupId}`);
    measures.remark(
      `Service group: ${added} members added meanwhile, ${refused} refused; ${left} memberships left, ${past.toLocaleString('en')} ended.`,
    );
    assert.deepEqual({ left, past }, { left: 0, past: members + added });

    table = newTable(`A user with ${memberships.toLocaleString('en')} memberships`);
    const busy = userId(99_999_999);
    const groupId = (n) => `sgrp_g${String(n).padStart(8, '0')}`;
    await measure('written as items', async () => {
      fill(place, 1, () => [head(busy, memberships), claim(busy)]);
      fill(place, memberships, (n) => [membership(busy, groupId(n), `group ${n}`)]);
    });
    await measure('first page of 100', async () => {
      ({ cursor } = await listServiceGroupsOfUser(tenant, busy, page));
    });
    await measure('all pages, one after the other', async () => {
      while (cursor) ({ cursor } = await listServiceGroupsOfUser(tenant, busy, { ...page, cursor }));
    });
    await measure('removed for every reader', async () => {
      await removeUser(tenant, busy, by);
      await assert.rejects(listServiceGroupsOfUser(tenant, busy, page), {
        code: 'user_not_found',
      });
    });
    await measure('its job, to the end', async () => `${await runToEnd(jobs.at(-1))} chunks`);
    const present = await countOf(undefined, [`user:${busy}`, 'servicegroup:']);
    const ended = await countOf(undefined, [`user:${busy}`, 'past-servicegroup:']);
    measures.remark(`User: ${present} memberships left, ${ended.toLocaleString('en')} ended.`);
    assert.deepEqual({ present, ended }, { present: 0, ended: memberships });
  } finally {
    client.destroy();
    await engine.stop();
    rmSync(folder, { recursive: true });
  }
}

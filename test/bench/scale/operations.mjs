// What is asked of a tenant at each size: the reads and writes of a dashboard.
import assert from 'node:assert/strict';
import { by } from '../world.mjs';
import { emailOf } from './tenants.mjs';

const PAGE = 25;
let made = 0;

/** Each by its name; they run in this order, and a write uses what the one before it has made. */
export const OPERATIONS = {
  'a user by id': async ({ lib, directory }, { tenant, userId, size }) => {
    await lib.getUser(directory, tenant, userId(anyOf(size)));
  },
  'a user by email': async ({ lib, directory }, { tenant, size }) => {
    assert.ok(await lib.findUserByEmail(directory, tenant, emailOf(anyOf(size))));
  },
  'service groups of a user': async ({ lib, directory }, { tenant, userId, size }) => {
    const { items } = await lib.listServiceGroupsOfUser(directory, tenant, userId(anyOf(size)), {
      limit: PAGE,
    });
    assert.equal(items.length, 1);
  },
  'users, a page': async ({ lib, directory }, { tenant, size }) => {
    const { items } = await lib.listUsers(directory, tenant, { limit: PAGE });
    assert.ok(items.length >= Math.min(PAGE, size));
  },
  'members of a group, a page': async ({ lib, directory }, { tenant, serviceGroupId, size }) => {
    const { items } = await lib.listMembers(directory, tenant, serviceGroupId, { limit: PAGE });
    assert.ok(items.length >= Math.min(PAGE, size));
  },
  'audit log, a page': async ({ lib, directory }, { tenant, size }) => {
    const { items } = await lib.listAuditLog(directory, tenant, { limit: PAGE, order: 'ascending' });
    assert.ok(items.length >= Math.min(PAGE, size));
  },
  'create a user': async ({ lib, directory }, place) => {
    made += 1;
    const input = { name: `New ${made}`, email: `new${made}@bench.example`, role: 'member' };
    const { userId } = (await lib.createUser(directory, place.tenant, input, by)).state;
    (place.newcomers ??= []).push(userId);
  },
  'add a member': async ({ lib, directory }, { tenant, serviceGroupId, newcomers }) => {
    await lib.addMember(directory, tenant, serviceGroupId, newcomers.shift(), by);
  },
};

const anyOf = (size) => Math.floor(Math.random() * size);

// What is asked of a tenant at each size: the reads and writes of a dashboard.
import assert from 'node:assert/strict';
import { by } from '../world.mjs';
import { emailOf } from './tenants.mjs';

const PAGE = 25;
let made = 0;

/** Each by its name; they run in this order, and a write uses what the one before it has made. */
export const OPERATIONS = {
  'a user by id': async ({ lib }, { tenant, userId, size }) => {
    await lib.getUser(tenant, userId(anyOf(size)));
  },
  'a user by email': async ({ lib }, { tenant, size }) => {
    assert.ok(await lib.findUserByEmail(tenant, emailOf(anyOf(size))));
  },
  'service groups of a user': async ({ lib }, { tenant, userId, size }) => {
    const { items } = await lib.listServiceGroupsOfUser(tenant, userId(anyOf(size)), {
      limit: PAGE,
    });
    assert.equal(items.length, 1);
  },
  'users, a page': async ({ lib }, { tenant, size }) => {
    const { items } = await lib.listUsers(tenant, { limit: PAGE });
    assert.ok(items.length >= Math.min(PAGE, size));
  },
  'members of a group, a page': async ({ lib }, { tenant, serviceGroupId, size }) => {
    const { items } = await lib.listMembers(tenant, serviceGroupId, { limit: PAGE });
    assert.ok(items.length >= Math.min(PAGE, size));
  },
  'audit log, a page': async ({ lib }, { tenant, size }) => {
    const { items } = await lib.listAuditLog(tenant, { limit: PAGE, order: 'ascending' });
    assert.ok(items.length >= Math.min(PAGE, size));
  },
  'create a user': async ({ lib }, place) => {
    made += 1;
    const input = { name: `New ${made}`, email: `new${made}@bench.example`, role: 'member' };
    const { userId } = (await lib.createUser(place.tenant, input, by)).state;
    (place.newcomers ??= []).push(userId);
  },
  'add a member': async ({ lib }, { tenant, serviceGroupId, newcomers }) => {
    await lib.addMember(tenant, serviceGroupId, newcomers.shift(), by);
  },
};

const anyOf = (size) => Math.floor(Math.random() * size);

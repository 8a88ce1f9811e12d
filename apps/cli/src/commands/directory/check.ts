import type { Command } from 'commander';
import { RollbookError, type Schemas } from '#libs/client';
import { addApiCommand, type Api } from '../../api/api.js';

const ACCOUNT = '/v1/accounts/{accountId}';
const USERS = `${ACCOUNT}/users` as const;
const GROUPS = `${ACCOUNT}/service-groups` as const;
const EXTERNAL = 'external:';

interface Answer {
  decision: boolean;
  why: string;
  userId: string | null;
  serviceGroupId: string | null;
}

export function addCheckCommand(rollbook: Command): void {
  addApiCommand(
    rollbook,
    'check <user> <serviceGroup> [permission]',
    async (api, user, serviceGroup, permission) => {
      const answer = await check(api, user, serviceGroup, permission);
      console.log(api.json ? JSON.stringify(answer) : `${answer.decision ? 'yes' : 'no'}: ${answer.why}`);
      if (!answer.decision) process.exitCode = 1;
    },
  )
    .description('Shows whether a user may enter a service group now, or has a permission there, and why.')
    .addHelpText(
      'after',
      `
The user is an email, the service group a name; either can be an id or external:<externalId>. The exit code is 1 if the answer is no.`,
    );
}

async function check(api: Api, userName: string, groupName: string, permission = 'enter'): Promise<Answer> {
  const account = await api.pathOfOnly();
  const [user, group] = [await findUser(api, account, userName), await findGroup(api, account, groupName)];
  const ids = { userId: user?.id ?? null, serviceGroupId: group?.id ?? null };
  const no = (why: string): Answer => ({ decision: false, why, ...ids });
  if (!user) return no(`There is no user ${userName}.`);
  if (!group) return no(`There is no service group ${groupName}.`);
  const path = { ...account, serviceGroupId: group.id, userId: user.id };
  const decide = (action: string) =>
    api.client.post('/access/v1/evaluation', {
      body: {
        subject: { type: 'user', id: user.id },
        action: { name: action },
        resource: { type: 'service_group', id: group.id },
        context: { account_id: path.accountId },
      },
    });
  const { decision } = await decide(permission);
  const membership = await existing(api.client.get(`${GROUPS}/{serviceGroupId}/members/{userId}`, { path }));
  const who = `${user.name} (${user.email})`;
  const role = membership?.accessRole && ` with the access role ${membership.accessRole.key}`;
  if (decision) {
    const { since, expiresAt } = membership ?? {};
    const end = expiresAt ? ` until ${expiresAt}` : '';
    const how = since === undefined ? '' : `, a member${role ?? ''} since ${since}${end}`;
    const may = permission === 'enter' ? `may enter ${group.name}` : `has ${permission} in ${group.name}`;
    return { decision, why: `${who} ${may}${how}.`, ...ids };
  }
  if (permission !== 'enter' && (await decide('enter')).decision)
    return no(`${who} may enter ${group.name}${role ?? ''}, but does not have ${permission} there.`);
  if (!membership) return no(`${who} is not a member of ${group.name}.`);
  if (user.status !== 'active') return no(`${who} is a member of ${group.name}, but is ${user.status}.`);
  const { status } = await api.client.get(ACCOUNT, { path });
  return no(`${who} is a member of ${group.name}, but the account is ${status}.`);
}

type Of = { accountId: string };

async function findUser(api: Api, path: Of, name: string): Promise<Schemas['User'] | undefined> {
  if (name.startsWith('user_'))
    return existing(api.client.get(`${USERS}/{userId}`, { path: { ...path, userId: name } }));
  const query = name.startsWith(EXTERNAL) ? { externalId: name.slice(EXTERNAL.length) } : { email: name };
  return (await api.client.get(USERS, { path, query })).data[0];
}

async function findGroup(api: Api, path: Of, name: string): Promise<Schemas['ServiceGroup'] | undefined> {
  if (name.startsWith('sgrp_'))
    return existing(
      api.client.get(`${GROUPS}/{serviceGroupId}`, { path: { ...path, serviceGroupId: name } }),
    );
  if (name.startsWith(EXTERNAL)) {
    const query = { externalId: name.slice(EXTERNAL.length) };
    return (await api.client.get(GROUPS, { path, query })).data[0];
  }
  // By name: the shortest of those that begin with it is the first.
  const { data } = await api.client.get(GROUPS, { path, query: { namePrefix: name, limit: 1 } });
  return data.find((group) => isSame(group.name, name));
}

const isSame = (one: string, other: string) =>
  one.normalize('NFKC').localeCompare(other.normalize('NFKC'), 'en', { sensitivity: 'accent' }) === 0;

async function existing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof RollbookError && error.status === 404) return undefined;
    throw error;
  }
}

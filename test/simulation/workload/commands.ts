import {
  addMember,
  changeMembers,
  changeMembership,
  commandAccount,
  commandUser,
  createServiceGroup,
  createUser,
  erasePersonalData,
  inviteUser,
  removeMember,
  removeServiceGroup,
  removeUser,
  replaceServiceGroupsOfUser,
  updateServiceGroup,
  type CommandContext,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { hashOf, invitationToken } from '#libs/secrets';
import { MAIL_SECRET } from '../processes/mailer.js';
import { Random } from '../scheduler/random.js';
import {
  command,
  drawPair,
  EMAILS,
  GROUP_NAMES,
  NAMES,
  type Command,
  type Done,
  type Draw,
  type KnownAccount,
} from './draw.js';
import { JOB_DRAWS } from './jobs.js';
import { WEBHOOK_DRAWS } from './webhooks.js';

const tokenHashOf = (accountId: string, eventId: string) =>
  hashOf(invitationToken(MAIL_SECRET, accountId, eventId));
const ROLES = ['owner', 'admin', 'member', 'member'] as const;

/** For a user and a service group that are known. */
function ofBoth(
  name: string,
  act: (
    tenant: Tenant,
    groupId: ServiceGroupId,
    userId: UserId,
    context: CommandContext,
    expiresAt: string | undefined,
  ) => Promise<Done>,
): Draw {
  return (random, at, nowMs) => {
    const [userId, groupId] = drawPair(random, at);
    const expiresAt = random.chance(0.5)
      ? new Date(nowMs + random.within([3_000, 90_000])).toISOString()
      : undefined;
    if (!userId || !groupId) return undefined;
    return command(name, at, (tenant, context) => act(tenant, groupId, userId, context, expiresAt));
  };
}

function ofUser(
  name: string,
  act: (tenant: Tenant, userId: UserId, context: CommandContext, random: Random) => Promise<Done>,
): Draw {
  return (random, at) => {
    const userId = random.pick(at.users);
    // Drawn once, so that the command is the same when it is sent again.
    const seed = random.bits();
    if (!userId) return undefined;
    return command(name, at, (tenant, context) => act(tenant, userId, context, new Random(seed)));
  };
}

const DRAWS: Record<string, [weight: number, draw: Draw]> = {
  'create user': [
    5,
    (random, at) => {
      const [name, number, role] = [random.pick(NAMES), random.below(EMAILS), random.pick(ROLES)];
      const input = { name, email: `${name}${number}@x.example`, role };
      const isInvited = random.chance(0.2);
      return command(isInvited ? 'invite user' : 'create user', at, async (tenant, context) => {
        const { state, events } = isInvited
          ? await inviteUser(tenant, input, { tokenHashOf }, context)
          : await createUser(tenant, input, context);
        return { events, ...(state && { userId: state.userId }) };
      });
    },
  ],
  'create group': [
    3,
    (random, at) => {
      const name = `group ${random.below(GROUP_NAMES)}`;
      const input = { name, ...(random.chance(0.7) && { membershipRules: { membersMayAsk: true } }) };
      return command('create group', at, async (tenant, context) => {
        const { state, events } = await createServiceGroup(tenant, input, context);
        return { events, ...(state && { serviceGroupId: state.serviceGroupId }) };
      });
    },
  ],
  'rename group': [
    2,
    (random, at) => {
      const [groupId, name] = [random.pick(at.groups), `group ${random.below(GROUP_NAMES)}`];
      if (!groupId) return undefined;
      return command('rename group', at, (tenant, context) =>
        updateServiceGroup(tenant, groupId, { name }, context),
      );
    },
  ],
  'change user': [
    4,
    ofUser('change user', (tenant, userId, context, random) => {
      const [name, role, number] = [random.pick(NAMES), random.pick(ROLES), random.below(EMAILS)];
      const change = random.pick([
        { name },
        { role },
        { email: `${name}${number}@x.example` },
        { name, role },
      ]);
      return commandUser(tenant, userId, { type: 'change_user', ...change }, context);
    }),
  ],
  'suspend user': [
    2,
    ofUser('suspend user', (tenant, userId, context) =>
      commandUser(tenant, userId, { type: 'suspend_user' }, context),
    ),
  ],
  'reactivate user': [
    2,
    ofUser('reactivate user', (tenant, userId, context) =>
      commandUser(tenant, userId, { type: 'reactivate_user' }, context),
    ),
  ],
  'remove user': [2, ofUser('remove user', removeUser)],
  'erase user': [1, ofUser('erase user', erasePersonalData)],
  'add member': [
    10,
    ofBoth('add member', (tenant, groupId, userId, context, expiresAt) =>
      addMember(tenant, groupId, userId, context, expiresAt ? { expiresAt } : {}),
    ),
  ],
  'change membership': [
    4,
    ofBoth('change membership', (tenant, groupId, userId, context, expiresAt) =>
      changeMembership(tenant, groupId, userId, { expiresAt: expiresAt ?? null }, context),
    ),
  ],
  'remove member': [
    4,
    ofBoth('remove member', (tenant, groupId, userId, context) =>
      removeMember(tenant, groupId, userId, context),
    ),
  ],
  'replace groups': [
    2,
    (random, at) => {
      const userId = random.pick(at.users);
      const groups = at.groups.filter(() => random.chance(0.4)).slice(0, 5);
      if (!userId) return undefined;
      return command('replace groups', at, (tenant, context) =>
        replaceServiceGroupsOfUser(tenant, userId, groups, context),
      );
    },
  ],
  'change members': [
    2,
    (random, at) => {
      const groupId = random.pick(at.groups);
      const rows = at.users
        .filter(() => random.chance(0.4))
        .slice(0, 8)
        .map((userId) => ({ operation: random.pick(['add', 'remove'] as const), userId }));
      if (!groupId || rows.length === 0) return undefined;
      return command('change members', at, async (tenant, context) => {
        await changeMembers(tenant, groupId, rows, context);
        return { events: [] };
      });
    },
  ],
  'remove group': [
    1,
    (random, at) => {
      const groupId = random.pick(at.groups);
      return (
        groupId &&
        command('remove group', at, (tenant, context) => removeServiceGroup(tenant, groupId, context))
      );
    },
  ],
  'change limits': [
    1,
    (random, at) => {
      const limits = random.pick([{ users: 6 }, { users: null }, { members: 8 }, { members: null }]);
      return command('change limits', at, (tenant, context) =>
        commandAccount(tenant, { type: 'change_account', limits } as never, context),
      );
    },
  ],
  'suspend account': [
    0.5,
    (_, at) =>
      command('suspend account', at, (tenant, context) =>
        commandAccount(tenant, { type: 'suspend_account' }, context),
      ),
  ],
  'reactivate account': [
    2,
    (_, at) =>
      command('reactivate account', at, (tenant, context) =>
        commandAccount(tenant, { type: 'reactivate_account' }, context),
      ),
  ],
  ...JOB_DRAWS,
  ...WEBHOOK_DRAWS,
};

const TOTAL = Object.values(DRAWS).reduce((sum, [weight]) => sum + weight, 0);

/** Undefined if nothing that it is about is known yet. */
export function drawCommand(random: Random, at: KnownAccount, nowMs: number): Command | undefined {
  let left = random.fraction() * TOTAL;
  for (const [weight, draw] of Object.values(DRAWS)) {
    left -= weight;
    if (left < 0) return draw(random, at, nowMs);
  }
  return undefined;
}

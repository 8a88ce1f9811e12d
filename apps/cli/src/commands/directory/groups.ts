import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Schemas } from '#libs/client';
import { addApiCommand, addListCommand, addRoute, printOne, printRows } from '../../api/api.js';
import { termsOf, withTerms, type TermsOptions } from './membership-terms.js';
import { lengthOfTime } from '../../terminal/length-of-time.js';

type Member = Schemas['Membership'];
type RulesChange = Schemas['ChangedMembershipRules'];
type OfferedRole = Schemas['OfferedAccessRole'];

const GROUPS = '/v1/accounts/{accountId}/service-groups';
const GROUP = `${GROUPS}/{serviceGroupId}` as const;
const ENDING = '/v1/accounts/{accountId}/memberships/ending';
const MEMBERS = `${GROUP}/members` as const;
const MANAGERS = `${GROUP}/managers` as const;
const MANAGER = `${MANAGERS}/{userId}` as const;
const MEMBER = `${MEMBERS}/{userId}` as const;

export function addGroupCommands(rollbook: Command): void {
  addGroups(rollbook.command('groups').description('The service groups of an account.'));
  addMembers(rollbook.command('members').description('Who may enter a service group.'));
  addManagers(rollbook.command('managers').description('Who manages the members of a service group.'));
}

function addGroups(groups: Command): void {
  addListCommand(groups, 'list', ['id', 'name', 'memberCount', 'createdAt'], (api, query) =>
    api.client.each(GROUPS, { path: api.path(), query }),
  );
  addRoute(groups, 'create <name>', 'post', GROUPS);
  addRoute(groups, 'get <serviceGroupId>', 'get', GROUP);
  addRoute(groups, 'rename <serviceGroupId> <name>', 'patch', GROUP);
  addRules(groups);
  addRoute(groups, 'remove <serviceGroupId>', 'delete', GROUP, { did: 'removed' });
}

/** False if there is to be no such rule. */
interface RuleOptions {
  maxLength?: number | false;
  defaultLength?: number | false;
  reasonRequired?: boolean;
  membersMayAsk?: boolean;
  approvers?: RulesChange['approvers'];
  accessRoles?: OfferedRole[] | false;
  defaultAccessRole?: string | false;
}

function rulesChangeOf(options: RuleOptions): RulesChange {
  const { maxLength, defaultLength, reasonRequired, membersMayAsk, approvers } = options;
  const { accessRoles, defaultAccessRole } = options;
  return {
    ...(reasonRequired !== undefined && { reasonRequired }),
    ...(membersMayAsk !== undefined && { membersMayAsk }),
    ...(approvers !== undefined && { approvers }),
    ...(maxLength !== undefined && { maxLengthSeconds: maxLength || null }),
    ...(defaultLength !== undefined && { defaultLengthSeconds: defaultLength || null }),
    ...(accessRoles !== undefined && { accessRoles: accessRoles || null }),
    ...(defaultAccessRole !== undefined && { defaultAccessRole: defaultAccessRole || null }),
  };
}

/** `deployer`, `deployer:8h`, `deployer:ask`, `deployer:8h:ask` */
function offeredRole(text: string, before: OfferedRole[] = []): OfferedRole[] {
  const [key = '', ...terms] = text.split(':');
  const lengths = terms.filter((term) => term !== 'ask');
  if (lengths.length > 1)
    throw new InvalidArgumentError('It is not KEY, KEY:LENGTH, KEY:ask or KEY:LENGTH:ask.');
  const maxLengthSeconds = lengths.map((length) => lengthOfTime(length))[0];
  const role = {
    key,
    ...(maxLengthSeconds !== undefined && { maxLengthSeconds }),
    ...(terms.includes('ask') && { membersMayAsk: true }),
  };
  return [...before, role];
}

/** The rules that are not named stay. */
function addRules(groups: Command): void {
  addApiCommand(groups, 'rules <serviceGroupId>', async (api, serviceGroupId) => {
    const path = { ...api.path(), serviceGroupId };
    const membershipRules = rulesChangeOf(api.options<RuleOptions>());
    const group =
      Object.keys(membershipRules).length === 0
        ? await api.client.get(GROUP, { path })
        : await api.client.patch(GROUP, { path, body: { membershipRules } });
    printOne(api, { id: group.id, name: group.name, membershipRules: group.membershipRules });
  })
    .description('Shows the membership rules of a service group, or changes those that are given.')
    .option('--max-length <length>', 'the longest length: 8h, 30d', lengthOfTime)
    .option('--no-max-length', 'memberships may be permanent')
    .option('--default-length <length>', 'the default length of a membership', lengthOfTime)
    .option('--no-default-length', 'no default: the longest length, or permanent')
    .option('--reason-required', 'a reason must be given')
    .option('--no-reason-required', 'a reason need not be given')
    .option('--members-may-ask', 'members may ask for access')
    .option('--no-members-may-ask', 'members may not ask for access')
    .option(
      '--access-roles <roles...>',
      'the access roles that managers and requests may give: KEY, KEY:8h (its longest length), KEY:ask (members may ask for it)',
      offeredRole,
    )
    .option('--no-access-roles', 'managers and requests give no access role')
    .option('--default-access-role <key>', 'the access role that SCIM, imports and invitations give')
    .option('--no-default-access-role', 'they give none')
    .addOption(
      new Option('--approvers <who>', 'who decides on requests and adds members').choices([
        'managers',
        'admins',
      ]),
    );
}

/** With the user's name and email as columns of the table. */
async function* people(members: AsyncIterable<Member>) {
  for await (const member of members) {
    const { expiresAt = '', accessRole } = member;
    yield { ...person(member), expiresAt, accessRole: accessRole?.key ?? '' };
  }
}

function person(one: Member | Schemas['Manager']) {
  return { ...one, email: one.user.email, name: one.user.name };
}

function addMembers(members: Command): void {
  addListCommand(
    members,
    'list <serviceGroupId>',
    ['userId', 'email', 'name', 'since', 'expiresAt', 'accessRole'],
    (api, query, serviceGroupId = '') => {
      const all = api.client.each(MEMBERS, { path: { ...api.path(), serviceGroupId }, query });
      return api.json ? (all as ReturnType<typeof people>) : people(all);
    },
  );
  addEnding(members);
  withTerms(
    addApiCommand(members, 'add <serviceGroupId> <userId>', async (api, serviceGroupId, userId) => {
      const path = { ...api.path(), serviceGroupId, userId };
      printOne(api, await api.client.put(MEMBER, { path, body: termsOf(api.options<TermsOptions>()) }));
    }),
  );
  withTerms(
    addApiCommand(members, 'change <serviceGroupId> <userId>', async (api, serviceGroupId, userId) => {
      const path = { ...api.path(), serviceGroupId, userId };
      printOne(api, await api.client.patch(MEMBER, { path, body: termsOf(api.options<TermsOptions>()) }));
    }),
  )
    .option('--permanent', 'without an end')
    .option('--no-access-role', 'without an access role');
  addRoute(members, 'remove <serviceGroupId> <userId>', 'delete', MEMBER, { did: 'removed', remains: true });
}

/** Soonest first; by default of the next seven days. */
function addEnding(members: Command): void {
  addListCommand(
    members,
    'ending',
    ['expiresAt', 'userId', 'email', 'name', 'group', 'reason'],
    (api, page) => {
      const { from, to } = api.options<{ from?: string; to?: string }>();
      const query = { ...page, from, to };
      const all = api.client.each(ENDING, { path: api.path(), query });
      return api.json ? (all as ReturnType<typeof inGroups>) : inGroups(all);
    },
  )
    .description(
      'Lists the memberships of an account that end by themselves, soonest first; by default of the next 7 days.',
    )
    .option('--from <time>', 'those that end from this time on, ISO 8601')
    .option('--to <time>', 'those that end before this time, ISO 8601');
}

/** With the names of both sides as columns of the table. */
async function* inGroups(members: AsyncIterable<Member>) {
  for await (const member of members) {
    const { serviceGroup, expiresAt = '', reason = '' } = member;
    yield { ...person(member), group: serviceGroup.name, expiresAt, reason };
  }
}

function addManagers(managers: Command): void {
  addApiCommand(managers, 'list <serviceGroupId>', async (api, serviceGroupId) => {
    const { data } = await api.client.get(MANAGERS, { path: { ...api.path(), serviceGroupId } });
    const rows = data.map((manager) => (api.json ? manager : person(manager)));
    await printRows(api, ['userId', 'email', 'name', 'since'], rows as ReturnType<typeof person>[]);
  });
  addRoute(managers, 'add <serviceGroupId> <userId>', 'put', MANAGER);
  addRoute(managers, 'remove <serviceGroupId> <userId>', 'delete', MANAGER, { did: 'removed' });
}

import { accountFields, exampleOf as resourceExample, serviceGroupFields, userFields } from '#libs/domain';
import { SCIM_SET_UP_EXAMPLES } from './scim-set-up-examples.js';
import { toScopeDto } from '../../api-keys/scopes.dto.js';
import { ACCESS_EXAMPLES } from './access-examples.js';
import { ACCESS_REQUEST_EXAMPLES, ACCESS_REQUEST_ID } from './access-request-examples.js';
import { ACCESS_ROLES_EXAMPLES } from './access-roles-examples.js';
import { IMPORT_EXAMPLES } from './import-examples.js';
import { INVITATION_EXAMPLES, ROLE_FACET } from './invitation-examples.js';
import { JOB_EXAMPLES, JOB_ID } from './job-examples.js';
import { MATRIX_EXAMPLES } from './matrix-examples.js';
import {
  managedServiceGroup,
  permissionsOfAdmins,
  SESSION_EXAMPLES,
  SESSION_ID,
} from './session-examples.js';
import { SCIM_EXAMPLES } from './scim-examples.js';
import { TEAM_EXAMPLES, TEAM_ID } from './team-examples.js';
import type { Schema } from '../schema/types.js';
import { EVENT_EXAMPLES } from './event-examples.js';
import { LOG_STREAM_ID, WEBHOOK_ENDPOINT_ID, WEBHOOK_EXAMPLES } from './webhook-examples.js';

const ACCOUNT_ID = accountFields.id.example;
const USER_ID = userFields.id.example;
const SERVICE_GROUP_ID = serviceGroupFields.id.example;
const API_KEY_ID = 'akey_01JZ3YT8Q9S1V3X5Z7B9D1F3G5';
const CREATED = '2026-03-01T09:00:00.000Z';
const UPDATED = '2026-03-02T10:30:00.000Z';

const account = resourceExample(accountFields);
const meteredUsage = {
  day: '2026-03-02',
  accountId: ACCOUNT_ID,
  reads: 5210,
  writes: 48,
  events: 51,
  deliveries: 40,
  storedBytes: 183_400,
};
const user = resourceExample(userFields);
const linkedIdentity = { issuer: 'https://login.acme.example', subject: '248289761001' };
const identity = {
  id: 'idty_5d1c0a8e3b7f42690d1e8c5ab3',
  userId: USER_ID,
  ...linkedIdentity,
  linkedAt: UPDATED,
};
const serviceGroup = resourceExample(serviceGroupFields);
const memberUser = {
  id: USER_ID,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'admin',
  status: 'active',
};
const membership = {
  id: `${SERVICE_GROUP_ID}.${USER_ID}`,
  userId: USER_ID,
  serviceGroupId: SERVICE_GROUP_ID,
  user: memberUser,
  serviceGroup: { id: SERVICE_GROUP_ID, name: 'prod' },
  since: UPDATED,
  addedBy: 'operator:local-operator',
};
const difference = { ...membership, change: 'added', at: membership.since, by: membership.addedBy };
const managed = {
  serviceGroupId: SERVICE_GROUP_ID,
  serviceGroup: { id: SERVICE_GROUP_ID, name: 'prod' },
  since: UPDATED,
  addedBy: 'operator:local-operator',
};
const candidate = {
  id: USER_ID,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  status: 'active',
  isMember: false,
};
const actor = {
  id: `user:${USER_ID}`,
  kind: 'user',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  status: 'active',
};
const event = {
  id: `${USER_ID}.2`,
  type: 'user.profile_changed',
  schemaVersion: 1,
  accountId: ACCOUNT_ID,
  aggregateId: USER_ID,
  version: 2,
  at: UPDATED,
  actor: `user:${USER_ID}`,
  actorDetails: actor,
  summary: 'Ada Lovelace renamed Ada to Ada Lovelace',
  correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  causationId: 'cmd_01JZ3YQ7Q6W8F0V3H4N5P6R7S9',
  revertible: true,
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  data: { userId: USER_ID, name: 'Ada Lovelace', email: 'ada@example.com', previousName: 'Ada' },
};

const apiKey = {
  id: API_KEY_ID,
  accountId: ACCOUNT_ID,
  name: 'Nightly import',
  scopes: ['users:read', 'users:write'],
  hint: '3kQz',
  expiresAt: '2027-03-01T00:00:00.000Z',
  lastUsedAt: UPDATED,
  understands: null,
  previousValidUntil: null,
  createdBy: `user:${USER_ID}`,
  version: 1,
  createdAt: CREATED,
  updatedAt: CREATED,
};
/** Its checksum is wrong on purpose: no scanner should take it for a real one, and no API accepts it. */
const secret = `rbk_${ACCOUNT_ID.slice(5)}${API_KEY_ID.slice(5)}${'x'.repeat(34)}3kQz`;

const rowProblem = {
  status: 409,
  code: 'email_taken',
  detail: 'Another user of the account has this email.',
};
const refusedRow = { index: 0, outcome: 'refused', userId: null, problem: rowProblem };

const searchHit = {
  id: USER_ID,
  accountId: ACCOUNT_ID,
  title: 'Ada Lovelace',
  subtitle: 'ada@example.com',
  status: 'active',
};

const listOf = (item: unknown) => ({ data: [item], nextCursor: null });

const statuses = { active: 1, invited: 0, suspended: 0 };
const accountFacets = { status: { active: 1, suspended: 0 } };
const facets = { role: ROLE_FACET, status: statuses };

const usage = {
  users: { count: 42, limit: 50 },
  serviceGroups: { count: 7, limit: 10 },
  members: { count: null, limit: null },
  asOf: UPDATED,
};

const HASH = 'z5MwkSTEude8thY+UY1KKvhU0kXaUEZBRe1ETgIWjX0=';
const LOG = 'rollbook.example.com/log';
const leaf = { accountId: ACCOUNT_ID, index: 0, size: 2, path: [HASH] };
const batchLine = { index: 1, path: [HASH] };
const logLine = { accountId: ACCOUNT_ID, size: 21, root: HASH };
const eventProof = {
  entry: Buffer.from(`\u0001{"accountId":"${ACCOUNT_ID}"}`).toString('base64'),
  account: leaf,
  batch: batchLine,
  proof: `c2sp.org/tlog-proof@v1\nindex 0\n\n${LOG}\n1\n${HASH}\n\n— ${LOG} …\n`,
};

const SCHEMA_EXAMPLES: Readonly<Record<string, unknown>> = {
  CreateAccountDto: { name: 'Acme', plan: 'team', limits: { users: 50 } },
  ChangeAccountDto: { name: 'Acme Ltd', limits: { users: 100 }, metadata: { region: 'eu', trial: null } },
  LimitsDto: { users: 50, serviceGroups: 10 },
  ChangedLimitsDto: { users: 100, members: null },
  SignInRuleDto: accountFields.signInRules.example[0],
  AccountCountsDto: accountFields.counts.example,
  AccountDto: account,
  AccountStatusFacetDto: accountFacets.status,
  AccountFacetsDto: accountFacets,
  AccountListDto: { ...listOf(account), facets: accountFacets },
  LimitUsageDto: { count: 42, limit: 50 },
  UsageDto: usage,
  ...SCIM_SET_UP_EXAMPLES,
  LogDto: {
    name: LOG,
    key: `${LOG}+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k`,
    accountLog: `${LOG}/${ACCOUNT_ID}`,
  },
  AccountLeafDto: leaf,
  BatchLineDto: batchLine,
  LogLineDto: logLine,
  LogBatchDto: { index: 0, filling: HASH, accounts: [logLine] },
  EventProofDto: eventProof,
  MeteredUsageDto: meteredUsage,
  MeteredUsageListDto: listOf(meteredUsage),
  CreateUserDto: {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    role: 'admin',
    metadata: { department: 'Engines' },
  },
  ...SESSION_EXAMPLES,
  LinkIdentityDto: linkedIdentity,
  IdentityDto: identity,
  IdentityListDto: listOf(identity),
  CreateUsersDto: { users: [{ name: 'Ada Lovelace', email: 'ada@example.com', role: 'admin' }] },
  ChangeMembersDto: { add: [USER_ID] },
  ReplaceServiceGroupsDto: { serviceGroupIds: [SERVICE_GROUP_ID] },
  ReplacedServiceGroupsDto: {
    userId: USER_ID,
    version: 3,
    added: [SERVICE_GROUP_ID],
    removed: [],
    unchanged: [],
  },
  RowProblemDto: rowProblem,
  RowResultDto: refusedRow,
  BatchResultDto: { done: 0, unchanged: 0, refused: 1, results: [refusedRow] },
  ChangeUserDto: { role: 'member', metadata: { department: null } },
  UserDto: user,
  InvitedUserDto: { ...user, status: 'invited', expiresAt: '2026-03-09T10:30:00.000Z' },
  TotalDto: { value: 1, exact: true },
  RoleFacetDto: ROLE_FACET,
  StatusFacetDto: statuses,
  UserFacetsDto: facets,
  UserListDto: { ...listOf(user), total: { value: 1, exact: true }, facets, position: 17 },
  CreateServiceGroupDto: { name: 'prod' },
  OfferedAccessRoleDto: { key: 'deployer', maxLengthSeconds: 28_800, membersMayAsk: true },
  MembershipRulesDto: serviceGroupFields.membershipRules.example,
  ChangedMembershipRulesDto: { defaultLengthSeconds: 28_800 },
  ChangeServiceGroupDto: { name: 'production', membershipRules: { defaultLengthSeconds: 28_800 } },
  ServiceGroupDto: serviceGroup,
  ServiceGroupListDto: listOf(serviceGroup),
  MemberUserDto: memberUser,
  MemberServiceGroupDto: { id: SERVICE_GROUP_ID, name: 'prod' },
  MembershipTermsDto: { expiresAt: '2030-12-31T18:00:00.000Z', reason: 'On call', accessRole: 'log-reader' },
  MembershipChangeTermsDto: { expiresAt: '2030-12-31T18:00:00.000Z' },
  MembershipDto: membership,
  AccessPathDto: { teamId: TEAM_ID, teamName: 'Platform', since: UPDATED },
  MembershipListDto: listOf(membership),
  MembershipDifferenceDto: difference,
  MembershipDiffCountsDto: { added: 1, removed: 0, atLeast: false },
  MembershipDiffDto: {
    ...listOf(difference),
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-04-01T00:00:00.000Z',
    counts: { added: 1, removed: 0, atLeast: false },
  },
  ManagerDto: membership,
  ManagerListDto: listOf(membership),
  ManagedServiceGroupDto: managed,
  ManagedServiceGroupListDto: listOf(managed),
  ManagedServiceGroupRefDto: managedServiceGroup,
  Permission: 'users:read',
  CandidateDto: candidate,
  CandidateListDto: listOf(candidate),
  CreateApiKeyDto: {
    name: 'Nightly import',
    scopes: ['users:read', 'users:write'],
    expiresAt: '2027-03-01T00:00:00Z',
  },
  RotateApiKeyDto: { graceSeconds: 3600 },
  ApiKeyDto: apiKey,
  IssuedApiKeyDto: { ...apiKey, key: secret },
  ApiKeyListDto: listOf(apiKey),
  ScopeDto: toScopeDto('users:write'),
  ScopeListDto: listOf(toScopeDto('users:write')),
  ActorDto: actor,
  ActorListDto: listOf(actor),
  EventDto: event,
  EventListDto: listOf(event),
  RevertedChangeDto: {
    correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
    revertedBy: 'req_01JZ4A1B2C3D4E5F6G7H8J9K0M',
  },
  AuditLogDto: { ...listOf(event), resumeFrom: '2026-03-03T11:59:15.000Z' },
  SearchHitDto: searchHit,
  SearchGroupDto: { kind: 'user', items: [searchHit] },
  SearchAnswerDto: { data: [{ kind: 'user', items: [searchHit] }] },
  MeDto: {
    id: USER_ID,
    kind: 'user',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    accountId: ACCOUNT_ID,
    accountName: 'Acme',
    role: 'admin',
    scopes: null,
    permissions: permissionsOfAdmins,
    managedServiceGroups: [managedServiceGroup],
  },
  ...ACCESS_EXAMPLES,
  ...ACCESS_REQUEST_EXAMPLES,
  ...ACCESS_ROLES_EXAMPLES,
  ...TEAM_EXAMPLES,
  ...JOB_EXAMPLES,
  ...EVENT_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...INVITATION_EXAMPLES,
  ...IMPORT_EXAMPLES,
  ...MATRIX_EXAMPLES,
  ...SCIM_EXAMPLES,
  LivenessDto: { status: 'live' },
  ReadinessDto: { status: 'ready', tableShape: 1 },
};

export const PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  accountId: ACCOUNT_ID,
  userId: USER_ID,
  serviceGroupId: SERVICE_GROUP_ID,
  eventId: `${USER_ID}.2`,
  correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  teamId: TEAM_ID,
  jobId: JOB_ID,
  webhookEndpointId: WEBHOOK_ENDPOINT_ID,
  logStreamId: LOG_STREAM_ID,
  apiKeyId: API_KEY_ID,
  identityId: identity.id,
  accessRequestId: ACCESS_REQUEST_ID,
  sessionId: SESSION_ID,
  operatorId: 'olga',
  returnTo: '/',
  provider: 'keycloak',
  loginHint: 'ada@example.com',
  maxAge: 300,
  kind: 'users',
  exported: 'users',
  omit: '5,9',
  fromLine: 2,
  schemaId: 'urn:ietf:params:scim:schemas:core:2.0:User',
  resourceTypeName: 'User',
  limit: 25,
  groupIds: SERVICE_GROUP_ID,
  userIds: USER_ID,
  ids: USER_ID,
  q: 'ada',
  asOf: '2026-03-03T00:00:00Z',
  'If-Match': '"3"',
  'Idempotency-Key': '6e1f4a52-create-ada',
};

/** Where it has to be given: elsewhere it may be a day. */
export const REQUIRED_PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  // Of a tile of the log.
  level: '0',
  path: '000.p/2',
  batch: '0',
  from: '2026-03-01T00:00:00Z',
};

export function schemaExample(name: string): unknown {
  return SCHEMA_EXAMPLES[name];
}

/** Of several schemas, of the first. */
export function exampleOf({ $ref, oneOf: [first] = [] }: Schema): unknown {
  if (first) return exampleOf(first);
  return $ref === undefined ? undefined : schemaExample($ref.replace('#/components/schemas/', ''));
}

export { TEXT_EXAMPLES } from './import-examples.js';

import { PERMISSIONS_OF } from '#libs/domain';

export const SESSION_ID = 'sess_7Q6W8F0V3H4N5P6R7S8T9V1X2Y';
const ACCOUNT_ID = 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8';
const USER_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';
const ISSUER = 'https://login.acme.example';
const SIGNED_IN = '2026-03-02T08:00:00.000Z';
const EXPIRES = '2026-03-02T20:00:00.000Z';

export const permissionsOfAdmins = [...PERMISSIONS_OF.admin].sort();
const permissions = permissionsOfAdmins;
const account = { accountId: ACCOUNT_ID, accountName: 'Acme', userId: USER_ID, role: 'admin', permissions };
const provider = { name: 'keycloak', title: 'Acme' };
export const managedServiceGroup = {
  id: 'sgrp_01JZ3YS5N7P9R1T3V5X7Z9B1D3',
  name: 'prod',
  permissions: [...PERMISSIONS_OF.manager].sort(),
};
const managedServiceGroups = [managedServiceGroup];
const seeingAs = {
  accountId: ACCOUNT_ID,
  userId: USER_ID,
  accountName: 'Acme',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'admin',
  permissions,
  managedServiceGroups,
  until: '2026-03-02T10:45:00.000Z',
};
const session = {
  id: SESSION_ID,
  current: true,
  issuer: ISSUER,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  signedInAt: SIGNED_IN,
  lastSeenAt: '2026-03-02T10:30:00.000Z',
  expiresAt: EXPIRES,
};

export const SESSION_EXAMPLES = {
  AcceptBySignInDto: {
    token: `rbi_${ACCOUNT_ID.slice(5)}${USER_ID.slice(5)}${'x'.repeat(43)}`,
    provider: 'keycloak',
  },
  ProviderDto: provider,
  ProviderListDto: { data: [provider], nextCursor: null },
  RedirectDto: { redirectTo: `${ISSUER}/sign-out?client_id=rollbook` },
  LogoutTokenDto: { logout_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImxvZ291dCtqd3QifQ.e30.c2lnbmF0dXJl' },
  ProtectedResourceDto: {
    resource: 'https://directory.acme.example',
    authorization_servers: [ISSUER],
    bearer_methods_supported: ['header'],
    resource_documentation: 'https://directory.acme.example/docs',
  },
  AuthZenConfigurationDto: {
    policy_decision_point: 'https://directory.acme.example',
    access_evaluation_endpoint: 'https://directory.acme.example/access/v1/evaluation',
    access_evaluations_endpoint: 'https://directory.acme.example/access/v1/evaluations',
    search_subject_endpoint: 'https://directory.acme.example/access/v1/search/subject',
    search_resource_endpoint: 'https://directory.acme.example/access/v1/search/resource',
    search_action_endpoint: 'https://directory.acme.example/access/v1/search/action',
  },
  SessionAccountDto: account,
  CurrentSessionDto: {
    id: SESSION_ID,
    kind: 'user',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    accountId: ACCOUNT_ID,
    userId: USER_ID,
    role: 'admin',
    permissions,
    managedServiceGroups,
    seeingAs: null,
    accounts: [account],
    issuer: ISSUER,
    signedInAt: SIGNED_IN,
    authTime: SIGNED_IN,
    expiresAt: EXPIRES,
    idleExpiresAt: '2026-03-02T11:30:00.000Z',
  },
  SeeingAsDto: seeingAs,
  SeeAsDto: { reason: 'Ticket 4711: sees no service groups' },
  SessionDto: session,
  SessionListDto: { data: [session], nextCursor: null },
  ChooseAccountDto: { accountId: ACCOUNT_ID },
};

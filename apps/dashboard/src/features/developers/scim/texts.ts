import { formatNumber } from '../../../components/data/numbers.js';
import type { Provider } from './guides.js';

export const TEXTS = {
  subtitle:
    'By SCIM 2.0 your identity provider creates, changes and suspends the people of this account, and keeps the members of its service groups.',
  read: 'the request of this page',
  create: 'Create a key',
  connection: 'Address',
  baseUrl: 'Base URL',
  noBaseUrl:
    'The address of this API is not known. Its operators set ROLLBOOK_PUBLIC_URL; the base URL is that, followed by /scim/v2/ and the account’s id.',
  notReachable:
    'Okta and Entra call from the internet, over https, and cannot reach this address: it belongs to this machine or network alone.',
  keys: 'Keys',
  emptyTitle: 'No key for SCIM yet',
  empty: 'The identity provider sends it with each request. One key for each provider tells them apart.',
  noRequest: 'No request yet',
  lastRequest: 'Last request',
  changesAdmins: 'Also admins',
  expires: 'Expires',
  expired: 'Expired',
  manage: 'Rotate or revoke keys',
  refusals: 'Refused requests',
  refusalsHint: 'The last 20 of seven days',
  noRefusal: 'Nothing was refused in the last seven days.',
  times: (count: number) => `${formatNumber(count)} times`,
  otherKey: 'a key without the scope scim, or one that was revoked',
  setUp: 'Set up',
  providers: { okta: 'Okta', entra: 'Microsoft Entra', other: 'Another provider' } satisfies Record<
    Provider,
    string
  >,
  thisKey: 'The key, as it was shown when it was created',
  copy: (field: string) => `Copy: ${field}`,
  further: 'Further',
  referenceOfScim: 'What SCIM can do here: resources, filters, limits',
  referenceOfSetUp: 'The request behind this page',
  signIn: 'Also let the people it creates sign in with it',
  of: {
    POST: 'Creating',
    PUT: 'Replacing',
    PATCH: 'Changing',
    DELETE: 'Removing',
    GET: 'Reading',
  } as Readonly<Record<string, string>>,
  one: { Users: 'a user', Groups: 'a service group' } as Readonly<Record<string, string>>,
  many: { Users: 'users', Groups: 'service groups' } as Readonly<Record<string, string>>,
  unknownPath: 'an address that SCIM does not have',
};

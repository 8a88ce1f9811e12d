import { PROBLEMS } from '../../problems/catalogue.js';
import { remedyFor } from '../../scim/set-up/remedies.js';

const AT = '2026-03-03T10:00:00.000Z';

const scimSetUp = {
  baseUrl: 'https://rollbook.acme.example/scim/v2/acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  teamsBaseUrl: 'https://rollbook.acme.example/scim/teams/v2/acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  apiKeys: [
    {
      id: 'akey_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
      name: 'Okta',
      hint: 'x7Qp',
      changesAdmins: false,
      expiresAt: null,
      lastUsedAt: AT,
    },
  ],
  refusals: [
    {
      at: AT,
      apiKeyId: 'akey_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
      method: 'POST',
      resource: 'Users',
      resourceId: null,
      status: 409,
      code: 'email_taken',
      title: PROBLEMS.email_taken.title,
      remedy: remedyFor('email_taken'),
    },
  ],
};

export const SCIM_SET_UP_EXAMPLES: Readonly<Record<string, unknown>> = {
  ScimKeyDto: scimSetUp.apiKeys[0],
  ScimRefusalDto: scimSetUp.refusals[0],
  ScimSetUpDto: scimSetUp,
};

// Adds a role in exactly the places that CONTRIBUTING.md names: `node test/scaffold/add-a-role.mjs`, every night.
import { guide, placesIn, requirePlaces, tryInCopy } from './scaffold.mjs';

const EDITS = {
  'libs/domain/src/permissions/roles.ts': [
    ["'member'] as const;", "'auditor', "],
    [
      'const OF_ADMINS = [',
      `/** Reads everything, and changes nothing. */
const OF_AUDITORS = [
  ...OF_MEMBERS,
  ...ACCOUNT_SCOPES.filter((scope) => scope.endsWith(':read')),
  'access:check-others',
  'api-keys:read',
  'webhook-endpoints:read',
] as const satisfies readonly Permission[];

`,
    ],
    ['  member: new Set(OF_MEMBERS)', '  auditor: new Set(OF_AUDITORS),\n'],
  ],
  'apps/api/src/users/users.dto.ts': [['  member!: number;', '  auditor!: number;\n']],
  'apps/dashboard/src/components/people/texts.ts': [["member: 'Member'", "auditor: 'Auditor', "]],
};

const row = guide.split('\n').find((line) => line.startsWith('- a role, ')) ?? '';
requirePlaces(placesIn(row), Object.keys(EDITS));
tryInCopy({
  name: 'role',
  edits: EDITS,
  spec: 'auditor',
  specs: ['test/e2e/openapi/', 'test/e2e/access/authorization', 'libs/event-contracts', 'libs/domain'],
});

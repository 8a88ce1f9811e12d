const role = {
  key: 'log-reader',
  name: 'Log reader',
  description: 'Looks into what happened',
  permissions: ['logs.read'],
};
const accessRole = { id: 'role_01JZ3YW6S8V0X2Z4B6D8F0H2J4', ...role };

export const ACCESS_ROLES_EXAMPLES = {
  AccessRoleInputDto: role,
  ReplaceAccessRolesDto: { accessRoles: [role] },
  AccessRoleDto: accessRole,
  AccessRoleSetDto: {
    id: 'arol_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
    accountId: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
    accessRoles: [accessRole],
    version: 1,
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00.000Z',
    updatedBy: 'operator:ops',
  },
};

const USER_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';
const SERVICE_GROUP_ID = 'sgrp_01JZ3YS5N7P9R1T3V5X7Z9B1D3';

const user = {
  id: USER_ID,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'admin',
  status: 'active',
  version: 3,
};
const group = { id: SERVICE_GROUP_ID, name: 'prod', memberCount: 8 };
const cell = { since: '2026-03-02T10:30:00.000Z', by: 'operator:local-operator' };
const team = { teamId: 'team_01JZ3YV1R3T5W7Y9A2C4E6G8J0' };
const row = { user, cells: { [SERVICE_GROUP_ID]: cell }, teamCells: { [SERVICE_GROUP_ID]: [team] } };
const change = { userId: USER_ID, serviceGroupId: SERVICE_GROUP_ID, action: 'add' };
const problem = {
  status: 409,
  code: 'user_suspended',
  title: 'The user is suspended',
  detail: 'A suspended user cannot be added to a service group.',
};
const result = { ...change, outcome: 'done', problem: null, version: 4 };
const warning = {
  code: 'group_left_empty',
  detail: 'Nobody would be left in prod.',
  serviceGroupId: SERVICE_GROUP_ID,
  removed: 8,
  memberCount: 8,
};

export const MATRIX_EXAMPLES: Readonly<Record<string, unknown>> = {
  MatrixGroupDto: group,
  MatrixUserDto: user,
  MatrixCellDto: cell,
  MatrixRowDto: row,
  MatrixDto: { groups: [group], rows: [row], nextCursor: null },
  MembershipChangeDto: { ...change, ifVersion: 3 },
  ChangeMembershipsDto: { changes: [change] },
  ChangeProblemDto: problem,
  ChangeResultDto: result,
  ChangeWarningDto: warning,
  ChangedMembershipsDto: { done: 1, unchanged: 0, refused: 0, results: [result], warnings: [] },
};

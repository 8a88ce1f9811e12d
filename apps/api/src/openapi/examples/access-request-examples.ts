/** A member has requested access to prod until the evening. */
export const ACCESS_REQUEST_ID = 'areq_01JZ3YV4R6T8V0X2Z4B6D8F0G2';

const SERVICE_GROUP_ID = 'sgrp_01JZ3YS5N7P9R1T3V5X7Z9B1D3';
const USER_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';
const REQUESTED_AT = '2026-03-02T10:30:00.000Z';
const UNTIL = '2026-03-02T18:00:00.000Z';
const reason = 'To deploy the release';

const accessRole = { id: 'role_01JZ3YW5S7V9W1Y3A5C7E9G1H3', key: 'deployer' };
const user = { id: USER_ID, name: 'Ada Lovelace', email: 'ada@example.com', status: 'active' };
const accessRequest = {
  id: ACCESS_REQUEST_ID,
  accountId: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  status: 'requested',
  userId: USER_ID,
  user,
  serviceGroupId: SERVICE_GROUP_ID,
  serviceGroup: { id: SERVICE_GROUP_ID, name: 'prod' },
  reason,
  expiresAt: UNTIL,
  lengthSeconds: null,
  accessRole,
  lapsesAt: '2026-03-16T10:30:00.000Z',
  decidedAt: null,
  decidedBy: null,
  note: null,
  version: 1,
  createdAt: REQUESTED_AT,
  updatedAt: REQUESTED_AT,
};
const recipient = { name: 'Grace Hopper', email: 'grace@example.com' };
const requestable = {
  id: SERVICE_GROUP_ID,
  name: 'prod',
  maxLengthSeconds: 28_800,
  defaultLengthSeconds: 3_600,
  reasonRequired: true,
  accessRoles: [{ key: 'deployer', maxLengthSeconds: 28_800 }],
};

export const ACCESS_REQUEST_EXAMPLES = {
  RequestAccessDto: { serviceGroupId: SERVICE_GROUP_ID, expiresAt: UNTIL, reason },
  AccessRoleReferenceDto: accessRole,
  ApproveAccessRequestDto: { lengthSeconds: 3_600, note: 'One hour should do' },
  RefuseAccessRequestDto: { note: 'Ask again once the review is done' },
  RequestingUserDto: user,
  AccessRequestDto: accessRequest,
  AccessRequestListDto: { data: [accessRequest], nextCursor: null },
  InspectNoticeDto: { token: `rbn_01JZ3YQ7Q6W8F0V3H4N5P6R7S8.${ACCESS_REQUEST_ID}.1.${'x'.repeat(43)}` },
  NoticeRecipientDto: recipient,
  OpenNoticeDto: { userName: user.name, serviceGroupName: 'prod' },
  NoticeDto: {
    accountName: 'Acme',
    kind: 'asked',
    recipients: [recipient],
    serviceGroupName: 'prod',
    userName: user.name,
    status: 'requested',
    reason,
    expiresAt: UNTIL,
    lengthSeconds: null,
    note: null,
    decidedByName: null,
    open: [],
  },
  OpenRequestCountDto: { value: 3, exact: true },
  RequestableAccessRoleDto: { key: 'deployer', maxLengthSeconds: 28_800 },
  RequestableServiceGroupDto: requestable,
  RequestableServiceGroupListDto: { data: [requestable], nextCursor: null },
};

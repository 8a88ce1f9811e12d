export {
  ACCESS_PATTERN_SAMPLE,
  ACCESS_PATTERNS,
  accessPatternActions,
  accessPatternPage,
  describeAccessPatterns,
  type Asker,
} from './catalogue/access-patterns.js';
export { CAPACITY_CONTRACT, DELIVERY_UNITS, RECEIPT_UNITS, type CommandUnits } from './capacity-contract.js';
export { closeAccount, commandAccount, createAccount, getAccount, listAccounts } from './accounts.js';
export { countAccount, countMembers } from './counts.js';
export { observedDirectory, openDirectory, type Directory, type DirectoryOptions } from './directory.js';
export { HEAD_ENTITIES } from './head-entities.js';
export { erasePersonalData } from './erasure.js';
export { eachAccountId, eachEventOfAccount, eachEventOfAggregate } from './event-log.js';
export { refreshMembershipsOfServiceGroup, refreshMembershipsOfUser } from './fan-out.js';
export {
  findAccountByExternalId,
  findServiceGroupByExternalId,
  findUserByExternalId,
} from './external-ids.js';
export { getEvent, getHistory } from './histories.js';
export { getJob, steerJob, type ChunkResult, type Job, type Removal } from './jobs.js';
export { countWhatIsDue, putOffCount } from './put-off-counts.js';
export { runJobChunk } from './run-job.js';
export { taskKey, type JobTask, type RefreshTask, type UpkeepTask } from './upkeep-tasks.js';
export {
  listParkedTasks,
  parkTask,
  redriveTask,
  refresh,
  unparkTask,
  wakeRestingJobs,
  type ParkedTask,
} from './upkeep.js';
export {
  createApiKey,
  getApiKey,
  listApiKeys,
  loadCredential,
  noteApiKeyUse,
  PLATFORM_ACCOUNT_ID,
  revokeApiKey,
  rotateApiKey,
  type ApiKeyView,
  type DrawSecret,
} from './api-keys.js';
export { ContentionError, type CommandContext, type Outcome } from './kernel.js';
export {
  addMember,
  getMembership,
  listMembers,
  listServiceGroupsOfUser,
  removeMember,
  removeUser,
} from './memberships.js';
export type { OrderedPageRequest, Page, PageRequest } from './pages.js';
export { findServiceGroupsByNamePrefix, findUsersByEmailPrefix } from './prefix-search.js';
export { loadPrincipal } from './principals.js';
export type { MasterKey } from './personal-data/master-key.js';
export type { ReceiptRequest } from './receipts.js';
export {
  MAX_SERVICE_GROUPS,
  replaceServiceGroupsOfUser,
  type ReplacedServiceGroups,
} from './replace-service-groups.js';
export {
  createServiceGroup,
  findServiceGroups,
  getServiceGroup,
  listServiceGroups,
  removeServiceGroup,
  updateServiceGroup,
} from './service-groups.js';
export { ensureTable, rollbookTable } from './table.js';
export { grantTenant, type Tenant } from './tenant.js';
export { changeUserAsPlanned, createUserAfter, type HeadCommand } from './user-changes.js';
export { commandUser, createUser, findUserByEmail, findUsers, getUser, listUsers } from './users.js';
export type { MembershipView } from './membership-views.js';
export type { AccountView, ServiceGroupView } from './views.js';
export {
  getAccountAsOf,
  getServiceGroupAsOf,
  getUserAsOf,
  listMembersAsOf,
  listServiceGroupsOfUserAsOf,
} from './time-travel.js';
export { listAuditLog, type AuditLogRequest } from './audit-log.js';
export { changeMembers, createUsers, MAX_BATCH_ROWS, type MemberRow } from './batches.js';
export type { BatchOutcome, RowResult } from './batch-results.js';
export { exportAccount } from './integrity/export.js';
export type { Difference, Finding } from './integrity/findings.js';
export { importAccount, ImportError, type Import } from './integrity/import.js';
export { rebuildAccount, type Rebuild } from './integrity/rebuild.js';
export { repairAccount, type Repair, type RepairOptions } from './integrity/repair.js';
export { verifyAccount } from './integrity/verify.js';
export type { Verification, VerifyOptions } from './integrity/walk.js';
export {
  dropPending,
  enqueueDeliveries,
  findPendingDelivery,
  getDelivery,
  listDeliveries,
  recordAttempt,
  redeliver,
  type AttemptResult,
  type WebhookDelivery,
} from './webhooks/deliveries.js';
export {
  commandWebhookEndpoint,
  createWebhookEndpoint,
  disableForItsAnswers,
  findWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  MOST_WEBHOOK_ENDPOINTS,
  removeWebhookEndpoint,
} from './webhooks/endpoints.js';
export type { DeliveryAttempt } from './webhooks/entities.js';
export {
  claimQueue,
  dueQueues,
  nextDeliveries,
  releaseQueue,
  renewClaim,
  wakeQueue,
  type PendingDelivery,
  type QueueClaim,
} from './webhooks/queues.js';
export { readSecrets, type WebhookSecrets } from './webhooks/secrets.js';
export {
  acceptInvitation,
  getInvitation,
  inviteAgain,
  inviteUser,
  listInvitations,
  type InvitationTerms,
  type InvitationView,
} from './invitations/invitations.js';
export { exportRows } from './imports/export-rows.js';
export { getImport, listImportErrors, startImport, type ImportError as RowError } from './imports/imports.js';
export { ROW_COLUMNS, ROW_KINDS, type ImportRow, type RowKind } from './imports/rows.js';

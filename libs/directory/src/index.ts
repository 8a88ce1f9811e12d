export {
  ACCESS_PATTERN_SAMPLE,
  ACCESS_PATTERNS,
  accessPatternActions,
  accessPatternPages,
  describeAccessPatterns,
  type Program,
} from './catalogue/access-patterns.js';
export { CAPACITY_CONTRACT, DELIVERY_UNITS } from './kernel/capacity-contract.js';
export {
  closeAccount,
  commandAccount,
  createAccount,
  getAccount,
  listAccounts,
} from './accounts/accounts.js';
export { getUsage, type LimitsUsage } from './accounts/limits-usage.js';
export { count } from './counts/counts.js';
export type { Increment } from './counts/increments.js';
export { recountAll } from './counts/recount.js';
export { observedDirectory, openDirectory, type Directory } from './directory.js';
export { erasePersonalData } from './personal-data/erasure.js';
export { eachAccountId, eachEventOfAccount, eachEventOfAggregate } from './audit-log/event-log.js';
export {
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  refreshOnceIndexed,
} from './memberships/fan-out.js';
export {
  findAccountByExternalId,
  findServiceGroupByExternalId,
  findUserByExternalId,
} from './lookups/external-ids.js';
export { getEvent, getHistory } from './audit-log/histories.js';
export { getJob, type Job, type Removal } from './jobs/jobs.js';
export { BULK_ACTIONS, JOB_STOPS, JOB_TYPES, type BulkAction, type JobStop } from './jobs/items.js';
export { listJobs } from './jobs/list-jobs.js';
export { steerJob } from './jobs/steer-job.js';
export { isAboutGroups, isOfRows, rightsOf, runnerOf, type JobRights } from './jobs/rights.js';
export { startBulkJob, type BulkRequest } from './bulk/bulk-jobs.js';
export { selectsOwners, type Selection } from './bulk/selection.js';
export { tryBulkJob, type TriedBulk } from './bulk/try-bulk.js';
export { runJobChunk } from './jobs/run-job.js';
export { taskKey, type JobTask, type RefreshTask, type MaintenanceTask } from './maintenance/tasks.js';
export {
  listParkedTasks,
  parkTask,
  redriveTask,
  refresh,
  resumeStalledJobs,
} from './maintenance/maintenance.js';
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
} from './api-keys/api-keys.js';
export type { CommandContext, Outcome } from './kernel/execute.js';
export { ContentionError } from './kernel/retries.js';
export { Turns } from './kernel/turns.js';
export {
  addMember,
  getMembership,
  listMembers,
  listServiceGroupsOfUser,
  removeMember,
  removeUser,
} from './memberships/memberships.js';
export { settleAllMembers, settleMembers, type NewMembership } from './memberships/settle-members.js';
export { listWhoMayEnter } from './memberships/who-may-enter.js';
export { listMatrix, MATRIX_LIMITS, matrixOfUsers, searchMatrix, type Matrix } from './memberships/matrix.js';
export { eachOf, type Page, type PageRequest } from './pages.js';
export { findServiceGroupsByNamePrefix, findUsersByEmailPrefix } from './lookups/prefix-search.js';
export { loadPrincipal, loadPrincipalOfSession, type Principal } from './users/principals.js';
export {
  actAs,
  endSession,
  endSessionsOf,
  findIdToken,
  findSession,
  listSessions,
  noteSessionUse,
  operatorPrincipal,
  startSession,
  UsedBeforeError,
  userPrincipal,
  type Session,
  type SessionPrincipal,
} from './sessions/sessions.js';
export { endSeeingAs, seeAs, type Seeing } from './sessions/see-as.js';
export { findKeyFingerprint, storeKeyFingerprint } from './personal-data/key-checks.js';
export { namedItems, readingAhead } from './read-ahead.js';
export { packEvents, unpackEvents } from './last-events.js';
export { requireTable, tableDifferences } from './require-table.js';
export { measureUsage, type AccountUsage } from './usage/account-usage.js';
export {
  findMeteredUsage,
  listMeteredUsage,
  startWritingUsage,
  usageWriter,
  type MeteredUsage,
  type UsageWriter,
} from './usage/metered-usage.js';
export type { Used } from './usage/usage-meter.js';
export { takeTokens, type RateLimit } from './rate-limits/rate-limits.js';
export { requireMasterKey } from './personal-data/key-ring.js';
export { MasterKeyError, type MasterKey } from './personal-data/master-key.js';
export type { ReceiptRequest } from './kernel/receipts.js';
export { MAX_SERVICE_GROUPS, replaceServiceGroupsOfUser } from './memberships/replace-service-groups.js';
export {
  createServiceGroup,
  findServiceGroups,
  getServiceGroup,
  listServiceGroups,
  removeServiceGroup,
  updateServiceGroup,
} from './service-groups/service-groups.js';
export { ensureTable, rollbookTable } from './table.js';
export {
  migrateTable,
  planShape,
  storedShape,
  TABLE_SHAPE,
  verifyShape,
  type ShapePlan,
  type TableShape,
} from './table-shape/table-shape.js';
export { grantTenant, type Tenant } from './tenant.js';
export { changeUserAsPlanned } from './users/change-user.js';
export {
  commandUser,
  createUser,
  findUserByEmail,
  findUsers,
  getUser,
  isRemovedAndNamed,
  listRemovedUsers,
  listUsers,
  type HeadCommand,
} from './users/users.js';
export type { MembershipView } from './memberships/views.js';
export type { AccountView, ServiceGroupView } from './views.js';
export { getAccountAsOf, getServiceGroupAsOf, getUserAsOf } from './time-travel/resources-as-of.js';
export { listMembersAsOf, listServiceGroupsOfUserAsOf } from './time-travel/time-travel.js';
export { listAuditLog, resumeFrom, type AuditLogRequest } from './audit-log/audit-log.js';
export { changeMembers, createUsers, MAX_BATCH_ROWS, type MemberRow } from './batches/batches.js';
export {
  changeMemberships,
  type ChangedCell,
  type GroupsBefore,
  type MembershipChange,
} from './batches/change-memberships.js';
export { executeTogether } from './batches/together.js';
export type { BatchOutcome, RowResult } from './batches/results.js';
export { DERIVED_ENTITIES } from './integrity/derivation/derived-items.js';
export { exportAccount } from './integrity/export.js';
export type { Finding } from './integrity/findings.js';
export { importAccount, type Import } from './integrity/import.js';
export { rebuildAccount } from './integrity/rebuild.js';
export { repairAccount } from './integrity/repair.js';
export { verifyAccount } from './integrity/verify.js';
export type { Verification, VerifyOptions } from './integrity/walk.js';
export {
  dropPending,
  enqueueDeliveries,
  enqueueDeliveriesAgain,
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
  endpointsOf,
  findWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  removeWebhookEndpoint,
} from './webhooks/endpoints.js';
export { recoverDeliveries, testWebhookEndpoint, type Recovery } from './webhooks/recover.js';
export { deliveryStatistics, type DeliveryStatistics } from './webhooks/statistics.js';
export type { DeliveryAttempt } from './webhooks/items.js';
export {
  claimQueue,
  dueQueues,
  nextDeliveries,
  releaseQueue,
  renewClaim,
  type PendingDelivery,
  type QueueClaim,
} from './webhooks/queues.js';
export { readSecrets, type WebhookSecrets } from './webhooks/secrets.js';
export {
  acceptInvitation,
  getInvitation,
  inspectInvitation,
  INVITATION_EVERY_SECONDS,
  INVITATION_VALID_FOR_MS,
  inviteAgain,
  inviteUser,
  listInvitations,
  type AcceptanceContext,
  type InspectedInvitation,
  type InvitationTerms,
  type InvitationView,
} from './invitations/invitations.js';
export { mailBuckets, tooManyMails, type MailBucket } from './invitations/mail-limits.js';
export { exportRows } from './imports/export-rows.js';
export {
  getImport,
  listImportErrors,
  listRefusedRows,
  startImport,
  type ImportError as RowError,
  type RefusedRows,
} from './imports/imports.js';
export {
  ROW_COLUMNS,
  whyRefused,
  type EmptyRow,
  type Heading,
  type ImportRow,
  type RowKind,
} from './imports/rows.js';
export {
  findUserOfIdentity,
  findUsersOfIdentity,
  linkIdentity,
  listAccountsOfIdentity,
  listIdentities,
  unlinkIdentity,
  type AccountOfIdentity,
} from './users/identities.js';
export { linkAtSignIn } from './users/link-at-sign-in.js';
export { searchUsers, wholeUsers, type UserFilter, type UserSearch } from './search/search-users.js';
export {
  searchAccounts,
  searchApiKeys,
  searchInvitations,
  searchServiceGroups,
  searchWebhookEndpoints,
  type ListSearch,
} from './search/search-heads.js';
export { searchEverything } from './search/everything/search-everything.js';
export { searchOwnGroups } from './search/everything/search-own.js';
export type { FoundThing } from './search/everything/found-thing.js';
export { findActors, type NamedActor } from './lookups/actors.js';
export { matchesWords } from './search/memory/search-text.js';
export type { Facets } from './search/memory/query-index.js';
export type { SearchPage, Sort } from './search/search-page.js';
export type { SearchChange } from './search/entries.js';
export {
  ACCOUNTS_SCOPE,
  changesEntry,
  entryOf,
  entryOfInvitation,
  scopeOf,
  type SearchedItem,
} from './search/heads-to-entries.js';
export { appendChanges } from './search/stored/append-changes.js';
export type { RecordedChange } from './search/stored/late-changes.js';
export { foldChanges, makeEntriesAnew } from './search/stored/fold-changes.js';
export { purgeEntries } from './search/stored/purge-entries.js';
export { readEntries as readSearchEntries } from './search/stored/stored-entries.js';

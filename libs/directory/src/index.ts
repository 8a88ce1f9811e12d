export {
  ACCESS_PATTERN_SAMPLE,
  ACCESS_PATTERNS,
  accessPatternActions,
  accessPatternPages,
  describeAccessPatterns,
  type Program,
} from './catalogue/access-patterns.js';
export {
  CAPACITY_CONTRACT,
  DELIVERY_UNITS,
  END_CAPACITY,
  REQUEST_CAPACITY,
} from './core/capacity-contract.js';
export { closeAccount, commandAccount, getAccount, listAccounts } from './aggregates/account/accounts.js';
export {
  accessRolesState,
  loadAccessRoles,
  readAccessRoles,
  replaceAccessRoles,
  type AccessRolesView,
} from './aggregates/access-roles/access-roles.js';
export { createAccount } from './aggregates/access-roles/create-account.js';
export {
  createTeam,
  findTeams,
  getTeam,
  listTeams,
  removeTeam,
  updateTeam,
  type CreatedTeam,
} from './aggregates/team/teams.js';
export {
  addToTeam,
  changeTeamPlace,
  removeFromTeam,
  type JoinedTeam,
} from './aggregates/user/places/places.js';
export type { LeftTeam, OpenedGroup, StillOpenGroup } from './aggregates/user/places/left-team.js';
export type { NamedPath } from './aggregates/team/named-paths.js';
export { changeTeamPlaces, type TeamPlaceChange } from './aggregates/user/places/batches.js';
export type { TeamPlaceView } from './aggregates/user/places/views.js';
export {
  addTeam,
  changeTeamAccess,
  removeTeamAccess,
  type AddedTeam,
  type TeamAccessView,
  type TeamTerms,
} from './aggregates/service-group/team-access.js';
export { getUsage, type LimitsUsage } from './aggregates/account/limits-usage.js';
export { count } from './projections/counts.js';
export type { Increment } from './projections/increments.js';
export { repairSince, runTask, tasksOf } from './projections/registry.js';
export type { ItemChange } from './projections/projection.js';
export { appendToFeed, isFed, type RecordedCommit } from './projections/feed/append-feed.js';
export { SETTLED_AFTER_MS } from './core/feed-end.js';
export { feedLost, fillHistories } from './projections/feed/fill-feed.js';
export { isFollowed, stateComplete } from './projections/feed/state-complete.js';
export { FeedNotReadyError, hasGrown, isWanted, readFeed } from './reads/feed/read-feed.js';
export { readEventsOfParts, readFeedParts, type FeedPartSize } from './reads/feed/feed-parts.js';
export type { FeedPage, FeedPosition, FeedRequest } from './reads/feed/read-feed.js';
export { readSnapshot, type Snapshot } from './reads/feed/snapshot.js';
export { snapshotOfAccess, type AccessLine } from './reads/feed/snapshot-of-access.js';
export { snapshotOfEvents } from './reads/feed/snapshot-of-events.js';
export { reachOf, type Position, type ReadFrom } from './reads/positions/reach.js';
export { beginNextLog } from './log/begin-log.js';
export { LogStoppedError, type LogKey, type LogMark, type MarkedTree } from './log/log-key.js';
export { LogMemory } from './log/log-memory.js';
export { openLogs, type EventProof, type LoggedTree, type Logs } from './log/log-readers.js';
export {
  beginObjectsRound,
  forgetDueFeed,
  readObjectsPlace,
  storeObjectsPlace,
  type DueFeed,
} from './log/log-objects.js';
export { readLogSize, runLogRound } from './log/log-worker.js';
export { parseWitnesses, sendToWitnesses, type Witness } from './log/send-to-witnesses.js';
export { type Signing } from './log/publish-log.js';
export { recountAll } from './projections/recount.js';
export { observedDirectory, type Directory } from './core/directory.js';
export { openDirectory } from './directory.js';
export { erasePersonalData } from './jobs/removals/erasure.js';
export { eachAccountId, eachEventOfAccount, eachEventOfAggregate } from './reads/audit-log/event-log.js';
export {
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  refreshOnceIndexed,
} from './projections/fan-out.js';
export {
  findAccountByExternalId,
  findIdsByExternalIds,
  findServiceGroupByExternalId,
  findTeamByExternalId,
  findUserByExternalId,
} from './reads/look-ups/external-ids.js';
export { openCommitReader, readCommit, type CommitReader } from './core/last-commit-events.js';
export { getEvent, getHistory } from './core/histories.js';
export { getJob, type Removal } from './core/jobs.js';
export {
  BULK_ACTIONS,
  JOB_STATUSES,
  JOB_STOPS,
  JOB_TYPES,
  RESOURCE_OF_ROWS,
  type BulkAction,
  type Job,
  type JobStatus,
} from './table/items/jobs.js';
export { listJobs } from './jobs/list-jobs.js';
export { steerJob } from './jobs/steer-job.js';
export {
  isAboutAccess,
  isAboutGroups,
  isAboutTeams,
  isOfRows,
  rightsOf,
  runnerOf,
  type JobRights,
} from './jobs/rights.js';
export { startBulkJob, type BulkRequest } from './jobs/bulk/bulk-jobs.js';
export { selectsOwners, type Selection } from './jobs/bulk/selection.js';
export { tryBulkJob, type TriedBulk } from './jobs/bulk/try-bulk.js';
export { runJobChunk } from './jobs/registry/job-handlers.js';
export { taskKey, type JobTask, type MaintenanceTask } from './table/items/maintenance-tasks.js';
export { triggeredJob } from './jobs/run-job.js';
export {
  listParkedTasks,
  parkTask,
  redriveTask,
  resumeStalledJobs,
  retryAt,
  retryTask,
  type ParkedTask,
} from './jobs/registry/maintenance.js';
export { approveAccessRequest } from './aggregates/access-request/approve.js';
export { lapseDueRequest } from './aggregates/access-request/lapse.js';
export {
  refuseAccessRequest,
  requestAccess,
  withdrawAccessRequest,
} from './aggregates/access-request/access-requests.js';
export {
  countOpenAccessRequests,
  getAccessRequest,
  listAccessRequests,
} from './aggregates/access-request/list-requests.js';
export type { AccessRequestView } from './aggregates/access-request/views.js';
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
} from './aggregates/api-key/api-keys.js';
export type { CommandContext, Outcome } from './core/execute.js';
export { ContentionError } from './core/retries.js';
export { KeyedLock } from './core/keyed-lock.js';
export { addMember, changeMembership, removeMember } from './aggregates/user/memberships/memberships.js';
export { getMembership, listMembers, listServiceGroupsOfUser } from './reads/memberships/memberships.js';
export {
  listGroupsOfTeam,
  listTeamMembers,
  listTeamsOfGroup,
  listTeamsOfUser,
  type TeamListRequest,
} from './reads/teams/teams.js';
export {
  getTeamAsOf,
  listTeamsAsOf,
  listTeamsOfGroupAsOf,
  listTeamsOfUserAsOf,
} from './reads/teams/teams-as-of.js';
export { searchGroupsOfTeam, searchTeamMembers } from './reads/teams/search-of-team.js';
export { listGroupsOfTeamAsOf, listTeamMembersAsOf } from './reads/teams/lists-of-team-as-of.js';
export { revertChange, type Reverted } from './reverts/revert-change.js';
export { scopesToRevert, type WhatIsReverted } from './reverts/decide-reversal.js';
export { revertibility, type NamedChange } from './reverts/find-change.js';
export { startRevertJob, type RevertRights } from './jobs/reverts/start-revert.js';
export { tryRevertJob, type TriedRevert } from './jobs/reverts/try-revert.js';
export { addManager, removeManager } from './aggregates/service-group/managers.js';
export {
  findManagedServiceGroups,
  listManagedServiceGroups,
  listManagers,
  type ManagedServiceGroup,
} from './reads/memberships/managers.js';
export { listManagedServiceGroupsAsOf, listManagersAsOf } from './reads/time-travel/managers-as-of.js';
export { listMatrixAsOf, matrixOfUsersAsOf } from './reads/time-travel/matrix-as-of.js';
export { removeUser } from './aggregates/user/remove-user.js';
export { findLastSeen, noteLastSeen } from './aggregates/user/last-seen.js';
export { endManagingOfRemoved } from './projections/settle-managers.js';
export { settleAllMembers } from './projections/settle-members.js';
export { listEndingMemberships, type EndingRequest } from './reads/memberships/ending.js';
export {
  checkAccess,
  listActions,
  type AccessDecision,
  type ExternalIds,
} from './reads/memberships/check-access.js';
export { listWhoMay, type AllowedUser } from './reads/memberships/who-may.js';
export { searchMembers } from './reads/memberships/all-paths/search-members.js';
export { listMembersByPaths } from './reads/memberships/all-paths/members-by-paths.js';
export { listServiceGroupsByPaths } from './reads/memberships/all-paths/groups-by-paths.js';
export type { MembershipByPaths, PathView } from './reads/memberships/all-paths/merged-paths.js';
export {
  listMatrix,
  MATRIX_LIMITS,
  matrixOfUsers,
  searchMatrix,
  type Matrix,
} from './reads/memberships/matrix.js';
export { eachOf, pageInRounds, pagesOf, type Page, type PageRequest } from './core/pages.js';
export {
  findServiceGroupsByNamePrefix,
  findTeamsByNamePrefix,
  findUsersByEmailPrefix,
} from './reads/look-ups/prefix-search.js';
export {
  loadPrincipal,
  loadPrincipalOfSession,
  type Principal,
  type PrincipalIds,
} from './sign-in/principals.js';
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
} from './sign-in/sessions.js';
export { endSeeingAs, seeAs, type Seeing } from './sign-in/see-as.js';
export { findKeyFingerprint, storeKeyFingerprint } from './core/key-checks.js';
export { namedItems, readingAhead } from './reads/read-ahead.js';
export { lastCommitOf, packCommit, unpackCommit, type LastCommit } from './table/items/last-commit.js';
export { storedBytesOf } from './table/items/stored-bytes.js';
export { requireTable, tableDifferences } from './table/shape/require-table.js';
export { addScimRefusals, listScimRefusals, MAX_SCIM_REFUSALS } from './metering/scim-refusals.js';
export type { ScimRefusal } from './table/items/scim-refusals.js';
export { measureUsage, type AccountUsage } from './metering/account-usage.js';
export {
  findMeteredUsage,
  listMeteredUsage,
  startWritingUsage,
  usageWriter,
  type MeteredUsage,
  type UsageWriter,
} from './metering/metered-usage.js';
export type { Used } from './core/usage-meter.js';
export { takeTokens, type RateLimit } from './sign-in/rate-limits.js';
export { requireMasterKey } from './core/key-ring.js';
export { MasterKeyError, type MasterKey } from './core/master-key.js';
export type { ReceiptRequest } from './core/receipts.js';
export {
  MAX_SERVICE_GROUPS,
  replaceServiceGroupsOfUser,
} from './aggregates/user/memberships/replace-service-groups.js';
export {
  createServiceGroup,
  findServiceGroups,
  getServiceGroup,
  listRequestableServiceGroups,
  listServiceGroups,
  removeServiceGroup,
  updateServiceGroup,
} from './aggregates/service-group/service-groups.js';
export { rollbookTable } from './table/table.js';
export { ensureTable } from './table/shape/ensure-table.js';
export { unpackStored } from './table/items/unpacked.js';
export { readShape } from './table/shape/stored-shape.js';
export {
  migrateTable,
  planShape,
  TABLE_SHAPE,
  verifyShape,
  type ShapePlan,
  type TableShape,
} from './table/shape/table-shape.js';
export { grantTenant, type Tenant } from './core/tenant.js';
export {
  changeUserAsPlanned,
  commandUser,
  createUser,
  findUserByEmail,
  findUsers,
  getUser,
  isRemovedAndNamed,
  listRemovedUsers,
  listUsers,
  type HeadCommand,
} from './aggregates/user/users.js';
export { dueOf, dueShards, runDue, runDueOfShard, shuffled, type DueOptions } from './due/run-due.js';
export { settleDueMemberships, type SettledUser } from './aggregates/user/memberships/settle-due.js';
export { listServiceGroupsAsOf, listUsersAsOf } from './reads/time-travel/lists-as-of.js';
export {
  checkAccessAsOf,
  listActionsAsOf,
  listAllowedMembersAsOf,
  listAllowedServiceGroupsAsOf,
} from './reads/time-travel/access-as-of.js';
export { getMembershipAsOf } from './reads/time-travel/membership-as-of.js';
export { termsOf, type MembershipView } from './aggregates/user/memberships/views.js';
export type { AccountView } from './aggregates/account/views.js';
export type { ManagerView, ServiceGroupView } from './aggregates/service-group/views.js';
export {
  accessRolesAsOf,
  getAccountAsOf,
  getServiceGroupAsOf,
  getUserAsOf,
  listIdentitiesAsOf,
  readAccessRolesAsOf,
} from './reads/time-travel/resources-as-of.js';
export { explainAccess } from './reads/memberships/explain-access.js';
export { REASONS, type Explanation } from './reads/memberships/explanation.js';
export { explainAccessAsOf } from './reads/time-travel/explain-as-of.js';
export { listMembersByPathsAsOf } from './reads/time-travel/members-by-paths-as-of.js';
export { listServiceGroupsByPathsAsOf } from './reads/time-travel/groups-by-paths-as-of.js';
export { diffMemberships } from './reads/time-travel/diff-of-account.js';
export { diffMembers, diffServiceGroupsOfUser } from './reads/time-travel/membership-diff.js';
export type { DiffRequest, MembershipDiff } from './reads/time-travel/membership-diff.js';
export { listMembersAsOf, listServiceGroupsOfUserAsOf } from './reads/time-travel/time-travel.js';
export { listAuditLog, resumeFrom, type AuditLogRequest } from './reads/audit-log/audit-log.js';
export {
  changeMembers,
  createUsers,
  MAX_BATCH_ROWS,
  type MemberRow,
} from './aggregates/user/memberships/batches.js';
export {
  changeMemberships,
  type ChangedCell,
  type GroupsBefore,
  type MembershipChange,
} from './aggregates/user/memberships/change-memberships.js';
export { executeTogether } from './core/batch-receipts.js';
export type { BatchOutcome, RowResult } from './core/execute-batch.js';
export { DERIVED_ENTITIES } from './integrity/derivation/derived-item.js';
export { exportAccount } from './integrity/export.js';
export type { Finding } from './integrity/derivation/findings.js';
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
} from './aggregates/webhook-endpoint/deliveries.js';
export {
  commandWebhookEndpoint,
  createWebhookEndpoint,
  disableForItsAnswers,
  endpointsOf,
  findWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  removeWebhookEndpoint,
} from './aggregates/webhook-endpoint/endpoints.js';
export {
  recoverDeliveries,
  testWebhookEndpoint,
  type Recovery,
} from './aggregates/webhook-endpoint/recover.js';
export {
  deliveryStatistics,
  withHealth,
  type DeliveryStatistics,
  type WebhookEndpointHealth,
} from './aggregates/webhook-endpoint/statistics.js';
export type { DeliveryAttempt } from './table/items/webhooks.js';
export {
  claimQueue,
  dueQueues,
  nextDeliveries,
  releaseQueue,
  renewClaim,
  wakeQueue,
  type PendingDelivery,
  type DueQueue,
  type QueueClaim,
} from './aggregates/webhook-endpoint/queues.js';
export {
  commandLogStream,
  createLogStream,
  disableStreamForItsAnswers,
  findLogStream,
  getLogStream,
  listLogStreams,
  removeLogStream,
  streamsOf,
  type LogStreamHealth,
} from './aggregates/log-stream/log-streams.js';
export type { StreamProgress, StreamRefusal } from './table/items/log-streams.js';
export type { ReceiverId } from './table/items/webhooks.js';
export { positionAt } from './reads/feed/position-at.js';
export { readSecrets, type WebhookSecrets } from './aggregates/webhook-endpoint/secrets.js';
export { INVITATION_VALID_FOR_MS, type InvitationTerms } from './aggregates/user/invitations/item.js';
export { INVITATION_EVERY_SECONDS, inviteAgain, inviteUser } from './aggregates/user/invitations/send.js';
export {
  acceptInvitation,
  inspectInvitation,
  type AcceptanceContext,
  type InspectedInvitation,
} from './aggregates/user/invitations/accept.js';
export { getInvitation, listInvitations, type InvitationView } from './aggregates/user/invitations/list.js';
export { mailBuckets, tooManyMails, type MailBucket, type MailKind } from './sign-in/mail-limits.js';
export { exportRows } from './jobs/imports/export-rows.js';
export {
  getImport,
  listImportErrors,
  listRefusals,
  listRefusedRows,
  startImport,
  type ImportError as RowError,
  type RefusedRow,
  type RefusedRows,
} from './jobs/imports/imports.js';
export {
  NEEDED_COLUMNS,
  ROW_COLUMNS,
  whyRefused,
  type EmptyRow,
  type Heading,
  type OmittedRow,
  type ImportRow,
  type RowKind,
} from './jobs/imports/rows.js';
export {
  findUserOfIdentity,
  findUsersOfIdentity,
  linkIdentity,
  listAccountsOfIdentity,
  listIdentities,
  unlinkIdentity,
  type AccountOfIdentity,
} from './aggregates/user/identities.js';
export { linkAtSignIn } from './sign-in/link-at-sign-in.js';
export { findCandidates, type Candidate } from './reads/search/candidates.js';
export { searchUsers, wholeUsers, type UserFilter, type UserSearch } from './reads/search/search-users.js';
export {
  searchAccounts,
  searchApiKeys,
  searchInvitations,
  searchServiceGroups,
  searchWebhookEndpoints,
  type ListSearch,
} from './reads/search/search-heads.js';
export { searchEverything } from './reads/search-everything/search-everything.js';
export { findNotice, type Notice } from './reads/notices.js';
export { searchOwnGroups } from './reads/search-everything/search-own.js';
export type { FoundThing } from './reads/search-everything/found-thing.js';
export { findActors, type NamedActor } from './reads/look-ups/actors.js';
export { matchesWords } from './search-index/search-text.js';
export type { Facets } from './search-index/query-index.js';
export type { SearchPage, Sort } from './reads/search/search-page.js';
export type { SearchChange } from './search-index/entries.js';
export { ACCOUNTS_SCOPE } from './search-index/heads-to-entries.js';
export { appendChanges } from './reads/search/stored/append-changes.js';
export { foldChanges, rebuildEntries } from './reads/search/stored/fold-changes.js';
export { purgeEntries } from './reads/search/stored/purge-entries.js';
export { readEntries as readSearchEntries } from './reads/search/stored/stored-entries.js';

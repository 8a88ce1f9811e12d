export {
  ACCESS_REQUEST_STATUSES,
  accessRequestAt,
  decideAccessRequest,
  evolveAccessRequest,
  existingAccessRequest,
  initialAccessRequest,
  isLapsed,
  lapseAccessRequest,
  REQUEST_LAPSES_AFTER_MS,
  type AccessRequest,
  type AccessRequestCommand,
  type AccessRequestState,
  type AccessRequestStatus,
  type Wish,
} from './access-request/access-request.js';
export {
  allows,
  decideAccessRoles,
  evolveAccessRoles,
  existingAccessRole,
  initialAccessRoles,
  isKnownAction,
  permissionsOf,
  rolesOf,
  type AccessRoleInput,
  type AccessRoleReference,
  type AccessRoles,
  type AccessRolesCommand,
  type AccessRolesState,
} from './access-roles/access-roles.js';
export type { AccessRole, NewAccessRolesEvent } from './access-roles/events.js';
export {
  ACCESS_ROLE_KEY_MAX_LENGTH,
  ACCESS_ROLE_KEY_PATTERN,
  ENTER,
  MAX_ACCESS_ROLES,
  MAX_ACCESS_ROLES_BYTES,
  MAX_PERMISSIONS,
  parseAccessRoleKey,
  parsePermissions,
  PERMISSION_MAX_LENGTH,
  PERMISSION_PATTERN,
} from './access-roles/fields.js';
export { decisionNoteRule } from './access-request/fields.js';
export { approveAccessRequest, type Approval } from './access-request/approval.js';
export type { NewAccessRequestEvent } from './access-request/events.js';
export {
  activeAccount,
  decideAccount,
  evolveAccount,
  existingAccount,
  initialAccount,
  type Account,
  type AccountCommand,
  type AccountState,
  type OpenAccount,
} from './account/account.js';
export {
  acceptedHashes,
  decideApiKey,
  evolveApiKey,
  existingApiKey,
  initialApiKey,
  type ApiKey,
  type ApiKeyCommand,
  type DrawnSecret,
} from './api-key/api-key.js';
export {
  AGGREGATE_KINDS,
  AGGREGATES,
  kindOfAggregate,
  searchedOf,
  type AggregateKind,
  type StateOf,
} from './aggregates.js';
export { asRefusal, DomainError, orRefusal, type DomainErrorCode } from './values/errors.js';
export {
  record,
  type AccessRequestEvent,
  type AccessRolesEvent,
  type AccountEvent,
  type ApiKeyEvent,
  type DomainEvent,
  type Recording,
  type ServiceGroupEvent,
  type TeamEvent,
  type UserEvent,
  type LogStreamEvent,
  type WebhookEndpointEvent,
} from './events/events.js';
export { ERASED_EMAIL, ERASED_TEXT } from './schema/erased.js';
export {
  LIMITED,
  requireWithinLimit,
  type Limited,
  type Limits,
  type LimitsChange,
} from './account/limits.js';
export { domainOf, type PersonSigningIn, type SignInRule } from './account/sign-in-rules.js';
export {
  accessRolesIdOf,
  ID_PREFIXES,
  idOf,
  isIdOf,
  type AccessRequestId,
  type AccessRoleId,
  type AccessRolesId,
  type ApiKeyId,
  type IdOf,
  type ServiceGroupId,
  type TeamId,
  type UserId,
  type LogStreamId,
  type WebhookEndpointId,
} from './values/ids.js';
export { sameJson } from './values/json.js';
export { type Metadata, parseMetadata } from './values/metadata.js';
export type { Actor, Recorded } from './schema/recorded.js';
export {
  decideServiceGroup,
  endManagerWithUser,
  evolveServiceGroup,
  existingServiceGroup,
  initialServiceGroup,
  isManager,
  MAX_MANAGERS,
  removeServiceGroupWithAccount,
  type ServiceGroup,
  type ServiceGroupCommand,
  type ServiceGroupState,
} from './service-group/service-group.js';
export {
  snapshotOfAccessRoles,
  snapshotOfAccount,
  snapshotOfMembership,
  snapshotOfServiceGroup,
  snapshotOfTeam,
  snapshotOfTeamAccess,
  snapshotOfTeamPlace,
  snapshotOfUser,
  type SnapshotEvent,
} from './events/snapshots.js';
export {
  nothingToUndo,
  planReversal,
  type RestoredMembership,
  type RestoredTeam,
  type Reversal,
} from './revert/revert.js';
export { emptyReversalFold, foldIntoReversal, type ReversalFold, type UndoneChange } from './revert/fold.js';
export { restoreMembership } from './revert/restore-membership.js';
export { restoreTeamAccess, restoreTeamPlace } from './revert/restore-team.js';
export { revertibilityOf, whyNotRevertible, type Revertibility } from './revert/places.js';
export { UnreadableEventError, upcast, type StoredEvent } from './events/upcast.js';
export { DAY_MS, DAY_SECONDS, parseUntil } from './values/until.js';
export { EMAIL_MAX_BYTES, parseEmail } from './values/email.js';
export { oneOf } from './values/parse-all.js';
export { parseEventTypes, parseWebhookUrl } from './webhook-endpoint/url-and-event-types.js';
export { EXTERNAL_ID_MAX_LENGTH, parseExternalId } from './values/external-id.js';
export { fold, FOLDED_MAX_BYTES, foldName } from './values/text/fold.js';
export {
  DESCRIPTION_MAX_BYTES,
  NAME_MAX_BYTES,
  parseDescription,
  parseReason,
  REASON_MAX_BYTES,
  parseGroupName,
  parseName,
  parseTitle,
  membershipReasonRule,
  PLAN_MAX_BYTES,
  planRule,
} from './values/name.js';
export {
  announceEnd,
  endDueMembership,
  endMembershipWithServiceGroup,
  termsOfNewMember,
} from './user/decide-membership.js';
export type { MembershipTerms, RoleContext } from './service-group/terms.js';
export { isHeld, NOTICE_BEFORE_END_MS, parseGivenFor, type Ending, type GivenFor } from './values/ends.js';
export {
  announceEndOfPlace,
  decideTeamPlace,
  endDuePlace,
  endPlaceWithTeam,
  type TeamPlaceCommand,
} from './user/decide-team-places.js';
export type { TeamOfUser, TeamPlace } from './user/team-places.js';
export {
  earlierEnd,
  lastEnd,
  sharedTeams,
  type AccessPath,
  type SharedTeam,
} from './access-paths/access-paths.js';
export {
  announceEndOfTeamAccess,
  decideTeamAccess,
  endAccessWithTeam,
  endDueTeamAccess,
  type TeamAccessCommand,
} from './service-group/decide-team-access.js';
export type { TeamAccess, TeamOfGroup } from './service-group/team-access.js';
export {
  decideTeam,
  evolveTeam,
  existingTeam,
  initialTeam,
  removeTeamWithAccount,
  type Team,
  type TeamCommand,
  type TeamState,
} from './team/team.js';
export {
  MAX_GROUPS_OF_TEAM,
  MAX_TEAMS_OF_GROUP,
  MAX_TEAMS_OF_USER,
  teamFields,
  teamSettings,
  type TeamSettingsInput,
} from './team/fields.js';
export type { NewTeamEvent } from './team/events.js';
export {
  decideUser,
  eraseUser,
  removeUserWithAccount,
  type NewUser,
  type UserCommand,
  type UserContext,
} from './user/decide.js';
export {
  evolveMembership,
  evolveUser,
  existingUser,
  initialUser,
  isActiveOwner,
  requireMayManage,
  type Membership,
  type MembershipEvent,
  type PresentUserStatus,
  type User,
  type UserState,
  type UserStatus,
} from './user/user.js';
export {
  decideWebhookEndpoint,
  disableWebhookEndpoint,
  evolveWebhookEndpoint,
  existingWebhookEndpoint,
  initialWebhookEndpoint,
  removeWebhookEndpointWithAccount,
  wantsEvent,
  type WebhookEndpoint,
  type WebhookEndpointCommand,
  type WebhookEndpointInput,
  type WebhookEndpointState,
} from './webhook-endpoint/webhook-endpoint.js';
export {
  decideLogStream,
  disableLogStream,
  evolveLogStream,
  existingLogStream,
  initialLogStream,
  removeLogStreamWithAccount,
  type LogStream,
  type LogStreamCommand,
  type LogStreamInput,
  type LogStreamState,
} from './log-stream/log-stream.js';
export {
  LOG_FORMS,
  MAX_AGE_MS,
  parseStreamSecret,
  STREAM_SECRET_MAX_LENGTH,
  type LogForm,
} from './log-stream/fields.js';
export type { NewLogStreamEvent } from './log-stream/events.js';
export type { NewAccountEvent } from './account/events.js';
export { PERMISSIONS, PERMISSIONS_OF, type Permission } from './permissions/roles.js';
export { ACCOUNT_SCOPES, PLATFORM_SCOPES, SCOPE_SUMMARIES, type Scope } from './permissions/scopes.js';
export {
  EVENT_TYPES,
  EVENTS,
  INTERNAL_FIELDS,
  PERSONAL_FIELDS,
  schemaVersionOf,
  type EventData,
  type EventType,
  type NewEvent,
} from './events/definitions.js';
export type { JsonSchema } from './schema/event-schema.js';
export type { NewServiceGroupEvent } from './service-group/events.js';
export type { LinkMethod, NewUserEvent } from './user/events.js';
export { ROLES, type Role } from './permissions/roles.js';
export {
  PRESENT_USER_STATUSES,
  USER_STATUSES,
  userFields,
  userSettings,
  type UserSettingsInput,
} from './user/fields.js';
export { accountFields, accountSettings, limitFields, type AccountSettingsInput } from './account/fields.js';
export {
  serviceGroupFields,
  serviceGroupSettings,
  type ServiceGroupSettingsInput,
} from './service-group/fields.js';
export {
  APPROVERS,
  managersGive,
  MEMBERSHIP_MAX_SECONDS,
  MEMBERSHIP_MIN_SECONDS,
  membershipRuleFields,
  offeredAccessRoleFields,
  type Approvers,
  type MembershipRules,
  type MembershipRulesChange,
} from './service-group/membership-rules.js';
export type { Giver, OfferedAccessRole } from './service-group/offered-roles.js';
export type { FieldRule } from './values/field-rule.js';
export {
  exampleOf,
  namesOf,
  shownAs,
  sortsOf,
  type Answer,
  type Change,
  type Creation,
  type Nested,
  type Resource,
  type ResourceField,
  type SortOf,
  type StateShown,
} from './values/resource.js';
export { settingsOf, type Settings, type SettingsOf, type WholeSettings } from './values/settings.js';
export { parseIdentity, sameIdentity, type Identity, type LinkedIdentity } from './values/identities.js';
export type { DisabledReason, NewWebhookEndpointEvent } from './webhook-endpoint/events.js';

export {
  activeAccount,
  decideAccount,
  evolveAccount,
  existingAccount,
  initialAccount,
  type Account,
  type AccountCommand,
  type AccountFact,
  type AccountState,
  type OpenAccount,
  type SettingsInput,
} from './account.js';
export {
  acceptedHashes,
  ACCOUNT_SCOPES,
  decideApiKey,
  evolveApiKey,
  existingApiKey,
  initialApiKey,
  PLATFORM_SCOPES,
  type ApiKey,
  type ApiKeyCommand,
  type ApiKeyFact,
  type ApiKeyState,
  type DrawnSecret,
  type Scope,
} from './api-key.js';
export { DomainError, type DomainErrorCode } from './errors.js';
export {
  EVENT_SCHEMA_VERSIONS,
  record,
  type AccountEvent,
  type ApiKeyEvent,
  type DomainEvent,
  type EventType,
  type Fact,
  type Recording,
  type ServiceGroupEvent,
  type UserEvent,
  type WebhookEndpointEvent,
} from './events.js';
export { ERASED_EMAIL, ERASED_TEXT } from './erased.js';
export { PERSONAL_FIELDS } from './personal-data.js';
export { LIMITED, requireWithinLimit, type Limited, type Limits, type LimitsChange } from './limits.js';
export { METADATA_MAX_BYTES, sameJson, type DetailsChange, type Metadata } from './metadata.js';
export { type Actor, type EventEnvelope, type Recorded } from './recorded.js';
export {
  decideServiceGroup,
  evolveServiceGroup,
  existingServiceGroup,
  initialServiceGroup,
  removeServiceGroupWithAccount,
  type ServiceGroup,
  type ServiceGroupCommand,
  type ServiceGroupFact,
  type ServiceGroupState,
} from './service-group.js';
export {
  UnreadableEventError,
  upcast,
  UPCASTERS,
  upcastWith,
  type StoredEvent,
  type Upcaster,
  type Upcasters,
} from './upcast.js';
export {
  EMAIL_MAX_LENGTH,
  EXTERNAL_ID_MAX_LENGTH,
  fold,
  NAME_MAX_LENGTH,
  parseEmail,
  parseExternalId,
  parseName,
  PLAN_MAX_LENGTH,
} from './text.js';
export {
  decideUser,
  endMembershipWithServiceGroup,
  eraseUser,
  removeUserWithAccount,
  type NewUser,
  type UserCommand,
  type UserSurroundings,
} from './user-decisions.js';
export {
  evolveUser,
  existingUser,
  initialUser,
  isActiveOwner,
  ROLES,
  type Membership,
  type Role,
  type User,
  type UserFact,
  type UserState,
} from './user.js';
export {
  decideWebhookEndpoint,
  DISABLED_REASONS,
  disableWebhookEndpoint,
  evolveWebhookEndpoint,
  existingWebhookEndpoint,
  initialWebhookEndpoint,
  removeWebhookEndpointWithAccount,
  wantsEvent,
  type DisabledReason,
  type WebhookEndpoint,
  type WebhookEndpointCommand,
  type WebhookEndpointFact,
  type WebhookEndpointInput,
  type WebhookEndpointState,
} from './webhook-endpoint.js';

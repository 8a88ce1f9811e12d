/**
 * What each published event type carries. These types are the contract with subscribers: they change only by a new
 * optional property or by a new schema version, and never because the inside of Rollbook does.
 */

export type Role = 'owner' | 'admin' | 'member';

/** What another system keeps with an account, user or service group. Absent when it was created without. */
interface GivenDetails {
  externalId?: string;
  metadata?: object;
}

/** The details as a whole, before and after a change. */
interface ChangedDetails {
  externalId: string | null;
  previousExternalId: string | null;
  metadata: object;
  previousMetadata: object;
}

/** The most an account may have of each. Without an entry there is no limit. */
interface Limits {
  users?: number;
  serviceGroups?: number;
  members?: number;
}

interface AccountName {
  name: string;
}

interface UserIdentity {
  userId: string;
  name: string;
  email: string;
}

interface UserWithRole extends UserIdentity {
  role: Role;
}

interface ServiceGroupIdentity {
  serviceGroupId: string;
  name: string;
}

interface MembershipIdentity {
  userId: string;
  userName: string;
  userEmail: string;
  serviceGroupId: string;
  serviceGroupName: string;
  /** The version of the service group that the name is from. */
  serviceGroupVersion: number;
}

interface ApiKeyIdentity {
  apiKeyId: string;
  name: string;
  /** What the key is allowed. */
  scopes: readonly string[];
  /** The end of the key, by which it can be told from others. */
  hint: string;
}

interface WebhookEndpointIdentity {
  webhookEndpointId: string;
  url: string;
}

interface WebhookEndpointSettings extends WebhookEndpointIdentity {
  description: string;
  eventTypes: readonly string[];
}

/** The data of each event type, in its current schema version. */
export interface EventData {
  'account.created': AccountName & GivenDetails & { plan?: string | null; limits?: Limits };
  'account.renamed': AccountName & { previousName: string };
  'account.settings_changed': AccountName &
    ChangedDetails & {
      plan: string | null;
      previousPlan: string | null;
      limits: Limits;
      previousLimits: Limits;
    };
  'account.suspended': AccountName;
  'account.reactivated': AccountName;
  'account.closed': AccountName;
  'user.created': UserWithRole & GivenDetails;
  'user.invited': UserWithRole & GivenDetails;
  'user.activated': UserWithRole;
  'user.settings_changed': UserIdentity & ChangedDetails;
  'user.profile_changed': UserIdentity & { previousName: string };
  'user.email_changed': UserIdentity & { previousEmail: string };
  'user.role_changed': UserWithRole & { previousRole: Role };
  'user.suspended': UserWithRole;
  'user.reactivated': UserWithRole;
  'user.removed': UserWithRole;
  'user.erased': { userId: string };
  'service_group.created': ServiceGroupIdentity & GivenDetails;
  'service_group.renamed': ServiceGroupIdentity & { previousName: string };
  'service_group.settings_changed': ServiceGroupIdentity & ChangedDetails;
  'service_group.removed': ServiceGroupIdentity;
  'service_group.member_added': MembershipIdentity;
  'service_group.member_removed': MembershipIdentity & {
    /** When the membership began. */
    since: string;
    /** `service_group_removed`: the membership ended with its service group, not by a decision about the user. */
    reason: 'member_removed' | 'service_group_removed';
  };
  'api_key.created': ApiKeyIdentity & { expiresAt: string | null };
  'api_key.rotated': ApiKeyIdentity & {
    expiresAt: string | null;
    previousHint: string;
    /** Until when the secret before is still accepted. */
    previousValidUntil: string;
  };
  'api_key.revoked': ApiKeyIdentity;
  'webhook_endpoint.created': WebhookEndpointSettings;
  'webhook_endpoint.changed': WebhookEndpointSettings & {
    previousUrl: string;
    previousDescription: string;
    previousEventTypes: readonly string[];
  };
  'webhook_endpoint.secret_rotated': WebhookEndpointIdentity & {
    secretVersion: number;
    /** Until then requests are signed with the secret before, too. */
    previousUntil: string;
  };
  'webhook_endpoint.disabled': WebhookEndpointIdentity & { reason: 'requested' | 'gone' | 'failing' };
  'webhook_endpoint.enabled': WebhookEndpointIdentity;
  'webhook_endpoint.removed': WebhookEndpointIdentity;
}

export type EventType = keyof EventData;

/**
 * What each published event type carries. These types are the contract with subscribers: they change only by a new
 * optional property or by a new schema version, and never because the inside of Rollbook does.
 */

export type Role = 'owner' | 'admin' | 'member';

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

/** The data of each event type, in its current schema version. */
export interface EventData {
  'account.created': AccountName;
  'account.renamed': AccountName & { previousName: string };
  'account.suspended': AccountName;
  'account.reactivated': AccountName;
  'account.closed': AccountName;
  'user.created': UserWithRole;
  'user.profile_changed': UserIdentity & { previousName: string };
  'user.email_changed': UserIdentity & { previousEmail: string };
  'user.role_changed': UserWithRole & { previousRole: Role };
  'user.suspended': UserWithRole;
  'user.reactivated': UserWithRole;
  'user.removed': UserWithRole;
  'service_group.created': ServiceGroupIdentity;
  'service_group.renamed': ServiceGroupIdentity & { previousName: string };
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
}

export type EventType = keyof EventData;

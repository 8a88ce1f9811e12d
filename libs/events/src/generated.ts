// Generated from the event definitions of the domain by `npm run contracts`. Changes belong there.

/** What the data of each type of event has. */
export interface EventData {
  /** @description A tenant was created. */
  'account.created': {
    /** @description The name after the change. */
    name: string;
    /** @description The id in another system. Absent if there is none. */
    externalId?: string;
    /** @description Data that another system stores here. Absent if there is none. */
    metadata?: Record<string, unknown>;
    /** @description The plan of the tenant. Absent if there is none. */
    plan?: string | null;
    /** @description The maximum of each. Absent if there is no limit. */
    limits?: {
      /** @description The maximum number of users. */
      users?: number;
      /** @description The maximum number of service groups. */
      serviceGroups?: number;
      /** @description The maximum number of memberships, of all service groups together. */
      members?: number;
    };
  };
  /** @description A tenant was renamed. */
  'account.renamed': {
    /** @description The name after the change. */
    name: string;
    /** @description The name before the change. */
    previousName: string;
  };
  /** @description The settings of a tenant were changed: its plan, limits, external id or metadata. */
  'account.settings_changed': {
    /** @description The name after the change. */
    name: string;
    /** @description The id in another system, after the change. */
    externalId: string | null;
    /** @description The same before the change. */
    previousExternalId: string | null;
    /** @description All data that another system stores here, after the change. */
    metadata: Record<string, unknown>;
    /** @description The same before the change. */
    previousMetadata: Record<string, unknown>;
    /** @description The plan of the tenant, after the change. */
    plan: string | null;
    /** @description The same before the change. */
    previousPlan: string | null;
    /** @description The maximum of each, after the change. Without an entry there is no limit. */
    limits: {
      /** @description The maximum number of users. */
      users?: number;
      /** @description The maximum number of service groups. */
      serviceGroups?: number;
      /** @description The maximum number of memberships, of all service groups together. */
      members?: number;
    };
    /** @description The same before the change. */
    previousLimits: {
      /** @description The maximum number of users. */
      users?: number;
      /** @description The maximum number of service groups. */
      serviceGroups?: number;
      /** @description The maximum number of memberships, of all service groups together. */
      members?: number;
    };
  };
  /** @description It was changed which identity providers of a tenant say who its users are. */
  'account.sign_in_rules_changed': {
    /** @description The name after the change. */
    name: string;
    /** @description The rules after the change: how far each provider is trusted. */
    signInRules: {
      /** @description The identity provider: its issuer identifier. */
      issuer?: string;
      /** @description The domains whose emails it verifies. */
      domains?: string[];
      /** @description The claim that holds a user's external id. */
      externalIdClaim?: string;
    }[];
    /** @description The same before the change. */
    previousSignInRules: {
      /** @description The identity provider: its issuer identifier. */
      issuer?: string;
      /** @description The domains whose emails it verifies. */
      domains?: string[];
      /** @description The claim that holds a user's external id. */
      externalIdClaim?: string;
    }[];
  };
  /** @description A tenant was suspended: nobody may enter any of its service groups. */
  'account.suspended': {
    /** @description The name after the change. */
    name: string;
  };
  /** @description A suspended tenant was reactivated, with everything it had. */
  'account.reactivated': {
    /** @description The name after the change. */
    name: string;
  };
  /** @description A tenant was closed for good. The removals of its users and service groups follow. */
  'account.closed': {
    /** @description The name after the change. */
    name: string;
  };
  /** @description A user was created. */
  'user.created': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * @description The role after the change.
     * @enum {unknown}
     */
    role: 'owner' | 'admin' | 'member';
    /** @description The id in another system. Absent if there is none. */
    externalId?: string;
    /** @description Data that another system stores here. Absent if there is none. */
    metadata?: Record<string, unknown>;
  };
  /** @description A user was invited: they can be given service groups, but may not enter them before they are activated. Published instead of user.created, and again when an invitation is repeated. */
  'user.invited': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * @description The role after the change.
     * @enum {unknown}
     */
    role: 'owner' | 'admin' | 'member';
    /** @description The id in another system. Absent if there is none. */
    externalId?: string;
    /** @description Data that another system stores here. Absent if there is none. */
    metadata?: Record<string, unknown>;
    /**
     * @description Present if there is nothing to accept, and no mail: somebody has to activate the user.
     * @enum {unknown}
     */
    invitation?: 'none';
  };
  /** @description An invited user was activated. */
  'user.activated': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * @description The role after the change.
     * @enum {unknown}
     */
    role: 'owner' | 'admin' | 'member';
  };
  /** @description The external id or the metadata of a user was changed. */
  'user.settings_changed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /** @description The id in another system, after the change. */
    externalId: string | null;
    /** @description The same before the change. */
    previousExternalId: string | null;
    /** @description All data that another system stores here, after the change. */
    metadata: Record<string, unknown>;
    /** @description The same before the change. */
    previousMetadata: Record<string, unknown>;
  };
  /** @description The name of a user was changed. */
  'user.profile_changed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /** @description The name before the change. */
    previousName: string;
  };
  /** @description The email address of a user was changed. */
  'user.email_changed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * Format: email
     * @description The email address before the change.
     */
    previousEmail: string;
  };
  /** @description The role of a user was changed. */
  'user.role_changed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * @description The role after the change.
     * @enum {unknown}
     */
    role: 'owner' | 'admin' | 'member';
    /**
     * @description The role before the change.
     * @enum {unknown}
     */
    previousRole: 'owner' | 'admin' | 'member';
  };
  /** @description A user was suspended: they may not enter their service groups. */
  'user.suspended': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * @description The role after the change.
     * @enum {unknown}
     */
    role: 'owner' | 'admin' | 'member';
  };
  /** @description A suspended user was reactivated, with the memberships they had. */
  'user.reactivated': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * @description The role after the change.
     * @enum {unknown}
     */
    role: 'owner' | 'admin' | 'member';
  };
  /** @description A user was removed, with all their memberships: no separate events follow for these. */
  'user.removed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /**
     * @description The role after the change.
     * @enum {unknown}
     */
    role: 'owner' | 'admin' | 'member';
  };
  /** @description Somebody was allowed to read the account as a user does, for a limited time. */
  'user.seen_as': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /** @description The reason that was given. */
    reason: string;
    /**
     * Format: date-time
     * @description When it ends, at the latest.
     */
    until: string;
  };
  /** @description The personal data of a removed user was erased for good: erase your copies too. */
  'user.erased': {
    /** @description The id of the user. */
    userId: string;
  };
  /** @description An identity of an identity provider was linked to a user, who may sign in with it. */
  'user.identity_linked': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /** @description The identity provider: its issuer identifier. */
    issuer: string;
    /** @description The id of the person at that identity provider. */
    subject: string;
    /**
     * @description How it was established that the identity is theirs.
     * @enum {unknown}
     */
    method: 'invitation' | 'verified_email' | 'scim' | 'admin';
  };
  /** @description An identity was unlinked from a user: they can no longer sign in with it. */
  'user.identity_unlinked': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name after the change. */
    name: string;
    /**
     * Format: email
     * @description The email address after the change.
     */
    email: string;
    /** @description The identity provider: its issuer identifier. */
    issuer: string;
    /** @description The id of the person at that identity provider. */
    subject: string;
  };
  /** @description A service group was created. */
  'service_group.created': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id in another system. Absent if there is none. */
    externalId?: string;
    /** @description Data that another system stores here. Absent if there is none. */
    metadata?: Record<string, unknown>;
    /** @description The rules for memberships. Absent if there are no rules. */
    membershipRules?: {
      /** @description The longest time for which a membership can be given: every membership ends. */
      maxLengthSeconds?: number;
      /** @description How long a membership lasts if no end is given. */
      defaultLengthSeconds?: number;
      /**
       * @description Present if a membership can only be given with a reason.
       * @constant
       */
      reasonRequired?: true;
      /**
       * @description Present if members of the account may ask for a membership.
       * @constant
       */
      membersMayAsk?: true;
      /**
       * @description Present if teams may be given access although an end or a reason is required.
       * @constant
       */
      teamsMayEnter?: true;
      /** @description The access roles that managers and requests may give. */
      accessRoles?: {
        /** @description The key of the access role. */
        key?: string;
        /** @description The longest time for which a membership with it can be given. */
        maxLengthSeconds?: number;
        /**
         * @description Present if members of the account may ask for it.
         * @constant
         */
        membersMayAsk?: true;
      }[];
      /** @description The key of the access role that a membership gets from SCIM, an import or an invitation. */
      defaultAccessRole?: string;
      /**
       * @description Who decides on requests: the managers of the service group (also if absent), or admins alone.
       * @enum {unknown}
       */
      approvers?: 'managers' | 'admins';
    };
  };
  /** @description A service group was renamed. */
  'service_group.renamed': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The name before the change. */
    previousName: string;
  };
  /** @description The external id, the metadata or the membership rules of a service group was changed. */
  'service_group.settings_changed': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id in another system, after the change. */
    externalId: string | null;
    /** @description The same before the change. */
    previousExternalId: string | null;
    /** @description All data that another system stores here, after the change. */
    metadata: Record<string, unknown>;
    /** @description The same before the change. */
    previousMetadata: Record<string, unknown>;
    /** @description What the service group asks of its memberships, after the change. */
    membershipRules?: {
      /** @description The longest time for which a membership can be given: every membership ends. */
      maxLengthSeconds?: number;
      /** @description How long a membership lasts if no end is given. */
      defaultLengthSeconds?: number;
      /**
       * @description Present if a membership can only be given with a reason.
       * @constant
       */
      reasonRequired?: true;
      /**
       * @description Present if members of the account may ask for a membership.
       * @constant
       */
      membersMayAsk?: true;
      /**
       * @description Present if teams may be given access although an end or a reason is required.
       * @constant
       */
      teamsMayEnter?: true;
      /** @description The access roles that managers and requests may give. */
      accessRoles?: {
        /** @description The key of the access role. */
        key?: string;
        /** @description The longest time for which a membership with it can be given. */
        maxLengthSeconds?: number;
        /**
         * @description Present if members of the account may ask for it.
         * @constant
         */
        membersMayAsk?: true;
      }[];
      /** @description The key of the access role that a membership gets from SCIM, an import or an invitation. */
      defaultAccessRole?: string;
      /**
       * @description Who decides on requests: the managers of the service group (also if absent), or admins alone.
       * @enum {unknown}
       */
      approvers?: 'managers' | 'admins';
    };
    /** @description The same before the change. */
    previousMembershipRules?: {
      /** @description The longest time for which a membership can be given: every membership ends. */
      maxLengthSeconds?: number;
      /** @description How long a membership lasts if no end is given. */
      defaultLengthSeconds?: number;
      /**
       * @description Present if a membership can only be given with a reason.
       * @constant
       */
      reasonRequired?: true;
      /**
       * @description Present if members of the account may ask for a membership.
       * @constant
       */
      membersMayAsk?: true;
      /**
       * @description Present if teams may be given access although an end or a reason is required.
       * @constant
       */
      teamsMayEnter?: true;
      /** @description The access roles that managers and requests may give. */
      accessRoles?: {
        /** @description The key of the access role. */
        key?: string;
        /** @description The longest time for which a membership with it can be given. */
        maxLengthSeconds?: number;
        /**
         * @description Present if members of the account may ask for it.
         * @constant
         */
        membersMayAsk?: true;
      }[];
      /** @description The key of the access role that a membership gets from SCIM, an import or an invitation. */
      defaultAccessRole?: string;
      /**
       * @description Who decides on requests: the managers of the service group (also if absent), or admins alone.
       * @enum {unknown}
       */
      approvers?: 'managers' | 'admins';
    };
  };
  /** @description A service group was removed. Each of its memberships ends with a separate event; the access of its teams ends without one. */
  'service_group.removed': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
  };
  /** @description A user was added to a service group, for good or until a time. */
  'service_group.member_added': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /** @description The version of the service group with this name. */
    serviceGroupVersion: number;
    /**
     * Format: date-time
     * @description When the membership ends by itself. Absent if it does not.
     */
    expiresAt?: string;
    /** @description The reason that was given for the membership. */
    reason?: string;
    /** @description The access role of the membership. Absent if it has none. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
  };
  /** @description The end of a membership was set, moved or taken away, or its reason or its access role was changed. */
  'service_group.membership_changed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /** @description The version of the service group with this name. */
    serviceGroupVersion: number;
    /**
     * Format: date-time
     * @description When the membership began.
     */
    since: string;
    /** @description When the membership ends by itself. Null if it does not. */
    expiresAt: string | null;
    /** @description The end before the change. Null if there was none. */
    previousExpiresAt: string | null;
    /** @description The reason that was given for the membership. */
    reason?: string;
    /** @description The access role after the change. Absent if there is none. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
    /** @description The access role before the change. Absent if there was none. */
    previousAccessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
  };
  /** @description A membership is about to end. Published once, a day ahead, unless the membership is shorter. */
  'service_group.membership_expiring': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /** @description The version of the service group with this name. */
    serviceGroupVersion: number;
    /**
     * Format: date-time
     * @description When the membership began.
     */
    since: string;
    /**
     * Format: date-time
     * @description When the membership ends by itself.
     */
    expiresAt: string;
  };
  /** @description A user is no longer in a service group: they were removed, or the membership ended by itself. */
  'service_group.member_removed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /** @description The version of the service group with this name. */
    serviceGroupVersion: number;
    /**
     * Format: date-time
     * @description When the membership began.
     */
    since: string;
    /**
     * @description Whether the user was removed from the service group, or the service group itself was removed.
     * @enum {unknown}
     */
    reason: 'member_removed' | 'service_group_removed';
    /**
     * @description Present if the membership ended by itself, at `expiresAt`.
     * @enum {unknown}
     */
    cause?: 'expired';
    /**
     * Format: date-time
     * @description When the membership ended by itself: earlier than the time of the event, which follows it.
     */
    expiresAt?: string;
    /** @description The access role that the membership had. Absent if it had none. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
  };
  /** @description A user was made a manager of a service group: they may see, add and remove its members. The removal of the service group ends it without a separate event. */
  'service_group.manager_added': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id of the user. */
    userId: string;
  };
  /** @description A user is no longer a manager of a service group. */
  'service_group.manager_removed': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id of the user. */
    userId: string;
    /**
     * @description Whether somebody ended it, or the user was removed from the account.
     * @enum {unknown}
     */
    reason: 'manager_removed' | 'user_removed';
  };
  /** @description An API key was created, with which a machine can act for the account or for the operators. */
  'api_key.created': {
    /** @description The id of the API key. */
    apiKeyId: string;
    /** @description The name of the key. */
    name: string;
    /** @description What the key may do. */
    scopes: string[];
    /** @description The end of the key, to tell it from others. */
    hint: string;
    /** @description When the key expires; null if never. */
    expiresAt: string | null;
  };
  /** @description An API key was given a new secret. The previous one is accepted for some time. */
  'api_key.rotated': {
    /** @description The id of the API key. */
    apiKeyId: string;
    /** @description The name of the key. */
    name: string;
    /** @description What the key may do. */
    scopes: string[];
    /** @description The end of the key, to tell it from others. */
    hint: string;
    /** @description When the key expires; null if never. */
    expiresAt: string | null;
    /** @description The hint of the previous secret. */
    previousHint: string;
    /**
     * Format: date-time
     * @description Until when the previous secret is accepted.
     */
    previousValidUntil: string;
  };
  /** @description An API key was revoked. */
  'api_key.revoked': {
    /** @description The id of the API key. */
    apiKeyId: string;
    /** @description The name of the key. */
    name: string;
    /** @description What the key may do. */
    scopes: string[];
    /** @description The end of the key, to tell it from others. */
    hint: string;
  };
  /** @description A webhook endpoint was created. */
  'webhook_endpoint.created': {
    /** @description The id of the webhook endpoint. */
    webhookEndpointId: string;
    /** @description Where events are sent, after the change. */
    url: string;
    /** @description A description for people; may be empty. */
    description: string;
    /** @description The event types it receives, or groups such as user.*; empty means all. */
    eventTypes: string[];
  };
  /** @description The URL, the description or the event types of a webhook endpoint were changed. */
  'webhook_endpoint.changed': {
    /** @description The id of the webhook endpoint. */
    webhookEndpointId: string;
    /** @description Where events are sent, after the change. */
    url: string;
    /** @description A description for people; may be empty. */
    description: string;
    /** @description The event types it receives, or groups such as user.*; empty means all. */
    eventTypes: string[];
    /** @description The URL before the change. */
    previousUrl: string;
    /** @description The description before the change. */
    previousDescription: string;
    /** @description The event types before the change. */
    previousEventTypes: string[];
  };
  /** @description A webhook endpoint was given a new secret. For a time requests are signed with both. Events never contain secrets. */
  'webhook_endpoint.secret_rotated': {
    /** @description The id of the webhook endpoint. */
    webhookEndpointId: string;
    /** @description Where events are sent, after the change. */
    url: string;
    /** @description The number of the new secret. */
    secretVersion: number;
    /**
     * Format: date-time
     * @description Until then requests are also signed with the previous secret.
     */
    previousUntil: string;
  };
  /** @description A webhook endpoint was disabled: nothing is sent to it until it is enabled. */
  'webhook_endpoint.disabled': {
    /** @description The id of the webhook endpoint. */
    webhookEndpointId: string;
    /** @description Where events are sent, after the change. */
    url: string;
    /**
     * @description On request; because it answered 410 Gone; or because it failed for days.
     * @enum {unknown}
     */
    reason: 'requested' | 'gone' | 'failing';
  };
  /** @description A disabled webhook endpoint was enabled: events are sent to it again. */
  'webhook_endpoint.enabled': {
    /** @description The id of the webhook endpoint. */
    webhookEndpointId: string;
    /** @description Where events are sent, after the change. */
    url: string;
  };
  /** @description A webhook endpoint was removed. */
  'webhook_endpoint.removed': {
    /** @description The id of the webhook endpoint. */
    webhookEndpointId: string;
    /** @description Where events are sent, after the change. */
    url: string;
  };
  /** @description A log stream was created: from then on the account’s events are sent to its URL, in batches. */
  'log_stream.created': {
    /** @description The id of the log stream. */
    logStreamId: string;
    /** @description Where batches are sent, after the change. */
    url: string;
    /**
     * @description How events are written.
     * @enum {unknown}
     */
    form: 'ndjson' | 'cloudevents' | 'splunk-hec' | 'datadog' | 'ocsf';
    /** @description Whether names, emails and other personal data are sent; otherwise only ids. */
    personalData: boolean;
    /** @description The event types it sends, or groups such as user.*; empty means all. */
    eventTypes: string[];
    /** @description A description for people; may be empty. */
    description: string;
  };
  /** @description The URL, the form, the event types, the description of a log stream, or whether it sends personal data, was changed. */
  'log_stream.changed': {
    /** @description The id of the log stream. */
    logStreamId: string;
    /** @description Where batches are sent, after the change. */
    url: string;
    /**
     * @description How events are written.
     * @enum {unknown}
     */
    form: 'ndjson' | 'cloudevents' | 'splunk-hec' | 'datadog' | 'ocsf';
    /** @description Whether names, emails and other personal data are sent; otherwise only ids. */
    personalData: boolean;
    /** @description The event types it sends, or groups such as user.*; empty means all. */
    eventTypes: string[];
    /** @description A description for people; may be empty. */
    description: string;
    /** @description The URL before the change. */
    previousUrl: string;
    /**
     * @description The form before the change.
     * @enum {unknown}
     */
    previousForm: 'ndjson' | 'cloudevents' | 'splunk-hec' | 'datadog' | 'ocsf';
    /** @description Whether personal data was sent before the change. */
    previousPersonalData: boolean;
    /** @description The event types before the change. */
    previousEventTypes: string[];
    /** @description The description before the change. */
    previousDescription: string;
  };
  /** @description The secret of a log stream was replaced. Events never contain secrets. */
  'log_stream.secret_replaced': {
    /** @description The id of the log stream. */
    logStreamId: string;
    /** @description Where batches are sent, after the change. */
    url: string;
    /** @description The number of the new secret. */
    secretVersion: number;
  };
  /** @description A log stream was disabled: nothing is sent until it is enabled, and then everything since. */
  'log_stream.disabled': {
    /** @description The id of the log stream. */
    logStreamId: string;
    /** @description Where batches are sent, after the change. */
    url: string;
    /**
     * @description On request; because it answered 410 Gone; or because it failed for days.
     * @enum {unknown}
     */
    reason: 'requested' | 'gone' | 'failing';
  };
  /** @description A disabled log stream was enabled: it continues where it stopped. */
  'log_stream.enabled': {
    /** @description The id of the log stream. */
    logStreamId: string;
    /** @description Where batches are sent, after the change. */
    url: string;
  };
  /** @description A log stream was set back: events that it may have sent already are sent again. */
  'log_stream.replayed': {
    /** @description The id of the log stream. */
    logStreamId: string;
    /** @description Where batches are sent, after the change. */
    url: string;
    /** @description The earliest event that is sent again; null for all. */
    from: string | null;
  };
  /** @description A log stream was removed. */
  'log_stream.removed': {
    /** @description The id of the log stream. */
    logStreamId: string;
    /** @description Where batches are sent, after the change. */
    url: string;
  };
  /** @description A user asked for access to a service group. Nothing is given before the request is approved. */
  'access_request.requested': {
    /** @description The id of the access request. */
    accessRequestId: string;
    /** @description The id of the user who asks. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /**
     * Format: date-time
     * @description The requested end of the access. Absent if none was named.
     */
    expiresAt?: string;
    /** @description The requested length of the access in seconds, from its approval. */
    lengthSeconds?: number;
    /** @description Why, in the words of the user. Absent if none was given. */
    reason?: string;
    /** @description The requested access role. Absent if none was requested. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
    /**
     * Format: date-time
     * @description When the request lapses if nobody decides on it.
     */
    lapsesAt: string;
  };
  /** @description A request for access was approved. The membership that it gives is a service_group.member_added of the user. */
  'access_request.approved': {
    /** @description The id of the access request. */
    accessRequestId: string;
    /** @description The id of the user who asks. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /** @description What the decider had to say. Absent if nothing. */
    note?: string;
    /**
     * Format: date-time
     * @description When the membership ends. Absent if it is permanent.
     */
    expiresAt?: string;
    /** @description The access role that was requested, and given. Absent if none was. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
  };
  /** @description A request for access was refused. */
  'access_request.refused': {
    /** @description The id of the access request. */
    accessRequestId: string;
    /** @description The id of the user who asks. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /** @description What the decider had to say. Absent if nothing. */
    note?: string;
  };
  /** @description A user withdrew their request for access. */
  'access_request.withdrawn': {
    /** @description The id of the access request. */
    accessRequestId: string;
    /** @description The id of the user who asks. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
  };
  /** @description Nobody decided on a request for access in time. */
  'access_request.lapsed': {
    /** @description The id of the access request. */
    accessRequestId: string;
    /** @description The id of the user who asks. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name of the service group at that time. */
    serviceGroupName: string;
    /**
     * Format: date-time
     * @description When it lapsed. The event may follow later.
     */
    lapsedAt: string;
  };
  /** @description An access role was created: memberships may have it from now on. */
  'access_role.created': {
    /** @description The id of the access role. */
    accessRoleId: string;
    /** @description The key of the access role, which never changes. */
    key: string;
    /** @description The name, after the change. */
    name: string;
    /** @description What it is for, in one sentence; may be empty. */
    description: string;
    /** @description What it allows besides entering, after the change. */
    permissions: string[];
  };
  /** @description The name, the description or the permissions of an access role were changed, for everybody who has it. */
  'access_role.changed': {
    /** @description The id of the access role. */
    accessRoleId: string;
    /** @description The key of the access role, which never changes. */
    key: string;
    /** @description The name, after the change. */
    name: string;
    /** @description What it is for, in one sentence; may be empty. */
    description: string;
    /** @description What it allows besides entering, after the change. */
    permissions: string[];
    /** @description The name before the change. */
    previousName: string;
    /** @description The description before the change. */
    previousDescription: string;
    /** @description The permissions before the change. */
    previousPermissions: string[];
  };
  /** @description An access role was removed: who had it may only enter from now on. No separate events follow for their memberships. */
  'access_role.removed': {
    /** @description The id of the access role. */
    accessRoleId: string;
    /** @description The key of the access role, which never changes. */
    key: string;
    /** @description The name it had. */
    name: string;
  };
  /** @description A team was created: users and service groups may have it from now on. */
  'team.created': {
    /** @description The id of the team. */
    teamId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id in another system. Absent if there is none. */
    externalId?: string;
    /** @description Data that another system stores here. Absent if there is none. */
    metadata?: Record<string, unknown>;
  };
  /** @description A team was renamed. */
  'team.renamed': {
    /** @description The id of the team. */
    teamId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The name before the change. */
    previousName: string;
  };
  /** @description The external id or the metadata of a team was changed. */
  'team.settings_changed': {
    /** @description The id of the team. */
    teamId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id in another system, after the change. */
    externalId: string | null;
    /** @description The same before the change. */
    previousExternalId: string | null;
    /** @description All data that another system stores here, after the change. */
    metadata: Record<string, unknown>;
    /** @description The same before the change. */
    previousMetadata: Record<string, unknown>;
  };
  /** @description A team was removed: it gives nobody access any more. The places of its users and its access to service groups end with separate events. */
  'team.removed': {
    /** @description The id of the team. */
    teamId: string;
    /** @description The name after the change. */
    name: string;
  };
  /** @description A user was added to a team, for good or until a time: they may enter the service groups that have the team. No separate events follow for these. */
  'team.member_added': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When it ends by itself. Absent if it does not.
     */
    expiresAt?: string;
    /** @description The reason that was given for it. */
    reason?: string;
  };
  /** @description The end of the place of a user in a team was set, moved or taken away, or its reason was changed. */
  'team.membership_changed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When the user joined the team.
     */
    since: string;
    /** @description When it ends by itself. Null if it does not. */
    expiresAt: string | null;
    /** @description The end before the change. Null if there was none. */
    previousExpiresAt: string | null;
    /** @description The reason that was given for it. */
    reason?: string;
  };
  /** @description The place of a user in a team is about to end. Published once, a day ahead, unless it is shorter. */
  'team.membership_expiring': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When the user joined the team.
     */
    since: string;
    /**
     * Format: date-time
     * @description When it ends by itself.
     */
    expiresAt: string;
  };
  /** @description A user is no longer in a team: they were removed, or their place ended by itself. No separate events follow for the service groups of the team. */
  'team.member_removed': {
    /** @description The id of the user. */
    userId: string;
    /** @description The name of the user at that time. */
    userName: string;
    /**
     * Format: email
     * @description The email address of the user at that time.
     */
    userEmail: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When the user joined the team.
     */
    since: string;
    /**
     * @description Whether the user was removed from the team, or the team itself was removed.
     * @enum {unknown}
     */
    reason: 'member_removed' | 'team_removed';
    /**
     * @description Present if it ended by itself, at `expiresAt`.
     * @enum {unknown}
     */
    cause?: 'expired';
    /**
     * Format: date-time
     * @description When it ended by itself: earlier than the time of the event, which follows it.
     */
    expiresAt?: string;
  };
  /** @description A team was given access to a service group, for good or until a time: its users may enter. No separate events follow for these. */
  'service_group.team_added': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When the access ends by itself. Absent if it does not.
     */
    expiresAt?: string;
    /** @description The reason that was given for it. */
    reason?: string;
    /** @description The access role of the users of the team. Absent if there is none. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
  };
  /** @description The end of the access of a team was set, moved or taken away, or its reason or its access role was changed. */
  'service_group.team_changed': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When the access of the team began.
     */
    since: string;
    /** @description When the access ends by itself. Null if it does not. */
    expiresAt: string | null;
    /** @description The end before the change. Null if there was none. */
    previousExpiresAt: string | null;
    /** @description The reason that was given for it. */
    reason?: string;
    /** @description The access role after the change. Absent if there is none. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
    /** @description The access role before the change. Absent if there was none. */
    previousAccessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
  };
  /** @description The access of a team is about to end. Published once, a day ahead, unless it is shorter. */
  'service_group.team_expiring': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When the access of the team began.
     */
    since: string;
    /**
     * Format: date-time
     * @description When the access ends by itself.
     */
    expiresAt: string;
  };
  /** @description A team no longer has access to a service group: it was taken away, or ended by itself. No separate events follow for its users. */
  'service_group.team_removed': {
    /** @description The id of the service group. */
    serviceGroupId: string;
    /** @description The name after the change. */
    name: string;
    /** @description The id of the team. */
    teamId: string;
    /** @description The name of the team at that time. */
    teamName: string;
    /**
     * Format: date-time
     * @description When the access of the team began.
     */
    since: string;
    /**
     * @description Whether the access was taken away, or the team itself was removed.
     * @enum {unknown}
     */
    reason: 'team_removed_from_group' | 'team_removed';
    /**
     * @description Present if the access ended by itself, at `expiresAt`.
     * @enum {unknown}
     */
    cause?: 'expired';
    /**
     * Format: date-time
     * @description When it ended by itself: earlier than the time of the event, which follows it.
     */
    expiresAt?: string;
    /** @description The access role that it had. Absent if it had none. */
    accessRole?: {
      /** @description The id of the access role. */
      id?: string;
      /** @description Its key, which never changes. */
      key?: string;
    };
  };
}

/** JSON Schema (2020-12) of the data of each type. */
export const SCHEMAS = {
  'account.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:account.created:1',
    title: 'account.created',
    description: 'A tenant was created.',
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name after the change.' },
      externalId: { type: 'string', description: 'The id in another system. Absent if there is none.' },
      metadata: {
        type: 'object',
        description: 'Data that another system stores here. Absent if there is none.',
      },
      plan: { type: ['string', 'null'], description: 'The plan of the tenant. Absent if there is none.' },
      limits: {
        type: 'object',
        description: 'The maximum of each. Absent if there is no limit.',
        properties: {
          users: { type: 'integer', minimum: 0, description: 'The maximum number of users.' },
          serviceGroups: {
            type: 'integer',
            minimum: 0,
            description: 'The maximum number of service groups.',
          },
          members: {
            type: 'integer',
            minimum: 0,
            description: 'The maximum number of memberships, of all service groups together.',
          },
        },
      },
    },
    required: ['name'],
  },
  'account.renamed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:account.renamed:1',
    title: 'account.renamed',
    description: 'A tenant was renamed.',
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name after the change.' },
      previousName: { type: 'string', description: 'The name before the change.' },
    },
    required: ['name', 'previousName'],
  },
  'account.settings_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:account.settings_changed:1',
    title: 'account.settings_changed',
    description: 'The settings of a tenant were changed: its plan, limits, external id or metadata.',
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name after the change.' },
      externalId: { type: ['string', 'null'], description: 'The id in another system, after the change.' },
      previousExternalId: { type: ['string', 'null'], description: 'The same before the change.' },
      metadata: {
        type: 'object',
        description: 'All data that another system stores here, after the change.',
      },
      previousMetadata: { type: 'object', description: 'The same before the change.' },
      plan: { type: ['string', 'null'], description: 'The plan of the tenant, after the change.' },
      previousPlan: { type: ['string', 'null'], description: 'The same before the change.' },
      limits: {
        type: 'object',
        description: 'The maximum of each, after the change. Without an entry there is no limit.',
        properties: {
          users: { type: 'integer', minimum: 0, description: 'The maximum number of users.' },
          serviceGroups: {
            type: 'integer',
            minimum: 0,
            description: 'The maximum number of service groups.',
          },
          members: {
            type: 'integer',
            minimum: 0,
            description: 'The maximum number of memberships, of all service groups together.',
          },
        },
      },
      previousLimits: {
        type: 'object',
        description: 'The same before the change.',
        properties: {
          users: { type: 'integer', minimum: 0, description: 'The maximum number of users.' },
          serviceGroups: {
            type: 'integer',
            minimum: 0,
            description: 'The maximum number of service groups.',
          },
          members: {
            type: 'integer',
            minimum: 0,
            description: 'The maximum number of memberships, of all service groups together.',
          },
        },
      },
    },
    required: [
      'externalId',
      'limits',
      'metadata',
      'name',
      'plan',
      'previousExternalId',
      'previousLimits',
      'previousMetadata',
      'previousPlan',
    ],
  },
  'account.sign_in_rules_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:account.sign_in_rules_changed:1',
    title: 'account.sign_in_rules_changed',
    description: 'It was changed which identity providers of a tenant say who its users are.',
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name after the change.' },
      signInRules: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            issuer: { type: 'string', description: 'The identity provider: its issuer identifier.' },
            domains: {
              type: 'array',
              items: { type: 'string' },
              description: 'The domains whose emails it verifies.',
            },
            externalIdClaim: { type: 'string', description: "The claim that holds a user's external id." },
          },
        },
        description: 'The rules after the change: how far each provider is trusted.',
      },
      previousSignInRules: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            issuer: { type: 'string', description: 'The identity provider: its issuer identifier.' },
            domains: {
              type: 'array',
              items: { type: 'string' },
              description: 'The domains whose emails it verifies.',
            },
            externalIdClaim: { type: 'string', description: "The claim that holds a user's external id." },
          },
        },
        description: 'The same before the change.',
      },
    },
    required: ['name', 'previousSignInRules', 'signInRules'],
  },
  'account.suspended': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:account.suspended:1',
    title: 'account.suspended',
    description: 'A tenant was suspended: nobody may enter any of its service groups.',
    type: 'object',
    properties: { name: { type: 'string', description: 'The name after the change.' } },
    required: ['name'],
  },
  'account.reactivated': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:account.reactivated:1',
    title: 'account.reactivated',
    description: 'A suspended tenant was reactivated, with everything it had.',
    type: 'object',
    properties: { name: { type: 'string', description: 'The name after the change.' } },
    required: ['name'],
  },
  'account.closed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:account.closed:1',
    title: 'account.closed',
    description: 'A tenant was closed for good. The removals of its users and service groups follow.',
    type: 'object',
    properties: { name: { type: 'string', description: 'The name after the change.' } },
    required: ['name'],
  },
  'user.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.created:1',
    title: 'user.created',
    description: 'A user was created.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      role: { enum: ['owner', 'admin', 'member'], description: 'The role after the change.' },
      externalId: { type: 'string', description: 'The id in another system. Absent if there is none.' },
      metadata: {
        type: 'object',
        description: 'Data that another system stores here. Absent if there is none.',
      },
    },
    required: ['email', 'name', 'role', 'userId'],
  },
  'user.invited': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.invited:1',
    title: 'user.invited',
    description:
      'A user was invited: they can be given service groups, but may not enter them before they are activated. Published instead of user.created, and again when an invitation is repeated.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      role: { enum: ['owner', 'admin', 'member'], description: 'The role after the change.' },
      externalId: { type: 'string', description: 'The id in another system. Absent if there is none.' },
      metadata: {
        type: 'object',
        description: 'Data that another system stores here. Absent if there is none.',
      },
      invitation: {
        enum: ['none'],
        description: 'Present if there is nothing to accept, and no mail: somebody has to activate the user.',
      },
    },
    required: ['email', 'name', 'role', 'userId'],
  },
  'user.activated': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.activated:1',
    title: 'user.activated',
    description: 'An invited user was activated.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      role: { enum: ['owner', 'admin', 'member'], description: 'The role after the change.' },
    },
    required: ['email', 'name', 'role', 'userId'],
  },
  'user.settings_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.settings_changed:1',
    title: 'user.settings_changed',
    description: 'The external id or the metadata of a user was changed.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      externalId: { type: ['string', 'null'], description: 'The id in another system, after the change.' },
      previousExternalId: { type: ['string', 'null'], description: 'The same before the change.' },
      metadata: {
        type: 'object',
        description: 'All data that another system stores here, after the change.',
      },
      previousMetadata: { type: 'object', description: 'The same before the change.' },
    },
    required: ['email', 'externalId', 'metadata', 'name', 'previousExternalId', 'previousMetadata', 'userId'],
  },
  'user.profile_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.profile_changed:1',
    title: 'user.profile_changed',
    description: 'The name of a user was changed.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      previousName: { type: 'string', description: 'The name before the change.' },
    },
    required: ['email', 'name', 'previousName', 'userId'],
  },
  'user.email_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.email_changed:1',
    title: 'user.email_changed',
    description: 'The email address of a user was changed.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      previousEmail: { type: 'string', format: 'email', description: 'The email address before the change.' },
    },
    required: ['email', 'name', 'previousEmail', 'userId'],
  },
  'user.role_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.role_changed:1',
    title: 'user.role_changed',
    description: 'The role of a user was changed.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      role: { enum: ['owner', 'admin', 'member'], description: 'The role after the change.' },
      previousRole: { enum: ['owner', 'admin', 'member'], description: 'The role before the change.' },
    },
    required: ['email', 'name', 'previousRole', 'role', 'userId'],
  },
  'user.suspended': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.suspended:1',
    title: 'user.suspended',
    description: 'A user was suspended: they may not enter their service groups.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      role: { enum: ['owner', 'admin', 'member'], description: 'The role after the change.' },
    },
    required: ['email', 'name', 'role', 'userId'],
  },
  'user.reactivated': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.reactivated:1',
    title: 'user.reactivated',
    description: 'A suspended user was reactivated, with the memberships they had.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      role: { enum: ['owner', 'admin', 'member'], description: 'The role after the change.' },
    },
    required: ['email', 'name', 'role', 'userId'],
  },
  'user.removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.removed:1',
    title: 'user.removed',
    description: 'A user was removed, with all their memberships: no separate events follow for these.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      role: { enum: ['owner', 'admin', 'member'], description: 'The role after the change.' },
    },
    required: ['email', 'name', 'role', 'userId'],
  },
  'user.seen_as': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.seen_as:1',
    title: 'user.seen_as',
    description: 'Somebody was allowed to read the account as a user does, for a limited time.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      reason: { type: 'string', description: 'The reason that was given.' },
      until: { type: 'string', format: 'date-time', description: 'When it ends, at the latest.' },
    },
    required: ['email', 'name', 'reason', 'until', 'userId'],
  },
  'user.erased': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.erased:1',
    title: 'user.erased',
    description: 'The personal data of a removed user was erased for good: erase your copies too.',
    type: 'object',
    properties: { userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' } },
    required: ['userId'],
  },
  'user.identity_linked': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.identity_linked:1',
    title: 'user.identity_linked',
    description: 'An identity of an identity provider was linked to a user, who may sign in with it.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      issuer: { type: 'string', description: 'The identity provider: its issuer identifier.' },
      subject: { type: 'string', description: 'The id of the person at that identity provider.' },
      method: {
        enum: ['invitation', 'verified_email', 'scim', 'admin'],
        description: 'How it was established that the identity is theirs.',
      },
    },
    required: ['email', 'issuer', 'method', 'name', 'subject', 'userId'],
  },
  'user.identity_unlinked': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:user.identity_unlinked:1',
    title: 'user.identity_unlinked',
    description: 'An identity was unlinked from a user: they can no longer sign in with it.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      name: { type: 'string', description: 'The name after the change.' },
      email: { type: 'string', format: 'email', description: 'The email address after the change.' },
      issuer: { type: 'string', description: 'The identity provider: its issuer identifier.' },
      subject: { type: 'string', description: 'The id of the person at that identity provider.' },
    },
    required: ['email', 'issuer', 'name', 'subject', 'userId'],
  },
  'service_group.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.created:1',
    title: 'service_group.created',
    description: 'A service group was created.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      externalId: { type: 'string', description: 'The id in another system. Absent if there is none.' },
      metadata: {
        type: 'object',
        description: 'Data that another system stores here. Absent if there is none.',
      },
      membershipRules: {
        type: 'object',
        description: 'The rules for memberships. Absent if there are no rules.',
        properties: {
          maxLengthSeconds: {
            type: 'integer',
            minimum: 60,
            description: 'The longest time for which a membership can be given: every membership ends.',
          },
          defaultLengthSeconds: {
            type: 'integer',
            minimum: 60,
            description: 'How long a membership lasts if no end is given.',
          },
          reasonRequired: {
            const: true,
            description: 'Present if a membership can only be given with a reason.',
          },
          membersMayAsk: {
            const: true,
            description: 'Present if members of the account may ask for a membership.',
          },
          teamsMayEnter: {
            const: true,
            description: 'Present if teams may be given access although an end or a reason is required.',
          },
          accessRoles: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                key: { type: 'string', description: 'The key of the access role.' },
                maxLengthSeconds: {
                  type: 'integer',
                  minimum: 60,
                  description: 'The longest time for which a membership with it can be given.',
                },
                membersMayAsk: {
                  const: true,
                  description: 'Present if members of the account may ask for it.',
                },
              },
            },
            description: 'The access roles that managers and requests may give.',
          },
          defaultAccessRole: {
            type: 'string',
            description:
              'The key of the access role that a membership gets from SCIM, an import or an invitation.',
          },
          approvers: {
            enum: ['managers', 'admins'],
            description:
              'Who decides on requests: the managers of the service group (also if absent), or admins alone.',
          },
        },
      },
    },
    required: ['name', 'serviceGroupId'],
  },
  'service_group.renamed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.renamed:1',
    title: 'service_group.renamed',
    description: 'A service group was renamed.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      previousName: { type: 'string', description: 'The name before the change.' },
    },
    required: ['name', 'previousName', 'serviceGroupId'],
  },
  'service_group.settings_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.settings_changed:1',
    title: 'service_group.settings_changed',
    description: 'The external id, the metadata or the membership rules of a service group was changed.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      externalId: { type: ['string', 'null'], description: 'The id in another system, after the change.' },
      previousExternalId: { type: ['string', 'null'], description: 'The same before the change.' },
      metadata: {
        type: 'object',
        description: 'All data that another system stores here, after the change.',
      },
      previousMetadata: { type: 'object', description: 'The same before the change.' },
      membershipRules: {
        type: 'object',
        description: 'What the service group asks of its memberships, after the change.',
        properties: {
          maxLengthSeconds: {
            type: 'integer',
            minimum: 60,
            description: 'The longest time for which a membership can be given: every membership ends.',
          },
          defaultLengthSeconds: {
            type: 'integer',
            minimum: 60,
            description: 'How long a membership lasts if no end is given.',
          },
          reasonRequired: {
            const: true,
            description: 'Present if a membership can only be given with a reason.',
          },
          membersMayAsk: {
            const: true,
            description: 'Present if members of the account may ask for a membership.',
          },
          teamsMayEnter: {
            const: true,
            description: 'Present if teams may be given access although an end or a reason is required.',
          },
          accessRoles: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                key: { type: 'string', description: 'The key of the access role.' },
                maxLengthSeconds: {
                  type: 'integer',
                  minimum: 60,
                  description: 'The longest time for which a membership with it can be given.',
                },
                membersMayAsk: {
                  const: true,
                  description: 'Present if members of the account may ask for it.',
                },
              },
            },
            description: 'The access roles that managers and requests may give.',
          },
          defaultAccessRole: {
            type: 'string',
            description:
              'The key of the access role that a membership gets from SCIM, an import or an invitation.',
          },
          approvers: {
            enum: ['managers', 'admins'],
            description:
              'Who decides on requests: the managers of the service group (also if absent), or admins alone.',
          },
        },
      },
      previousMembershipRules: {
        type: 'object',
        description: 'The same before the change.',
        properties: {
          maxLengthSeconds: {
            type: 'integer',
            minimum: 60,
            description: 'The longest time for which a membership can be given: every membership ends.',
          },
          defaultLengthSeconds: {
            type: 'integer',
            minimum: 60,
            description: 'How long a membership lasts if no end is given.',
          },
          reasonRequired: {
            const: true,
            description: 'Present if a membership can only be given with a reason.',
          },
          membersMayAsk: {
            const: true,
            description: 'Present if members of the account may ask for a membership.',
          },
          teamsMayEnter: {
            const: true,
            description: 'Present if teams may be given access although an end or a reason is required.',
          },
          accessRoles: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                key: { type: 'string', description: 'The key of the access role.' },
                maxLengthSeconds: {
                  type: 'integer',
                  minimum: 60,
                  description: 'The longest time for which a membership with it can be given.',
                },
                membersMayAsk: {
                  const: true,
                  description: 'Present if members of the account may ask for it.',
                },
              },
            },
            description: 'The access roles that managers and requests may give.',
          },
          defaultAccessRole: {
            type: 'string',
            description:
              'The key of the access role that a membership gets from SCIM, an import or an invitation.',
          },
          approvers: {
            enum: ['managers', 'admins'],
            description:
              'Who decides on requests: the managers of the service group (also if absent), or admins alone.',
          },
        },
      },
    },
    required: ['externalId', 'metadata', 'name', 'previousExternalId', 'previousMetadata', 'serviceGroupId'],
  },
  'service_group.removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.removed:1',
    title: 'service_group.removed',
    description:
      'A service group was removed. Each of its memberships ends with a separate event; the access of its teams ends without one.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
    },
    required: ['name', 'serviceGroupId'],
  },
  'service_group.member_added': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.member_added:1',
    title: 'service_group.member_added',
    description: 'A user was added to a service group, for good or until a time.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      serviceGroupVersion: {
        type: 'integer',
        minimum: 1,
        description: 'The version of the service group with this name.',
      },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'When the membership ends by itself. Absent if it does not.',
      },
      reason: { type: 'string', description: 'The reason that was given for the membership.' },
      accessRole: {
        type: 'object',
        description: 'The access role of the membership. Absent if it has none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
    },
    required: [
      'serviceGroupId',
      'serviceGroupName',
      'serviceGroupVersion',
      'userEmail',
      'userId',
      'userName',
    ],
  },
  'service_group.membership_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.membership_changed:1',
    title: 'service_group.membership_changed',
    description:
      'The end of a membership was set, moved or taken away, or its reason or its access role was changed.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      serviceGroupVersion: {
        type: 'integer',
        minimum: 1,
        description: 'The version of the service group with this name.',
      },
      since: { type: 'string', format: 'date-time', description: 'When the membership began.' },
      expiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'When the membership ends by itself. Null if it does not.',
      },
      previousExpiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'The end before the change. Null if there was none.',
      },
      reason: { type: 'string', description: 'The reason that was given for the membership.' },
      accessRole: {
        type: 'object',
        description: 'The access role after the change. Absent if there is none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
      previousAccessRole: {
        type: 'object',
        description: 'The access role before the change. Absent if there was none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
    },
    required: [
      'expiresAt',
      'previousExpiresAt',
      'serviceGroupId',
      'serviceGroupName',
      'serviceGroupVersion',
      'since',
      'userEmail',
      'userId',
      'userName',
    ],
  },
  'service_group.membership_expiring': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.membership_expiring:1',
    title: 'service_group.membership_expiring',
    description:
      'A membership is about to end. Published once, a day ahead, unless the membership is shorter.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      serviceGroupVersion: {
        type: 'integer',
        minimum: 1,
        description: 'The version of the service group with this name.',
      },
      since: { type: 'string', format: 'date-time', description: 'When the membership began.' },
      expiresAt: { type: 'string', format: 'date-time', description: 'When the membership ends by itself.' },
    },
    required: [
      'expiresAt',
      'serviceGroupId',
      'serviceGroupName',
      'serviceGroupVersion',
      'since',
      'userEmail',
      'userId',
      'userName',
    ],
  },
  'service_group.member_removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.member_removed:1',
    title: 'service_group.member_removed',
    description:
      'A user is no longer in a service group: they were removed, or the membership ended by itself.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      serviceGroupVersion: {
        type: 'integer',
        minimum: 1,
        description: 'The version of the service group with this name.',
      },
      since: { type: 'string', format: 'date-time', description: 'When the membership began.' },
      reason: {
        enum: ['member_removed', 'service_group_removed'],
        description:
          'Whether the user was removed from the service group, or the service group itself was removed.',
      },
      cause: { enum: ['expired'], description: 'Present if the membership ended by itself, at `expiresAt`.' },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description:
          'When the membership ended by itself: earlier than the time of the event, which follows it.',
      },
      accessRole: {
        type: 'object',
        description: 'The access role that the membership had. Absent if it had none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
    },
    required: [
      'reason',
      'serviceGroupId',
      'serviceGroupName',
      'serviceGroupVersion',
      'since',
      'userEmail',
      'userId',
      'userName',
    ],
  },
  'service_group.manager_added': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.manager_added:1',
    title: 'service_group.manager_added',
    description:
      'A user was made a manager of a service group: they may see, add and remove its members. The removal of the service group ends it without a separate event.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
    },
    required: ['name', 'serviceGroupId', 'userId'],
  },
  'service_group.manager_removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.manager_removed:1',
    title: 'service_group.manager_removed',
    description: 'A user is no longer a manager of a service group.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      reason: {
        enum: ['manager_removed', 'user_removed'],
        description: 'Whether somebody ended it, or the user was removed from the account.',
      },
    },
    required: ['name', 'reason', 'serviceGroupId', 'userId'],
  },
  'api_key.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:api_key.created:1',
    title: 'api_key.created',
    description: 'An API key was created, with which a machine can act for the account or for the operators.',
    type: 'object',
    properties: {
      apiKeyId: { type: 'string', pattern: '^akey_', description: 'The id of the API key.' },
      name: { type: 'string', description: 'The name of the key.' },
      scopes: { type: 'array', items: { type: 'string' }, description: 'What the key may do.' },
      hint: { type: 'string', description: 'The end of the key, to tell it from others.' },
      expiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'When the key expires; null if never.',
      },
    },
    required: ['apiKeyId', 'expiresAt', 'hint', 'name', 'scopes'],
  },
  'api_key.rotated': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:api_key.rotated:1',
    title: 'api_key.rotated',
    description: 'An API key was given a new secret. The previous one is accepted for some time.',
    type: 'object',
    properties: {
      apiKeyId: { type: 'string', pattern: '^akey_', description: 'The id of the API key.' },
      name: { type: 'string', description: 'The name of the key.' },
      scopes: { type: 'array', items: { type: 'string' }, description: 'What the key may do.' },
      hint: { type: 'string', description: 'The end of the key, to tell it from others.' },
      expiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'When the key expires; null if never.',
      },
      previousHint: { type: 'string', description: 'The hint of the previous secret.' },
      previousValidUntil: {
        type: 'string',
        format: 'date-time',
        description: 'Until when the previous secret is accepted.',
      },
    },
    required: ['apiKeyId', 'expiresAt', 'hint', 'name', 'previousHint', 'previousValidUntil', 'scopes'],
  },
  'api_key.revoked': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:api_key.revoked:1',
    title: 'api_key.revoked',
    description: 'An API key was revoked.',
    type: 'object',
    properties: {
      apiKeyId: { type: 'string', pattern: '^akey_', description: 'The id of the API key.' },
      name: { type: 'string', description: 'The name of the key.' },
      scopes: { type: 'array', items: { type: 'string' }, description: 'What the key may do.' },
      hint: { type: 'string', description: 'The end of the key, to tell it from others.' },
    },
    required: ['apiKeyId', 'hint', 'name', 'scopes'],
  },
  'webhook_endpoint.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:webhook_endpoint.created:1',
    title: 'webhook_endpoint.created',
    description: 'A webhook endpoint was created.',
    type: 'object',
    properties: {
      webhookEndpointId: {
        type: 'string',
        pattern: '^whep_',
        description: 'The id of the webhook endpoint.',
      },
      url: { type: 'string', description: 'Where events are sent, after the change.' },
      description: { type: 'string', description: 'A description for people; may be empty.' },
      eventTypes: {
        type: 'array',
        items: { type: 'string' },
        description: 'The event types it receives, or groups such as user.*; empty means all.',
      },
    },
    required: ['description', 'eventTypes', 'url', 'webhookEndpointId'],
  },
  'webhook_endpoint.changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:webhook_endpoint.changed:1',
    title: 'webhook_endpoint.changed',
    description: 'The URL, the description or the event types of a webhook endpoint were changed.',
    type: 'object',
    properties: {
      webhookEndpointId: {
        type: 'string',
        pattern: '^whep_',
        description: 'The id of the webhook endpoint.',
      },
      url: { type: 'string', description: 'Where events are sent, after the change.' },
      description: { type: 'string', description: 'A description for people; may be empty.' },
      eventTypes: {
        type: 'array',
        items: { type: 'string' },
        description: 'The event types it receives, or groups such as user.*; empty means all.',
      },
      previousUrl: { type: 'string', description: 'The URL before the change.' },
      previousDescription: { type: 'string', description: 'The description before the change.' },
      previousEventTypes: {
        type: 'array',
        items: { type: 'string' },
        description: 'The event types before the change.',
      },
    },
    required: [
      'description',
      'eventTypes',
      'previousDescription',
      'previousEventTypes',
      'previousUrl',
      'url',
      'webhookEndpointId',
    ],
  },
  'webhook_endpoint.secret_rotated': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:webhook_endpoint.secret_rotated:1',
    title: 'webhook_endpoint.secret_rotated',
    description:
      'A webhook endpoint was given a new secret. For a time requests are signed with both. Events never contain secrets.',
    type: 'object',
    properties: {
      webhookEndpointId: {
        type: 'string',
        pattern: '^whep_',
        description: 'The id of the webhook endpoint.',
      },
      url: { type: 'string', description: 'Where events are sent, after the change.' },
      secretVersion: { type: 'integer', minimum: 2, description: 'The number of the new secret.' },
      previousUntil: {
        type: 'string',
        format: 'date-time',
        description: 'Until then requests are also signed with the previous secret.',
      },
    },
    required: ['previousUntil', 'secretVersion', 'url', 'webhookEndpointId'],
  },
  'webhook_endpoint.disabled': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:webhook_endpoint.disabled:1',
    title: 'webhook_endpoint.disabled',
    description: 'A webhook endpoint was disabled: nothing is sent to it until it is enabled.',
    type: 'object',
    properties: {
      webhookEndpointId: {
        type: 'string',
        pattern: '^whep_',
        description: 'The id of the webhook endpoint.',
      },
      url: { type: 'string', description: 'Where events are sent, after the change.' },
      reason: {
        enum: ['requested', 'gone', 'failing'],
        description: 'On request; because it answered 410 Gone; or because it failed for days.',
      },
    },
    required: ['reason', 'url', 'webhookEndpointId'],
  },
  'webhook_endpoint.enabled': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:webhook_endpoint.enabled:1',
    title: 'webhook_endpoint.enabled',
    description: 'A disabled webhook endpoint was enabled: events are sent to it again.',
    type: 'object',
    properties: {
      webhookEndpointId: {
        type: 'string',
        pattern: '^whep_',
        description: 'The id of the webhook endpoint.',
      },
      url: { type: 'string', description: 'Where events are sent, after the change.' },
    },
    required: ['url', 'webhookEndpointId'],
  },
  'webhook_endpoint.removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:webhook_endpoint.removed:1',
    title: 'webhook_endpoint.removed',
    description: 'A webhook endpoint was removed.',
    type: 'object',
    properties: {
      webhookEndpointId: {
        type: 'string',
        pattern: '^whep_',
        description: 'The id of the webhook endpoint.',
      },
      url: { type: 'string', description: 'Where events are sent, after the change.' },
    },
    required: ['url', 'webhookEndpointId'],
  },
  'log_stream.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:log_stream.created:1',
    title: 'log_stream.created',
    description:
      'A log stream was created: from then on the account’s events are sent to its URL, in batches.',
    type: 'object',
    properties: {
      logStreamId: { type: 'string', pattern: '^lstr_', description: 'The id of the log stream.' },
      url: { type: 'string', description: 'Where batches are sent, after the change.' },
      form: {
        enum: ['ndjson', 'cloudevents', 'splunk-hec', 'datadog', 'ocsf'],
        description: 'How events are written.',
      },
      personalData: {
        type: 'boolean',
        description: 'Whether names, emails and other personal data are sent; otherwise only ids.',
      },
      eventTypes: {
        type: 'array',
        items: { type: 'string' },
        description: 'The event types it sends, or groups such as user.*; empty means all.',
      },
      description: { type: 'string', description: 'A description for people; may be empty.' },
    },
    required: ['description', 'eventTypes', 'form', 'logStreamId', 'personalData', 'url'],
  },
  'log_stream.changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:log_stream.changed:1',
    title: 'log_stream.changed',
    description:
      'The URL, the form, the event types, the description of a log stream, or whether it sends personal data, was changed.',
    type: 'object',
    properties: {
      logStreamId: { type: 'string', pattern: '^lstr_', description: 'The id of the log stream.' },
      url: { type: 'string', description: 'Where batches are sent, after the change.' },
      form: {
        enum: ['ndjson', 'cloudevents', 'splunk-hec', 'datadog', 'ocsf'],
        description: 'How events are written.',
      },
      personalData: {
        type: 'boolean',
        description: 'Whether names, emails and other personal data are sent; otherwise only ids.',
      },
      eventTypes: {
        type: 'array',
        items: { type: 'string' },
        description: 'The event types it sends, or groups such as user.*; empty means all.',
      },
      description: { type: 'string', description: 'A description for people; may be empty.' },
      previousUrl: { type: 'string', description: 'The URL before the change.' },
      previousForm: {
        enum: ['ndjson', 'cloudevents', 'splunk-hec', 'datadog', 'ocsf'],
        description: 'The form before the change.',
      },
      previousPersonalData: {
        type: 'boolean',
        description: 'Whether personal data was sent before the change.',
      },
      previousEventTypes: {
        type: 'array',
        items: { type: 'string' },
        description: 'The event types before the change.',
      },
      previousDescription: { type: 'string', description: 'The description before the change.' },
    },
    required: [
      'description',
      'eventTypes',
      'form',
      'logStreamId',
      'personalData',
      'previousDescription',
      'previousEventTypes',
      'previousForm',
      'previousPersonalData',
      'previousUrl',
      'url',
    ],
  },
  'log_stream.secret_replaced': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:log_stream.secret_replaced:1',
    title: 'log_stream.secret_replaced',
    description: 'The secret of a log stream was replaced. Events never contain secrets.',
    type: 'object',
    properties: {
      logStreamId: { type: 'string', pattern: '^lstr_', description: 'The id of the log stream.' },
      url: { type: 'string', description: 'Where batches are sent, after the change.' },
      secretVersion: { type: 'integer', minimum: 2, description: 'The number of the new secret.' },
    },
    required: ['logStreamId', 'secretVersion', 'url'],
  },
  'log_stream.disabled': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:log_stream.disabled:1',
    title: 'log_stream.disabled',
    description: 'A log stream was disabled: nothing is sent until it is enabled, and then everything since.',
    type: 'object',
    properties: {
      logStreamId: { type: 'string', pattern: '^lstr_', description: 'The id of the log stream.' },
      url: { type: 'string', description: 'Where batches are sent, after the change.' },
      reason: {
        enum: ['requested', 'gone', 'failing'],
        description: 'On request; because it answered 410 Gone; or because it failed for days.',
      },
    },
    required: ['logStreamId', 'reason', 'url'],
  },
  'log_stream.enabled': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:log_stream.enabled:1',
    title: 'log_stream.enabled',
    description: 'A disabled log stream was enabled: it continues where it stopped.',
    type: 'object',
    properties: {
      logStreamId: { type: 'string', pattern: '^lstr_', description: 'The id of the log stream.' },
      url: { type: 'string', description: 'Where batches are sent, after the change.' },
    },
    required: ['logStreamId', 'url'],
  },
  'log_stream.replayed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:log_stream.replayed:1',
    title: 'log_stream.replayed',
    description: 'A log stream was set back: events that it may have sent already are sent again.',
    type: 'object',
    properties: {
      logStreamId: { type: 'string', pattern: '^lstr_', description: 'The id of the log stream.' },
      url: { type: 'string', description: 'Where batches are sent, after the change.' },
      from: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'The earliest event that is sent again; null for all.',
      },
    },
    required: ['from', 'logStreamId', 'url'],
  },
  'log_stream.removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:log_stream.removed:1',
    title: 'log_stream.removed',
    description: 'A log stream was removed.',
    type: 'object',
    properties: {
      logStreamId: { type: 'string', pattern: '^lstr_', description: 'The id of the log stream.' },
      url: { type: 'string', description: 'Where batches are sent, after the change.' },
    },
    required: ['logStreamId', 'url'],
  },
  'access_request.requested': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_request.requested:1',
    title: 'access_request.requested',
    description:
      'A user asked for access to a service group. Nothing is given before the request is approved.',
    type: 'object',
    properties: {
      accessRequestId: { type: 'string', pattern: '^areq_', description: 'The id of the access request.' },
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user who asks.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'The requested end of the access. Absent if none was named.',
      },
      lengthSeconds: {
        type: 'integer',
        minimum: 1,
        description: 'The requested length of the access in seconds, from its approval.',
      },
      reason: { type: 'string', description: 'Why, in the words of the user. Absent if none was given.' },
      accessRole: {
        type: 'object',
        description: 'The requested access role. Absent if none was requested.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
      lapsesAt: {
        type: 'string',
        format: 'date-time',
        description: 'When the request lapses if nobody decides on it.',
      },
    },
    required: [
      'accessRequestId',
      'lapsesAt',
      'serviceGroupId',
      'serviceGroupName',
      'userEmail',
      'userId',
      'userName',
    ],
  },
  'access_request.approved': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_request.approved:1',
    title: 'access_request.approved',
    description:
      'A request for access was approved. The membership that it gives is a service_group.member_added of the user.',
    type: 'object',
    properties: {
      accessRequestId: { type: 'string', pattern: '^areq_', description: 'The id of the access request.' },
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user who asks.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      note: { type: 'string', description: 'What the decider had to say. Absent if nothing.' },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'When the membership ends. Absent if it is permanent.',
      },
      accessRole: {
        type: 'object',
        description: 'The access role that was requested, and given. Absent if none was.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
    },
    required: ['accessRequestId', 'serviceGroupId', 'serviceGroupName', 'userEmail', 'userId', 'userName'],
  },
  'access_request.refused': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_request.refused:1',
    title: 'access_request.refused',
    description: 'A request for access was refused.',
    type: 'object',
    properties: {
      accessRequestId: { type: 'string', pattern: '^areq_', description: 'The id of the access request.' },
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user who asks.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      note: { type: 'string', description: 'What the decider had to say. Absent if nothing.' },
    },
    required: ['accessRequestId', 'serviceGroupId', 'serviceGroupName', 'userEmail', 'userId', 'userName'],
  },
  'access_request.withdrawn': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_request.withdrawn:1',
    title: 'access_request.withdrawn',
    description: 'A user withdrew their request for access.',
    type: 'object',
    properties: {
      accessRequestId: { type: 'string', pattern: '^areq_', description: 'The id of the access request.' },
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user who asks.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
    },
    required: ['accessRequestId', 'serviceGroupId', 'serviceGroupName', 'userEmail', 'userId', 'userName'],
  },
  'access_request.lapsed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_request.lapsed:1',
    title: 'access_request.lapsed',
    description: 'Nobody decided on a request for access in time.',
    type: 'object',
    properties: {
      accessRequestId: { type: 'string', pattern: '^areq_', description: 'The id of the access request.' },
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user who asks.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
      lapsedAt: {
        type: 'string',
        format: 'date-time',
        description: 'When it lapsed. The event may follow later.',
      },
    },
    required: [
      'accessRequestId',
      'lapsedAt',
      'serviceGroupId',
      'serviceGroupName',
      'userEmail',
      'userId',
      'userName',
    ],
  },
  'access_role.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_role.created:1',
    title: 'access_role.created',
    description: 'An access role was created: memberships may have it from now on.',
    type: 'object',
    properties: {
      accessRoleId: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
      key: { type: 'string', description: 'The key of the access role, which never changes.' },
      name: { type: 'string', description: 'The name, after the change.' },
      description: { type: 'string', description: 'What it is for, in one sentence; may be empty.' },
      permissions: {
        type: 'array',
        items: { type: 'string' },
        description: 'What it allows besides entering, after the change.',
      },
    },
    required: ['accessRoleId', 'description', 'key', 'name', 'permissions'],
  },
  'access_role.changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_role.changed:1',
    title: 'access_role.changed',
    description:
      'The name, the description or the permissions of an access role were changed, for everybody who has it.',
    type: 'object',
    properties: {
      accessRoleId: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
      key: { type: 'string', description: 'The key of the access role, which never changes.' },
      name: { type: 'string', description: 'The name, after the change.' },
      description: { type: 'string', description: 'What it is for, in one sentence; may be empty.' },
      permissions: {
        type: 'array',
        items: { type: 'string' },
        description: 'What it allows besides entering, after the change.',
      },
      previousName: { type: 'string', description: 'The name before the change.' },
      previousDescription: { type: 'string', description: 'The description before the change.' },
      previousPermissions: {
        type: 'array',
        items: { type: 'string' },
        description: 'The permissions before the change.',
      },
    },
    required: [
      'accessRoleId',
      'description',
      'key',
      'name',
      'permissions',
      'previousDescription',
      'previousName',
      'previousPermissions',
    ],
  },
  'access_role.removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:access_role.removed:1',
    title: 'access_role.removed',
    description:
      'An access role was removed: who had it may only enter from now on. No separate events follow for their memberships.',
    type: 'object',
    properties: {
      accessRoleId: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
      key: { type: 'string', description: 'The key of the access role, which never changes.' },
      name: { type: 'string', description: 'The name it had.' },
    },
    required: ['accessRoleId', 'key', 'name'],
  },
  'team.created': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.created:1',
    title: 'team.created',
    description: 'A team was created: users and service groups may have it from now on.',
    type: 'object',
    properties: {
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      name: { type: 'string', description: 'The name after the change.' },
      externalId: { type: 'string', description: 'The id in another system. Absent if there is none.' },
      metadata: {
        type: 'object',
        description: 'Data that another system stores here. Absent if there is none.',
      },
    },
    required: ['name', 'teamId'],
  },
  'team.renamed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.renamed:1',
    title: 'team.renamed',
    description: 'A team was renamed.',
    type: 'object',
    properties: {
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      name: { type: 'string', description: 'The name after the change.' },
      previousName: { type: 'string', description: 'The name before the change.' },
    },
    required: ['name', 'previousName', 'teamId'],
  },
  'team.settings_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.settings_changed:1',
    title: 'team.settings_changed',
    description: 'The external id or the metadata of a team was changed.',
    type: 'object',
    properties: {
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      name: { type: 'string', description: 'The name after the change.' },
      externalId: { type: ['string', 'null'], description: 'The id in another system, after the change.' },
      previousExternalId: { type: ['string', 'null'], description: 'The same before the change.' },
      metadata: {
        type: 'object',
        description: 'All data that another system stores here, after the change.',
      },
      previousMetadata: { type: 'object', description: 'The same before the change.' },
    },
    required: ['externalId', 'metadata', 'name', 'previousExternalId', 'previousMetadata', 'teamId'],
  },
  'team.removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.removed:1',
    title: 'team.removed',
    description:
      'A team was removed: it gives nobody access any more. The places of its users and its access to service groups end with separate events.',
    type: 'object',
    properties: {
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      name: { type: 'string', description: 'The name after the change.' },
    },
    required: ['name', 'teamId'],
  },
  'team.member_added': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.member_added:1',
    title: 'team.member_added',
    description:
      'A user was added to a team, for good or until a time: they may enter the service groups that have the team. No separate events follow for these.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'When it ends by itself. Absent if it does not.',
      },
      reason: { type: 'string', description: 'The reason that was given for it.' },
    },
    required: ['teamId', 'teamName', 'userEmail', 'userId', 'userName'],
  },
  'team.membership_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.membership_changed:1',
    title: 'team.membership_changed',
    description:
      'The end of the place of a user in a team was set, moved or taken away, or its reason was changed.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      since: { type: 'string', format: 'date-time', description: 'When the user joined the team.' },
      expiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'When it ends by itself. Null if it does not.',
      },
      previousExpiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'The end before the change. Null if there was none.',
      },
      reason: { type: 'string', description: 'The reason that was given for it.' },
    },
    required: [
      'expiresAt',
      'previousExpiresAt',
      'since',
      'teamId',
      'teamName',
      'userEmail',
      'userId',
      'userName',
    ],
  },
  'team.membership_expiring': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.membership_expiring:1',
    title: 'team.membership_expiring',
    description:
      'The place of a user in a team is about to end. Published once, a day ahead, unless it is shorter.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      since: { type: 'string', format: 'date-time', description: 'When the user joined the team.' },
      expiresAt: { type: 'string', format: 'date-time', description: 'When it ends by itself.' },
    },
    required: ['expiresAt', 'since', 'teamId', 'teamName', 'userEmail', 'userId', 'userName'],
  },
  'team.member_removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:team.member_removed:1',
    title: 'team.member_removed',
    description:
      'A user is no longer in a team: they were removed, or their place ended by itself. No separate events follow for the service groups of the team.',
    type: 'object',
    properties: {
      userId: { type: 'string', pattern: '^user_', description: 'The id of the user.' },
      userName: { type: 'string', description: 'The name of the user at that time.' },
      userEmail: {
        type: 'string',
        format: 'email',
        description: 'The email address of the user at that time.',
      },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      since: { type: 'string', format: 'date-time', description: 'When the user joined the team.' },
      reason: {
        enum: ['member_removed', 'team_removed'],
        description: 'Whether the user was removed from the team, or the team itself was removed.',
      },
      cause: { enum: ['expired'], description: 'Present if it ended by itself, at `expiresAt`.' },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'When it ended by itself: earlier than the time of the event, which follows it.',
      },
    },
    required: ['reason', 'since', 'teamId', 'teamName', 'userEmail', 'userId', 'userName'],
  },
  'service_group.team_added': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.team_added:1',
    title: 'service_group.team_added',
    description:
      'A team was given access to a service group, for good or until a time: its users may enter. No separate events follow for these.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'When the access ends by itself. Absent if it does not.',
      },
      reason: { type: 'string', description: 'The reason that was given for it.' },
      accessRole: {
        type: 'object',
        description: 'The access role of the users of the team. Absent if there is none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
    },
    required: ['name', 'serviceGroupId', 'teamId', 'teamName'],
  },
  'service_group.team_changed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.team_changed:1',
    title: 'service_group.team_changed',
    description:
      'The end of the access of a team was set, moved or taken away, or its reason or its access role was changed.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      since: { type: 'string', format: 'date-time', description: 'When the access of the team began.' },
      expiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'When the access ends by itself. Null if it does not.',
      },
      previousExpiresAt: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
        description: 'The end before the change. Null if there was none.',
      },
      reason: { type: 'string', description: 'The reason that was given for it.' },
      accessRole: {
        type: 'object',
        description: 'The access role after the change. Absent if there is none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
      previousAccessRole: {
        type: 'object',
        description: 'The access role before the change. Absent if there was none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
    },
    required: ['expiresAt', 'name', 'previousExpiresAt', 'serviceGroupId', 'since', 'teamId', 'teamName'],
  },
  'service_group.team_expiring': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.team_expiring:1',
    title: 'service_group.team_expiring',
    description: 'The access of a team is about to end. Published once, a day ahead, unless it is shorter.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      since: { type: 'string', format: 'date-time', description: 'When the access of the team began.' },
      expiresAt: { type: 'string', format: 'date-time', description: 'When the access ends by itself.' },
    },
    required: ['expiresAt', 'name', 'serviceGroupId', 'since', 'teamId', 'teamName'],
  },
  'service_group.team_removed': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:rollbook:event:service_group.team_removed:1',
    title: 'service_group.team_removed',
    description:
      'A team no longer has access to a service group: it was taken away, or ended by itself. No separate events follow for its users.',
    type: 'object',
    properties: {
      serviceGroupId: { type: 'string', pattern: '^sgrp_', description: 'The id of the service group.' },
      name: { type: 'string', description: 'The name after the change.' },
      teamId: { type: 'string', pattern: '^team_', description: 'The id of the team.' },
      teamName: { type: 'string', description: 'The name of the team at that time.' },
      since: { type: 'string', format: 'date-time', description: 'When the access of the team began.' },
      reason: {
        enum: ['team_removed_from_group', 'team_removed'],
        description: 'Whether the access was taken away, or the team itself was removed.',
      },
      cause: { enum: ['expired'], description: 'Present if the access ended by itself, at `expiresAt`.' },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'When it ended by itself: earlier than the time of the event, which follows it.',
      },
      accessRole: {
        type: 'object',
        description: 'The access role that it had. Absent if it had none.',
        properties: {
          id: { type: 'string', pattern: '^role_', description: 'The id of the access role.' },
          key: { type: 'string', description: 'Its key, which never changes.' },
        },
      },
    },
    required: ['name', 'reason', 'serviceGroupId', 'since', 'teamId', 'teamName'],
  },
} as const;

/** JSON Schema of the CloudEvent around it. */
export const ENVELOPE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:rollbook:cloudevent:1',
  title: 'A published event',
  description: 'CloudEvents 1.0 in JSON: the detail of an EventBridge event.',
  type: 'object',
  properties: {
    specversion: { const: '1.0' },
    id: { type: 'string', description: 'The same each time the event is delivered: de-duplicate by it.' },
    source: { const: 'rollbook' },
    type: { type: 'string', description: 'What happened; the detail-type of the EventBridge event.' },
    subject: {
      type: 'string',
      description: 'The account, user, service group, API key or webhook endpoint it is about.',
    },
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    dataschema: { type: 'string', description: 'The $id of the JSON Schema of data.' },
    accountid: { type: 'string', pattern: '^acct_', description: 'The id of the account.' },
    sequence: {
      type: 'string',
      pattern: '^[0-9]{12}$',
      description:
        'The number of the event within its subject: 1, 2, 3 … without gaps. Padded, so that it also sorts as text.',
    },
    actor: { type: 'string', description: 'Who made the change: operator:…, user:…, api-key:… or system:….' },
    correlationid: { type: 'string', description: 'Shared by everything that one request caused.' },
    causationid: { type: 'string', description: 'The command or event that caused this one.' },
    erased: {
      const: true,
      description:
        'Present if the event is sent after the personal data of its user was erased: names and emails are then placeholders.',
    },
    traceparent: {
      type: 'string',
      pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      description: 'The trace and span of the request that caused it (W3C Trace Context). Optional.',
    },
    data: {
      type: 'object',
      description: 'As described by dataschema. Absent if the event was too large for the bus.',
    },
    dataref: {
      type: 'string',
      description: 'If data is absent: the path of the event, relative to the API.',
    },
  },
  required: [
    'specversion',
    'id',
    'source',
    'type',
    'subject',
    'time',
    'datacontenttype',
    'dataschema',
    'accountid',
    'sequence',
    'actor',
    'correlationid',
    'causationid',
  ],
} as const;

/** Patterns of EventBridge for common needs. */
export const PATTERNS = [
  { need: 'everything', pattern: { source: ['rollbook'] } },
  {
    need: 'everything of one account',
    pattern: { source: ['rollbook'], detail: { accountid: ['acct_01EXAMPLE'] } },
  },
  { need: 'everything about users', pattern: { source: ['rollbook'], 'detail-type': [{ prefix: 'user.' }] } },
  {
    need: 'who may enter which service group',
    pattern: {
      source: ['rollbook'],
      'detail-type': [
        'service_group.member_added',
        'service_group.member_removed',
        'user.activated',
        'user.suspended',
        'user.reactivated',
        'user.removed',
        'account.suspended',
        'account.reactivated',
        'account.closed',
      ],
    },
  },
  {
    need: 'one service group',
    pattern: { source: ['rollbook'], detail: { data: { serviceGroupId: ['sgrp_01EXAMPLE'] } } },
  },
  {
    need: 'users who became owner',
    pattern: {
      source: ['rollbook'],
      $or: [
        { 'detail-type': ['user.created', 'user.invited'], detail: { data: { role: ['owner'] } } },
        { 'detail-type': ['user.role_changed'], detail: { data: { role: ['owner'] } } },
      ],
    },
  },
  {
    need: 'changes by people, not by the platform itself',
    pattern: { source: ['rollbook'], detail: { actor: [{ 'anything-but': { prefix: 'system:' } }] } },
  },
  {
    need: 'everything needed to greet new colleagues from one domain',
    pattern: {
      source: ['rollbook'],
      'detail-type': ['user.created'],
      detail: { data: { email: [{ suffix: { 'equals-ignore-case': '@example.com' } }] } },
    },
  },
  {
    need: 'events too large for the bus',
    pattern: { source: ['rollbook'], detail: { dataref: [{ exists: true }] } },
  },
] as const;

/** A sentence for each type, with the names of fields in braces. */
export const SENTENCES = {
  'account.created': { template: '{actor} created the account {name}', parameters: ['actor', 'name'] },
  'account.renamed': {
    template: '{actor} renamed the account from {previousName} to {name}',
    parameters: ['actor', 'previousName', 'name'],
  },
  'account.settings_changed': {
    template: '{actor} changed the settings of the account {name}',
    parameters: ['actor', 'name'],
  },
  'account.sign_in_rules_changed': {
    template: '{actor} changed who may sign in to the account {name}',
    parameters: ['actor', 'name'],
  },
  'account.suspended': { template: '{actor} suspended the account {name}', parameters: ['actor', 'name'] },
  'account.reactivated': {
    template: '{actor} reactivated the account {name}',
    parameters: ['actor', 'name'],
  },
  'account.closed': { template: '{actor} closed the account {name}', parameters: ['actor', 'name'] },
  'user.created': { template: '{actor} added {name} as {role}', parameters: ['actor', 'name', 'role'] },
  'user.invited': { template: '{actor} invited {name} as {role}', parameters: ['actor', 'name', 'role'] },
  'user.activated': { template: '{actor} activated {name}', parameters: ['actor', 'name'] },
  'user.settings_changed': {
    template: '{actor} changed the settings of {name}',
    parameters: ['actor', 'name'],
  },
  'user.profile_changed': {
    template: '{actor} renamed {previousName} to {name}',
    parameters: ['actor', 'previousName', 'name'],
  },
  'user.email_changed': {
    template: '{actor} changed the email of {name} from {previousEmail} to {email}',
    parameters: ['actor', 'name', 'previousEmail', 'email'],
  },
  'user.role_changed': {
    template: '{actor} changed the role of {name} from {previousRole} to {role}',
    parameters: ['actor', 'name', 'previousRole', 'role'],
  },
  'user.suspended': { template: '{actor} suspended {name}', parameters: ['actor', 'name'] },
  'user.reactivated': { template: '{actor} reactivated {name}', parameters: ['actor', 'name'] },
  'user.removed': { template: '{actor} removed {name}', parameters: ['actor', 'name'] },
  'user.seen_as': {
    template: '{actor} saw the account as {name}: {reason}',
    parameters: ['actor', 'name', 'reason'],
  },
  'user.erased': {
    template: '{actor} erased the personal data of {userId}',
    parameters: ['actor', 'userId'],
  },
  'user.identity_linked': {
    template: '{actor} linked an identity at {issuer} to {name}',
    parameters: ['actor', 'issuer', 'name'],
  },
  'user.identity_unlinked': {
    template: '{actor} unlinked an identity at {issuer} from {name}',
    parameters: ['actor', 'issuer', 'name'],
  },
  'service_group.created': {
    template: '{actor} created the service group {name}',
    parameters: ['actor', 'name'],
  },
  'service_group.renamed': {
    template: '{actor} renamed the service group {previousName} to {name}',
    parameters: ['actor', 'previousName', 'name'],
  },
  'service_group.settings_changed': {
    template: '{actor} changed the settings of the service group {name}',
    parameters: ['actor', 'name'],
  },
  'service_group.removed': {
    template: '{actor} removed the service group {name}',
    parameters: ['actor', 'name'],
  },
  'service_group.member_added': {
    template: '{actor} gave {userName} access to {serviceGroupName}',
    parameters: ['actor', 'userName', 'serviceGroupName'],
  },
  'service_group.membership_changed': {
    template: '{actor} changed the access of {userName} to {serviceGroupName}',
    parameters: ['actor', 'userName', 'serviceGroupName'],
  },
  'service_group.membership_expiring': {
    template: '{actor} announced that the access of {userName} to {serviceGroupName} is about to end',
    parameters: ['actor', 'userName', 'serviceGroupName'],
  },
  'service_group.member_removed': {
    template: '{actor} ended the access of {userName} to {serviceGroupName}',
    parameters: ['actor', 'userName', 'serviceGroupName'],
  },
  'service_group.manager_added': {
    template: '{actor} made {userId} a manager of {name}',
    parameters: ['actor', 'userId', 'name'],
  },
  'service_group.manager_removed': {
    template: '{actor} removed {userId} from the managers of {name}',
    parameters: ['actor', 'userId', 'name'],
  },
  'api_key.created': { template: '{actor} created the API key {name}', parameters: ['actor', 'name'] },
  'api_key.rotated': {
    template: '{actor} gave the API key {name} a new secret',
    parameters: ['actor', 'name'],
  },
  'api_key.revoked': { template: '{actor} revoked the API key {name}', parameters: ['actor', 'name'] },
  'webhook_endpoint.created': {
    template: '{actor} created the webhook endpoint {url}',
    parameters: ['actor', 'url'],
  },
  'webhook_endpoint.changed': {
    template: '{actor} changed the webhook endpoint {url}',
    parameters: ['actor', 'url'],
  },
  'webhook_endpoint.secret_rotated': {
    template: '{actor} gave the webhook endpoint {url} a new secret',
    parameters: ['actor', 'url'],
  },
  'webhook_endpoint.disabled': {
    template: '{actor} disabled the webhook endpoint {url}',
    parameters: ['actor', 'url'],
  },
  'webhook_endpoint.enabled': {
    template: '{actor} enabled the webhook endpoint {url}',
    parameters: ['actor', 'url'],
  },
  'webhook_endpoint.removed': {
    template: '{actor} removed the webhook endpoint {url}',
    parameters: ['actor', 'url'],
  },
  'log_stream.created': { template: '{actor} created the log stream to {url}', parameters: ['actor', 'url'] },
  'log_stream.changed': { template: '{actor} changed the log stream to {url}', parameters: ['actor', 'url'] },
  'log_stream.secret_replaced': {
    template: '{actor} replaced the secret of the log stream to {url}',
    parameters: ['actor', 'url'],
  },
  'log_stream.disabled': {
    template: '{actor} disabled the log stream to {url}',
    parameters: ['actor', 'url'],
  },
  'log_stream.enabled': { template: '{actor} enabled the log stream to {url}', parameters: ['actor', 'url'] },
  'log_stream.replayed': {
    template: '{actor} replayed the log stream to {url}',
    parameters: ['actor', 'url'],
  },
  'log_stream.removed': { template: '{actor} removed the log stream to {url}', parameters: ['actor', 'url'] },
  'access_request.requested': {
    template: '{actor} asked for access to {serviceGroupName}',
    parameters: ['actor', 'serviceGroupName'],
  },
  'access_request.approved': {
    template: '{actor} approved the request of {userName} for {serviceGroupName}',
    parameters: ['actor', 'userName', 'serviceGroupName'],
  },
  'access_request.refused': {
    template: '{actor} refused the request of {userName} for {serviceGroupName}',
    parameters: ['actor', 'userName', 'serviceGroupName'],
  },
  'access_request.withdrawn': {
    template: '{actor} withdrew their request for {serviceGroupName}',
    parameters: ['actor', 'serviceGroupName'],
  },
  'access_request.lapsed': {
    template: '{actor} let the request of {userName} for {serviceGroupName} lapse',
    parameters: ['actor', 'userName', 'serviceGroupName'],
  },
  'access_role.created': {
    template: '{actor} created the access role {name}',
    parameters: ['actor', 'name'],
  },
  'access_role.changed': {
    template: '{actor} changed the access role {name}',
    parameters: ['actor', 'name'],
  },
  'access_role.removed': {
    template: '{actor} removed the access role {name}',
    parameters: ['actor', 'name'],
  },
  'team.created': { template: '{actor} created the team {name}', parameters: ['actor', 'name'] },
  'team.renamed': {
    template: '{actor} renamed the team {previousName} to {name}',
    parameters: ['actor', 'previousName', 'name'],
  },
  'team.settings_changed': {
    template: '{actor} changed the settings of the team {name}',
    parameters: ['actor', 'name'],
  },
  'team.removed': { template: '{actor} removed the team {name}', parameters: ['actor', 'name'] },
  'team.member_added': {
    template: '{actor} added {userName} to the team {teamName}',
    parameters: ['actor', 'userName', 'teamName'],
  },
  'team.membership_changed': {
    template: '{actor} changed the place of {userName} in the team {teamName}',
    parameters: ['actor', 'userName', 'teamName'],
  },
  'team.membership_expiring': {
    template: '{actor} announced that the place of {userName} in the team {teamName} is about to end',
    parameters: ['actor', 'userName', 'teamName'],
  },
  'team.member_removed': {
    template: '{actor} ended the place of {userName} in the team {teamName}',
    parameters: ['actor', 'userName', 'teamName'],
  },
  'service_group.team_added': {
    template: '{actor} gave the team {teamName} access to {name}',
    parameters: ['actor', 'teamName', 'name'],
  },
  'service_group.team_changed': {
    template: '{actor} changed the access of the team {teamName} to {name}',
    parameters: ['actor', 'teamName', 'name'],
  },
  'service_group.team_expiring': {
    template: '{actor} announced that the access of the team {teamName} to {name} is about to end',
    parameters: ['actor', 'teamName', 'name'],
  },
  'service_group.team_removed': {
    template: '{actor} ended the access of the team {teamName} to {name}',
    parameters: ['actor', 'teamName', 'name'],
  },
} as const;

/** An event of each type, as it could be published. */
export const EXAMPLES = {
  'account.created': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'account.created',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:account.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'Acme' },
  },
  'account.renamed': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'account.renamed',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:account.renamed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'Acme', previousName: 'text' },
  },
  'account.settings_changed': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'account.settings_changed',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:account.settings_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      externalId: 'text',
      limits: {},
      metadata: {},
      name: 'Acme',
      plan: 'text',
      previousExternalId: 'text',
      previousLimits: {},
      previousMetadata: {},
      previousPlan: 'text',
    },
  },
  'account.sign_in_rules_changed': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'account.sign_in_rules_changed',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:account.sign_in_rules_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'Acme', previousSignInRules: [], signInRules: [] },
  },
  'account.suspended': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'account.suspended',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:account.suspended:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'Acme' },
  },
  'account.reactivated': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'account.reactivated',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:account.reactivated:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'Acme' },
  },
  'account.closed': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'account.closed',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:account.closed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'Acme' },
  },
  'user.created': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.created',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.invited': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.invited',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.invited:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.activated': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.activated',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.activated:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.settings_changed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.settings_changed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.settings_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      externalId: 'text',
      metadata: {},
      name: 'Ada Lovelace',
      previousExternalId: 'text',
      previousMetadata: {},
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.profile_changed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.profile_changed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.profile_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      previousName: 'text',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.email_changed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.email_changed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.email_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      previousEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.role_changed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.role_changed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.role_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      previousRole: 'owner',
      role: 'owner',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.suspended': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.suspended',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.suspended:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.reactivated': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.reactivated',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.reactivated:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.removed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.removed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.seen_as': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.seen_as',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.seen_as:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      reason: 'text',
      until: '2026-03-03T10:00:00.000Z',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.erased': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.erased',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.erased:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'user.identity_linked': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.identity_linked',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.identity_linked:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      issuer: 'https://login.acme.example',
      method: 'invitation',
      name: 'Ada Lovelace',
      subject: 'text',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'user.identity_unlinked': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'user.identity_unlinked',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:user.identity_unlinked:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      email: 'ada@example.com',
      issuer: 'https://login.acme.example',
      name: 'Ada Lovelace',
      subject: 'text',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'service_group.created': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.created',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'prod', serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'service_group.renamed': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.renamed',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.renamed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'prod', previousName: 'text', serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'service_group.settings_changed': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.settings_changed',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.settings_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      externalId: 'text',
      metadata: {},
      name: 'prod',
      previousExternalId: 'text',
      previousMetadata: {},
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'service_group.removed': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.removed',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: 'prod', serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'service_group.member_added': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.member_added',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.member_added:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      serviceGroupVersion: 1,
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'service_group.membership_changed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.membership_changed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.membership_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      expiresAt: '2026-03-03T10:00:00.000Z',
      previousExpiresAt: '2026-03-03T10:00:00.000Z',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      serviceGroupVersion: 1,
      since: '2026-03-03T10:00:00.000Z',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'service_group.membership_expiring': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.membership_expiring',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.membership_expiring:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      expiresAt: '2026-03-03T10:00:00.000Z',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      serviceGroupVersion: 1,
      since: '2026-03-03T10:00:00.000Z',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'service_group.member_removed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.member_removed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.member_removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      reason: 'member_removed',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      serviceGroupVersion: 1,
      since: '2026-03-03T10:00:00.000Z',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'service_group.manager_added': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.manager_added',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.manager_added:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      name: 'prod',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'service_group.manager_removed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.manager_removed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.manager_removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      name: 'prod',
      reason: 'manager_removed',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'api_key.created': {
    specversion: '1.0',
    id: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'api_key.created',
    subject: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:api_key.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      apiKeyId: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      expiresAt: '2026-03-03T10:00:00.000Z',
      hint: 'text',
      name: 'Nightly import',
      scopes: [],
    },
  },
  'api_key.rotated': {
    specversion: '1.0',
    id: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'api_key.rotated',
    subject: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:api_key.rotated:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      apiKeyId: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      expiresAt: '2026-03-03T10:00:00.000Z',
      hint: 'text',
      name: 'Nightly import',
      previousHint: 'text',
      previousValidUntil: '2026-03-03T10:00:00.000Z',
      scopes: [],
    },
  },
  'api_key.revoked': {
    specversion: '1.0',
    id: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'api_key.revoked',
    subject: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:api_key.revoked:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { apiKeyId: 'akey_01JNP5ZV4M3R6T8W0Y2A4C6E8G', hint: 'text', name: 'Nightly import', scopes: [] },
  },
  'webhook_endpoint.created': {
    specversion: '1.0',
    id: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'webhook_endpoint.created',
    subject: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:webhook_endpoint.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      description: 'text',
      eventTypes: [],
      url: 'https://acme.example/hooks',
      webhookEndpointId: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'webhook_endpoint.changed': {
    specversion: '1.0',
    id: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'webhook_endpoint.changed',
    subject: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:webhook_endpoint.changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      description: 'text',
      eventTypes: [],
      previousDescription: 'text',
      previousEventTypes: [],
      previousUrl: 'text',
      url: 'https://acme.example/hooks',
      webhookEndpointId: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'webhook_endpoint.secret_rotated': {
    specversion: '1.0',
    id: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'webhook_endpoint.secret_rotated',
    subject: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:webhook_endpoint.secret_rotated:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      previousUntil: '2026-03-03T10:00:00.000Z',
      secretVersion: 2,
      url: 'https://acme.example/hooks',
      webhookEndpointId: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'webhook_endpoint.disabled': {
    specversion: '1.0',
    id: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'webhook_endpoint.disabled',
    subject: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:webhook_endpoint.disabled:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      reason: 'requested',
      url: 'https://acme.example/hooks',
      webhookEndpointId: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'webhook_endpoint.enabled': {
    specversion: '1.0',
    id: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'webhook_endpoint.enabled',
    subject: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:webhook_endpoint.enabled:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { url: 'https://acme.example/hooks', webhookEndpointId: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'webhook_endpoint.removed': {
    specversion: '1.0',
    id: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'webhook_endpoint.removed',
    subject: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:webhook_endpoint.removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { url: 'https://acme.example/hooks', webhookEndpointId: 'whep_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'log_stream.created': {
    specversion: '1.0',
    id: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'log_stream.created',
    subject: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:log_stream.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      description: 'text',
      eventTypes: [],
      form: 'ndjson',
      logStreamId: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      personalData: true,
      url: 'https://acme.example/hooks',
    },
  },
  'log_stream.changed': {
    specversion: '1.0',
    id: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'log_stream.changed',
    subject: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:log_stream.changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      description: 'text',
      eventTypes: [],
      form: 'ndjson',
      logStreamId: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      personalData: true,
      previousDescription: 'text',
      previousEventTypes: [],
      previousForm: 'ndjson',
      previousPersonalData: true,
      previousUrl: 'text',
      url: 'https://acme.example/hooks',
    },
  },
  'log_stream.secret_replaced': {
    specversion: '1.0',
    id: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'log_stream.secret_replaced',
    subject: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:log_stream.secret_replaced:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      logStreamId: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      secretVersion: 2,
      url: 'https://acme.example/hooks',
    },
  },
  'log_stream.disabled': {
    specversion: '1.0',
    id: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'log_stream.disabled',
    subject: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:log_stream.disabled:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      logStreamId: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      reason: 'requested',
      url: 'https://acme.example/hooks',
    },
  },
  'log_stream.enabled': {
    specversion: '1.0',
    id: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'log_stream.enabled',
    subject: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:log_stream.enabled:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { logStreamId: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G', url: 'https://acme.example/hooks' },
  },
  'log_stream.replayed': {
    specversion: '1.0',
    id: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'log_stream.replayed',
    subject: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:log_stream.replayed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      from: '2026-03-03T10:00:00.000Z',
      logStreamId: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      url: 'https://acme.example/hooks',
    },
  },
  'log_stream.removed': {
    specversion: '1.0',
    id: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'log_stream.removed',
    subject: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:log_stream.removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { logStreamId: 'lstr_01JNP5ZV4M3R6T8W0Y2A4C6E8G', url: 'https://acme.example/hooks' },
  },
  'access_request.requested': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_request.requested',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_request.requested:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      accessRequestId: 'areq_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      lapsesAt: '2026-03-03T10:00:00.000Z',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'access_request.approved': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_request.approved',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_request.approved:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      accessRequestId: 'areq_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'access_request.refused': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_request.refused',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_request.refused:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      accessRequestId: 'areq_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'access_request.withdrawn': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_request.withdrawn',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_request.withdrawn:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      accessRequestId: 'areq_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'access_request.lapsed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_request.lapsed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_request.lapsed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      accessRequestId: 'areq_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      lapsedAt: '2026-03-03T10:00:00.000Z',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      serviceGroupName: 'prod',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'access_role.created': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_role.created',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_role.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      accessRoleId: 'role_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      description: 'text',
      key: 'text',
      name: '',
      permissions: [],
    },
  },
  'access_role.changed': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_role.changed',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_role.changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      accessRoleId: 'role_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      description: 'text',
      key: 'text',
      name: '',
      permissions: [],
      previousDescription: 'text',
      previousName: 'text',
      previousPermissions: [],
    },
  },
  'access_role.removed': {
    specversion: '1.0',
    id: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'access_role.removed',
    subject: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:access_role.removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { accessRoleId: 'role_01JNP5ZV4M3R6T8W0Y2A4C6E8G', key: 'text', name: '' },
  },
  'team.created': {
    specversion: '1.0',
    id: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.created',
    subject: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.created:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: '', teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'team.renamed': {
    specversion: '1.0',
    id: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.renamed',
    subject: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.renamed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: '', previousName: 'text', teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'team.settings_changed': {
    specversion: '1.0',
    id: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.settings_changed',
    subject: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.settings_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      externalId: 'text',
      metadata: {},
      name: '',
      previousExternalId: 'text',
      previousMetadata: {},
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    },
  },
  'team.removed': {
    specversion: '1.0',
    id: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.removed',
    subject: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: { name: '', teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G' },
  },
  'team.member_added': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.member_added',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.member_added:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'team.membership_changed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.membership_changed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.membership_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      expiresAt: '2026-03-03T10:00:00.000Z',
      previousExpiresAt: '2026-03-03T10:00:00.000Z',
      since: '2026-03-03T10:00:00.000Z',
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'team.membership_expiring': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.membership_expiring',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.membership_expiring:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      expiresAt: '2026-03-03T10:00:00.000Z',
      since: '2026-03-03T10:00:00.000Z',
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'team.member_removed': {
    specversion: '1.0',
    id: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'team.member_removed',
    subject: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:team.member_removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      reason: 'member_removed',
      since: '2026-03-03T10:00:00.000Z',
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
      userEmail: 'ada@example.com',
      userId: 'user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      userName: 'Ada Lovelace',
    },
  },
  'service_group.team_added': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.team_added',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.team_added:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      name: 'prod',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
    },
  },
  'service_group.team_changed': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.team_changed',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.team_changed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      expiresAt: '2026-03-03T10:00:00.000Z',
      name: 'prod',
      previousExpiresAt: '2026-03-03T10:00:00.000Z',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      since: '2026-03-03T10:00:00.000Z',
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
    },
  },
  'service_group.team_expiring': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.team_expiring',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.team_expiring:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      expiresAt: '2026-03-03T10:00:00.000Z',
      name: 'prod',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      since: '2026-03-03T10:00:00.000Z',
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
    },
  },
  'service_group.team_removed': {
    specversion: '1.0',
    id: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G.7',
    source: 'rollbook',
    type: 'service_group.team_removed',
    subject: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    time: '2026-03-03T10:00:00.000Z',
    datacontenttype: 'application/json',
    dataschema: 'urn:rollbook:event:service_group.team_removed:1',
    accountid: 'acct_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    sequence: '000000000007',
    actor: 'user:user_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    correlationid: 'req_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    causationid: 'cmd_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
    data: {
      name: 'prod',
      reason: 'team_removed_from_group',
      serviceGroupId: 'sgrp_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      since: '2026-03-03T10:00:00.000Z',
      teamId: 'team_01JNP5ZV4M3R6T8W0Y2A4C6E8G',
      teamName: 'text',
    },
  },
} as const;

/** What stands in the place of what is personal, once it is erased. */
export const PERSONAL_FIELDS = {
  'account.created': {},
  'account.renamed': {},
  'account.settings_changed': {},
  'account.sign_in_rules_changed': {},
  'account.suspended': {},
  'account.reactivated': {},
  'account.closed': {},
  'user.created': {
    name: '[erased]',
    email: 'erased@rollbook.invalid',
    externalId: '[erased]',
    metadata: {},
  },
  'user.invited': {
    name: '[erased]',
    email: 'erased@rollbook.invalid',
    externalId: '[erased]',
    metadata: {},
  },
  'user.activated': { name: '[erased]', email: 'erased@rollbook.invalid' },
  'user.settings_changed': {
    name: '[erased]',
    email: 'erased@rollbook.invalid',
    externalId: '[erased]',
    previousExternalId: '[erased]',
    metadata: {},
    previousMetadata: {},
  },
  'user.profile_changed': { name: '[erased]', email: 'erased@rollbook.invalid', previousName: '[erased]' },
  'user.email_changed': {
    name: '[erased]',
    email: 'erased@rollbook.invalid',
    previousEmail: 'erased@rollbook.invalid',
  },
  'user.role_changed': { name: '[erased]', email: 'erased@rollbook.invalid' },
  'user.suspended': { name: '[erased]', email: 'erased@rollbook.invalid' },
  'user.reactivated': { name: '[erased]', email: 'erased@rollbook.invalid' },
  'user.removed': { name: '[erased]', email: 'erased@rollbook.invalid' },
  'user.seen_as': { name: '[erased]', email: 'erased@rollbook.invalid', reason: '[erased]' },
  'user.erased': {},
  'user.identity_linked': { name: '[erased]', email: 'erased@rollbook.invalid', subject: '[erased]' },
  'user.identity_unlinked': { name: '[erased]', email: 'erased@rollbook.invalid', subject: '[erased]' },
  'service_group.created': {},
  'service_group.renamed': {},
  'service_group.settings_changed': {},
  'service_group.removed': {},
  'service_group.member_added': {
    userName: '[erased]',
    userEmail: 'erased@rollbook.invalid',
    reason: '[erased]',
  },
  'service_group.membership_changed': {
    userName: '[erased]',
    userEmail: 'erased@rollbook.invalid',
    reason: '[erased]',
  },
  'service_group.membership_expiring': { userName: '[erased]', userEmail: 'erased@rollbook.invalid' },
  'service_group.member_removed': { userName: '[erased]', userEmail: 'erased@rollbook.invalid' },
  'service_group.manager_added': {},
  'service_group.manager_removed': {},
  'api_key.created': {},
  'api_key.rotated': {},
  'api_key.revoked': {},
  'webhook_endpoint.created': {},
  'webhook_endpoint.changed': {},
  'webhook_endpoint.secret_rotated': {},
  'webhook_endpoint.disabled': {},
  'webhook_endpoint.enabled': {},
  'webhook_endpoint.removed': {},
  'log_stream.created': {},
  'log_stream.changed': {},
  'log_stream.secret_replaced': {},
  'log_stream.disabled': {},
  'log_stream.enabled': {},
  'log_stream.replayed': {},
  'log_stream.removed': {},
  'access_request.requested': {
    userName: '[erased]',
    userEmail: 'erased@rollbook.invalid',
    reason: '[erased]',
  },
  'access_request.approved': { userName: '[erased]', userEmail: 'erased@rollbook.invalid', note: '[erased]' },
  'access_request.refused': { userName: '[erased]', userEmail: 'erased@rollbook.invalid', note: '[erased]' },
  'access_request.withdrawn': { userName: '[erased]', userEmail: 'erased@rollbook.invalid' },
  'access_request.lapsed': { userName: '[erased]', userEmail: 'erased@rollbook.invalid' },
  'access_role.created': {},
  'access_role.changed': {},
  'access_role.removed': {},
  'team.created': {},
  'team.renamed': {},
  'team.settings_changed': {},
  'team.removed': {},
  'team.member_added': { userName: '[erased]', userEmail: 'erased@rollbook.invalid', reason: '[erased]' },
  'team.membership_changed': {
    userName: '[erased]',
    userEmail: 'erased@rollbook.invalid',
    reason: '[erased]',
  },
  'team.membership_expiring': { userName: '[erased]', userEmail: 'erased@rollbook.invalid' },
  'team.member_removed': { userName: '[erased]', userEmail: 'erased@rollbook.invalid' },
  'service_group.team_added': {},
  'service_group.team_changed': {},
  'service_group.team_expiring': {},
  'service_group.team_removed': {},
} as const;

/** Every type of this version. */
export const EVENT_TYPES = Object.keys(SCHEMAS) as (keyof EventData)[];

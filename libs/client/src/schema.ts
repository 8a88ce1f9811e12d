// Generated from the OpenAPI document by `npm run client`. Changes belong there.

export interface paths {
  '/.well-known/authzen-configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where access is evaluated (AuthZEN 1.0).
     * @description For: everybody, without a credential.
     */
    get: operations['authZenConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/oauth-protected-resource': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whose tokens are accepted (OAuth 2.0 Protected Resource Metadata, RFC 9728).
     * @description For: everybody, without a credential.
     */
    get: operations['protectedResource'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/evaluation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * May this user enter this service group now? A member may ask about itself.
     * @description For: operator, member, access:check.
     */
    post: operations['evaluate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/evaluations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The same for up to 50 questions at once.
     * @description For: operator, member, access:check.
     */
    post: operations['evaluateMany'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/search/resource': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Which service groups may this user enter?
     * @description For: operator, member, access:check.
     */
    post: operations['searchResources'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/access/v1/search/subject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Which users may enter this service group? Eventually consistent.
     * @description For: operator, member, access:check.
     */
    post: operations['searchSubjects'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/backchannel-logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends the sessions that an identity provider has ended (OpenID Connect Back-Channel Logout 1.0).
     * @description For: everybody, without a credential.
     */
    post: operations['backchannelLogout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the identity provider sends the browser back to, when there is one provider.
     * @description For: everybody, without a credential.
     */
    get: operations['completeSignIn'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/callback/{provider}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where an identity provider sends the browser back to, when there are several.
     * @description For: everybody, without a credential.
     */
    get: operations['completeSignInAt'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sends a browser to the identity provider to sign in. It comes back to `returnTo`.
     * @description For: everybody, without a credential.
     */
    get: operations['login'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends the session of this browser. Answers also where there is none any more.
     * @description For: everybody, without a credential.
     */
    post: operations['logout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The process answers. Says nothing about what it depends on: a restart would not help there.
     * @description For: everybody, without a credential.
     */
    get: operations['live'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The process can serve requests: the table is there with its index. 503 names what is missing.
     * @description For: everybody, without a credential.
     */
    get: operations['ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/invitations/v1/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accepts an invitation with the token of its mail: the user is active from now on. Needs no other credential.
     * @description For: everybody, without a credential.
     */
    post: operations['acceptInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/Bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Up to 100 operations in one request, each with an answer of its own.
     * @description For: operator, owner, admin, scim.
     */
    post: operations['runScimBulk'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/Groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Service groups, found by a filter or page by page. Members are eventually consistent; leave them out if you can.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimGroups'];
    put?: never;
    /**
     * Creates a service group, with the members it names.
     * @description For: operator, owner, admin, scim.
     */
    post: operations['createScimGroup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/Groups/{serviceGroupId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One service group. With more than 5,000 members it is shown without them.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimGroup'];
    /**
     * Replaces a service group and its members, which stay where the resource does not name them.
     * @description For: operator, owner, admin, scim.
     */
    put: operations['replaceScimGroup'];
    post?: never;
    /**
     * Removes a service group; its memberships end with it.
     * @description For: operator, owner, admin, scim.
     */
    delete: operations['removeScimGroup'];
    options?: never;
    head?: never;
    /**
     * Changes a service group by operations: a 204, or, when attributes are asked for, the group.
     * @description For: operator, owner, admin, scim.
     */
    patch: operations['patchScimGroup'];
    trace?: never;
  };
  '/scim/v2/{accountId}/ResourceTypes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The types of resources.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimResourceTypes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/ResourceTypes/{resourceTypeName}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One type of resources, by its name.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimResourceType'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/Schemas': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The schemas of users and groups.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimSchemas'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/Schemas/{schemaId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One schema, by its URN.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/ServiceProviderConfig': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What of SCIM is served here.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimServiceProviderConfig'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/Users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Users, found by a filter or page by page.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimUsers'];
    put?: never;
    /**
     * Creates a user. Without a role it becomes a member; with `active: false` it is suspended from the start.
     * @description For: operator, owner, admin, scim.
     */
    post: operations['createScimUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/scim/v2/{accountId}/Users/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One user. Its groups are shown when asked for with `attributes`.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimUser'];
    /**
     * Replaces a user. Its role, and whether it is active, stay where the resource does not name them.
     * @description For: operator, owner, admin, scim.
     */
    put: operations['replaceScimUser'];
    post?: never;
    /**
     * Removes a user and its memberships.
     * @description For: operator, owner, admin, scim.
     */
    delete: operations['removeScimUser'];
    options?: never;
    head?: never;
    /**
     * Changes a user by operations: all of them in one commit, or none.
     * @description For: operator, owner, admin, scim.
     */
    patch: operations['patchScimUser'];
    trace?: never;
  };
  '/v1/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All accounts, oldest first or newest first. Eventually consistent: a new account may take a moment to appear.
     * @description For: operator, platform:read.
     */
    get: operations['listAccounts'];
    put?: never;
    /**
     * Creates an account.
     * @description For: operator, platform:write.
     */
    post: operations['createAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One account.
     * @description For: operator, owner, admin, account:read.
     */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    /**
     * Closes an account: it is gone for every reader, and its users and service groups are removed. Needs If-Match.
     * @description For: operator, platform:write.
     */
    delete: operations['closeAccount'];
    options?: never;
    head?: never;
    /**
     * Changes an account (merge patch, RFC 7396). An owner changes its name and metadata, an operator also the rest.
     * @description For: operator, owner, account:write.
     */
    patch: operations['changeAccount'];
    trace?: never;
  };
  '/v1/accounts/{accountId}/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The keys of the account that are not revoked, oldest first. Never with their secrets.
     * @description For: operator, owner.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Makes a key for a machine of the account. The key is in this answer and nowhere else: keep it where secrets are kept.
     * @description For: operator, owner.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/api-keys/{apiKeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One key, without its secret.
     * @description For: operator, owner.
     */
    get: operations['getApiKey'];
    put?: never;
    post?: never;
    /**
     * Takes a key back: it is refused within five seconds everywhere.
     * @description For: operator, owner.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/api-keys/{apiKeyId}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives a key a new secret, in this answer only. The one before is accepted for `graceSeconds` more.
     * @description For: operator, owner.
     */
    post: operations['rotateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/bulk-jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Does the same to many users: selected by their ids, or by a query that is answered once, now. A job carries it out, each
     *     user alone and once, also when it is interrupted; those who are refused are told in its `refused.csv`. With dryRun=true the
     *     answer is what it would do: counts, samples, and what to think about first.
     * @description For: operator, owner, admin, users:write, memberships:write.
     */
    post: operations['createBulkJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that happened in the account. Eventually consistent: an event may take a moment to appear.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/events/{eventId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One event.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['getEvent'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/export/{exported}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All users, service groups or memberships as an import takes them, or the audit log, oldest first; streamed. An answer
     *     that breaks off is not whole.
     * @description For: operator, owner, admin, {exported}:read.
     */
    get: operations['exportRows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/import/{kind}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Takes in rows of users, service groups or memberships, as CSV with a header or as a JSON object on each line, and
     *     leaves a job that carries them out, each alone. What is there already, by external id or else by email or name, is
     *     changed where the row says otherwise, so an import may be sent again. With dryRun=true the job changes nothing.
     * @description For: operator, owner, admin, {kind}:write.
     */
    post: operations['importRows'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/import/{kind}/inspect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Looks at the first rows of a file before it is imported: which field each column is taken for, and what is wrong with the
     *     values. The beginning of the file is enough. Nothing is stored.
     * @description For: operator, owner, admin, {kind}:write.
     */
    post: operations['inspectImport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/imports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The imports of the last 90 days, newest first.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['listImports'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/imports/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far an import is.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['getImport'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/imports/{jobId}/errors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The rows of an import that were refused so far, in the order of the file.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['listImportErrors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The invitations that nobody has accepted yet, also those that have expired. Never with their tokens.
     * @description For: operator, owner, admin, users:read.
     */
    get: operations['listInvitations'];
    put?: never;
    /**
     * Invites a person by email: the user is there, invited, with a role and service groups, until somebody accepts with what the
     *     mail holds.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['inviteUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/invitations/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One invitation, by its user.
     * @description For: operator, owner, admin, users:read.
     */
    get: operations['getInvitation'];
    put?: never;
    post?: never;
    /**
     * Takes an invitation back: the invited user is removed, and its email is free again.
     * @description For: operator, owner, admin, users:write.
     */
    delete: operations['revokeInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/invitations/{userId}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends an invitation again, good for seven days more. The token of the mail before is no good any more.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['resendInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/invitations/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invites up to 100 people, each by itself: a row that is refused stops no other. Sent again with its key, those who
     *     were invited are answered as they were, and rows that were refused are tried again.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['inviteUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/jobs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The jobs of the last 90 days, newest first.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['listJobs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/jobs/{jobId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How far a job is.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['getJob'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ends an import or a bulk job after its current chunk: rows that are done stay done.
     * @description For: operator, owner, admin, platform:write.
     */
    post: operations['cancelJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Pauses a running job after its current chunk. Only operators pause what a removal left.
     * @description For: operator, owner, admin, platform:write.
     */
    post: operations['pauseJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/refused.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The rows of an import or a bulk job that were refused so far, in their order; streamed.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['downloadRefusedRows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resumes a paused job.
     * @description For: operator, owner, admin, platform:write.
     */
    post: operations['resumeJob'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/memberships/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Adds and removes up to 1,000 memberships, of any users in any service groups. Each succeeds or fails alone. Those of one
     *     user are committed together, up to 32 at once, and their events are in the order of the changes. With dryRun=true it
     *     tells what would become of each, what would be published, and what to think about first.
     * @description For: operator, owner, admin, memberships:write.
     */
    post: operations['changeMemberships'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/memberships/matrix': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who may enter what: users as rows, service groups as columns. Strongly consistent, and at most three table calls: with
     *     `userIds`, up to 240 cells (users times service groups); without, up to 144, and a page has fewer users than `limit` where
     *     more would not fit.
     * @description For: operator, owner, admin, memberships:read.
     */
    get: operations['getMembershipMatrix'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/reactivate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reactivates a suspended account.
     * @description For: operator, platform:write.
     */
    post: operations['reactivateAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/service-groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The service groups of the account, oldest first.
     * @description For: operator, owner, admin, service-groups:read.
     */
    get: operations['listServiceGroups'];
    put?: never;
    /**
     * Creates a service group.
     * @description For: operator, owner, admin, service-groups:write.
     */
    post: operations['createServiceGroup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One service group. A member may read those it may enter.
     * @description For: operator, owner, admin, member, service-groups:read.
     */
    get: operations['getServiceGroup'];
    put?: never;
    post?: never;
    /**
     * Removes a service group: nobody may enter it from this moment. Its name is free again.
     * @description For: operator, owner, admin, service-groups:write.
     */
    delete: operations['removeServiceGroup'];
    options?: never;
    head?: never;
    /**
     * Changes name, external id or metadata (merge patch, RFC 7396). Lists of members show the new name within moments.
     * @description For: operator, owner, admin, service-groups:write.
     */
    patch: operations['changeServiceGroup'];
    trace?: never;
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that ever happened to a service group, also after its removal.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listServiceGroupEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The users of a service group, in the order in which they were made: not that in which they joined, which is `since`.
     *     Eventually consistent: a change may take a moment to appear.
     * @description For: operator, owner, admin, memberships:read.
     */
    get: operations['listMembers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Whether a user may enter a service group now: 200, or 404.
     * @description For: operator, owner, admin, self, memberships:read.
     */
    get: operations['getMember'];
    /**
     * Lets a user enter a service group: 201, or 200 when it may already.
     * @description For: operator, owner, admin, memberships:write.
     */
    put: operations['addMember'];
    post?: never;
    /**
     * Ends a membership.
     * @description For: operator, owner, admin, memberships:write.
     */
    delete: operations['removeMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Adds and removes up to 1,000 members, each alone: a row that is refused does not keep the others from being done.
     * @description For: operator, owner, admin, memberships:write.
     */
    post: operations['changeMembers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/suspend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspends an account: its users are refused, and nothing in it changes until it is reactivated. Needs If-Match.
     * @description For: operator, platform:write.
     */
    post: operations['suspendAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The users of the account, oldest first. Removed users are not among them. With `q`, `sort`, `count`, `facets`, `groupId`
     *     or `notInGroupId` it is a search: all its pages cost the same. It reads least with `fields` of `id`, `name`, `email`,
     *     `role`, `status`, `externalId` and `createdAt`.
     * @description For: operator, owner, admin, users:read.
     */
    get: operations['listUsers'];
    put?: never;
    /**
     * Creates a user, or invites one. Without a role it becomes a member.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One user. Every user may read itself.
     * @description For: operator, owner, admin, self, users:read.
     */
    get: operations['getUser'];
    put?: never;
    post?: never;
    /**
     * Removes a user and its memberships. Its email is free again.
     * @description For: operator, owner, admin, users:write.
     */
    delete: operations['removeUser'];
    options?: never;
    head?: never;
    /**
     * Changes name, email, role, external id or metadata (merge patch, RFC 7396).
     * @description For: operator, owner, admin, users:write.
     */
    patch: operations['changeUser'];
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/activate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Activates an invited user: from now on it may sign in.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['activateUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/erase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Erases the personal data of a removed user, for good: events and receipts keep their place, and nobody can read the
     *     names and emails in them again. Also in a suspended or closed account.
     * @description For: operator, owner.
     */
    post: operations['eraseUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Everything that ever happened to a user, also after its removal.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listUserEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/identities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The identities that a user may sign in with.
     * @description For: operator, owner, admin, self, users:read.
     */
    get: operations['listIdentities'];
    put?: never;
    /**
     * Lets a user sign in with an identity of an identity provider. Linking an identity that is the user's already changes
     *     nothing. Only an owner or an operator may link one to an owner.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['linkIdentity'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/identities/{identityId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Unlinks an identity: the user can no longer sign in with it.
     * @description For: operator, owner, admin, users:write.
     */
    delete: operations['unlinkIdentity'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/reactivate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Reactivates a suspended user.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['reactivateUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/service-groups': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The service groups a user may enter, in the order in which they were made: for a "Select Service Group" dropdown.
     * @description For: operator, owner, admin, self, memberships:read.
     */
    get: operations['listServiceGroupsOfUser'];
    /**
     * Makes the service groups of a user exactly those that are named. Up to 32 changes are one transaction; more are done
     *     in several, removals first, and a request that broke off is simply sent again. One that is unknown refuses them all.
     * @description For: operator, owner, admin, memberships:write.
     */
    put: operations['replaceServiceGroups'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where a user is signed in with a browser, in this account, newest first. A session of a moment ago may be missing.
     * @description For: operator, owner, admin, self, users:read.
     */
    get: operations['listUserSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Ends a session of a user at once. They may sign in again: to keep somebody out, suspend the user.
     * @description For: operator, owner, admin, self, users:write.
     */
    delete: operations['endUserSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/{userId}/suspend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Suspends a user: it is refused at once, and keeps its memberships.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['suspendUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/users/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Creates up to 1,000 users, each alone: a row that is refused does not keep the others from being created. An admin
     *     cannot create owners, nor a batch with one.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['createUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The webhook endpoints of the account, oldest first. Never with their secrets.
     * @description For: operator, owner, admin.
     */
    get: operations['listWebhookEndpoints'];
    put?: never;
    /**
     * Registers a URL to be sent the account's events from now on. The secret that signs them is in this answer only.
     * @description For: operator, owner, admin.
     */
    post: operations['createWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One webhook endpoint, without its secret.
     * @description For: operator, owner, admin.
     */
    get: operations['getWebhookEndpoint'];
    put?: never;
    post?: never;
    /**
     * Removes a webhook endpoint: nothing is sent to it any more, and its secret is deleted.
     * @description For: operator, owner, admin.
     */
    delete: operations['removeWebhookEndpoint'];
    options?: never;
    head?: never;
    /**
     * Changes URL, description or choice of events (merge patch, RFC 7396).
     * @description For: operator, owner, admin.
     */
    patch: operations['changeWebhookEndpoint'];
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The delivery log, the newest event first: 30 days of it.
     * @description For: operator, owner, admin.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/deliveries/{eventId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What became of one event.
     * @description For: operator, owner, admin.
     */
    get: operations['getWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/deliveries/{eventId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends an event of the account once more, whatever became of it: also one that was never sent there. The schedule of
     *     attempts begins anew.
     * @description For: operator, owner, admin.
     */
    post: operations['redeliverWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/disable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stops sending. What happens meanwhile is not kept for it; what waits already goes on once it is enabled.
     * @description For: operator, owner, admin.
     */
    post: operations['disableWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/enable': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends again.
     * @description For: operator, owner, admin.
     */
    post: operations['enableWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/recover': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends all events since a time that the endpoint wants and was not delivered: given up, or never sent.
     * @description For: operator, owner, admin.
     */
    post: operations['recoverWebhooks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives an endpoint a new secret, in this answer only. For `graceSeconds` requests are signed with both.
     * @description For: operator, owner, admin.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/statistics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * How the newest 200 deliveries went.
     * @description For: operator, owner, admin.
     */
    get: operations['getWebhookStatistics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends the newest event that the endpoint wants once more: its delivery tells whether it arrives.
     * @description For: operator, owner, admin.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The keys of operators that are not revoked, oldest first. Never with their secrets.
     * @description For: operator.
     */
    get: operations['listOperatorApiKeys'];
    put?: never;
    /**
     * Makes a key for a machine that acts for the operators. The key is in this answer and nowhere else: keep it where secrets are kept.
     * @description For: operator.
     */
    post: operations['createOperatorApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api-keys/{apiKeyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One key, without its secret.
     * @description For: operator.
     */
    get: operations['getOperatorApiKey'];
    put?: never;
    post?: never;
    /**
     * Takes a key back: it is refused within five seconds everywhere.
     * @description For: operator.
     */
    delete: operations['revokeOperatorApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api-keys/{apiKeyId}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Gives a key a new secret, in this answer only. The one before is accepted for `graceSeconds` more.
     * @description For: operator.
     */
    post: operations['rotateOperatorApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/invitations/inspect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What accepting an invitation would mean: told to whoever has the token of its mail. Changes nothing.
     * @description For: everybody, without a credential.
     */
    post: operations['inspectInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who is calling, in which account, and with which role: what the head of a dashboard shows.
     * @description For: operator, member, api-key.
     */
    get: operations['getMe'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who is signed in with this browser, which accounts they may act in, and until when.
     * @description For: session.
     */
    get: operations['getSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Chooses the account that this browser's session acts in, among those of its person.
     * @description For: session.
     */
    post: operations['chooseAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the user is signed in with a browser, newest first. A session of a moment ago may be missing.
     * @description For: session.
     */
    get: operations['listOwnSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sessions/{sessionId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Ends one of the user's own sessions, this one or another.
     * @description For: session.
     */
    delete: operations['endOwnSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AcceptedInvitationDto: {
      accountId: string;
      userId: string;
    };
    AcceptInvitationDto: {
      /** @description What the mail's link holds. */
      token: string;
    };
    AccessContextDto: {
      /** @description Which account an operator asks about. A user's token says so itself. */
      account_id?: string;
    };
    AccountCountsDto: {
      /** @description When they were counted. ISO 8601, UTC. */
      asOf: string;
      serviceGroups: number;
      users: number;
    };
    AccountDto: {
      /** @description Null in an answer as of a time. */
      counts: components['schemas']['AccountCountsDto'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description The id that another system knows it by. Unique among all accounts. */
      externalId: string | null;
      /** @description `acct_` and a ULID. */
      id: string;
      /** @description The most the account may have of each. */
      limits: components['schemas']['LimitsDto'];
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /** @description What the account has subscribed to. */
      plan: string | null;
      /** @enum {string} */
      status: 'active' | 'suspended';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    AccountListDto: {
      data: components['schemas']['AccountDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    ActionDto: {
      /** @description `enter` is the one action there is; any other is denied. */
      name: string;
      properties?: {
        [key: string]: unknown;
      };
    };
    ApiKeyDto: {
      /** @description Null for a key of operators. */
      accountId: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Who made it: `operator:…`, `user:…`. */
      createdBy: string;
      /** @description Null when it does not expire. */
      expiresAt: string | null;
      /** @description The last four characters of the key. */
      hint: string;
      /** @description `akey_` and a ULID. */
      id: string;
      /** @description Known to some minutes. Null when it was not used since it was made or rotated. */
      lastUsedAt: string | null;
      name: string;
      /** @description Until when the secret before the last rotation is accepted. Null when it was never rotated. */
      previousValidUntil: string | null;
      scopes: string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    ApiKeyListDto: {
      data: components['schemas']['ApiKeyDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    AuditLogDto: {
      data: components['schemas']['EventDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /**
       * @description On the first page, null on others. Who has followed `nextCursor` to the end and asks again with this as `from` misses
       *     no event, however late it was committed; those of the last 45 seconds come again, with the same ids.
       */
      resumeFrom: string | null;
    };
    AuthZenConfigurationDto: {
      access_evaluation_endpoint: string;
      access_evaluations_endpoint: string;
      policy_decision_point: string;
      search_resource_endpoint: string;
      search_subject_endpoint: string;
    };
    BatchResultDto: {
      done: number;
      refused: number;
      results: components['schemas']['RowResultDto'][];
      unchanged: number;
    };
    BulkJobDto: {
      /** @enum {string} */
      action:
        | 'add_to_groups'
        | 'change_role'
        | 'reactivate'
        | 'remove'
        | 'remove_from_groups'
        | 'resend_invitation'
        | 'suspend';
      /**
       * @description Null where the action is about none.
       * @enum {string|null}
       */
      role: 'admin' | 'member' | null | 'owner';
      /** @description Empty where the action is about none. */
      serviceGroupIds: string[];
    };
    BulkQueryDto: {
      /** @description Only members of this service group. */
      groupId?: string;
      /**
       * @description Only users with this role.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
      /**
       * @description Only users with this status.
       * @enum {string}
       */
      status?: 'active' | 'invited' | 'suspended';
    };
    BulkSampleDto: {
      /** @description Null when there is no such user. */
      name: string | null;
      /**
       * @description `done`: it would change something. `unchanged`: it is so already. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['ChangeProblemDto'] | null;
      userId: string;
    };
    ChangeAccountDto: {
      /** @description The id that another system knows it by. Unique, and compared letter for letter. Null takes it away. */
      externalId?: string | null;
      /** @description The most the account may have of each. Null takes all limits away. What exceeds a new limit stays. */
      limits?: components['schemas']['ChangedLimitsDto'] | null;
      /** @description A merge patch of the metadata, up to 16 KB as a whole: null removes a key, or, in place of it all, everything. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. */
      name?: string;
      /** @description What the account has subscribed to. Null takes it away. For operators only, as the next. */
      plan?: string | null;
    };
    ChangedLimitsDto: {
      /** @description The most memberships, of all service groups together. Null takes the limit away. */
      members?: number | null;
      /** @description The most service groups. Null takes the limit away. */
      serviceGroups?: number | null;
      /** @description The most users, whatever their status. Null takes the limit away. */
      users?: number | null;
    };
    ChangedMembershipsDto: {
      done: number;
      /** @description True of a dry run: nothing was written. */
      dryRun?: boolean;
      /** @description Of a dry run: what would be published. */
      events?: components['schemas']['EventDto'][];
      refused: number;
      results: components['schemas']['ChangeResultDto'][];
      unchanged: number;
      /** @description Of a dry run. */
      warnings: components['schemas']['ChangeWarningDto'][];
    };
    ChangeMembersDto: {
      /** @description Ids of users to let in. */
      add?: string[];
      /** @description Ids of users whose membership is to end. A user is in one of the two at most. */
      remove?: string[];
    };
    ChangeMembershipsDto: {
      /** @description Each user and service group at most once. */
      changes: components['schemas']['MembershipChangeDto'][];
    };
    ChangeProblemDto: {
      code: string;
      detail: string;
      /** @description What the same request alone would be answered. */
      status: number;
      /** @description The same for every problem of this code. */
      title: string;
    };
    ChangeResultDto: {
      /** @enum {string} */
      action: 'add' | 'remove';
      /**
       * @description `done`: it changed something. `unchanged`: it was so already. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['ChangeProblemDto'] | null;
      serviceGroupId: string;
      userId: string;
      /** @description Of the user, afterwards. Null when the change was refused. */
      version: number | null;
    };
    ChangeServiceGroupDto: {
      /** @description The id that another system knows it by. Unique, and compared letter for letter. Null takes it away. */
      externalId?: string | null;
      /** @description A merge patch of the metadata, up to 16 KB as a whole: null removes a key, or, in place of it all, everything. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. Unique in the account, whatever the letter case. */
      name?: string;
    };
    ChangeUserDto: {
      /** @description name@domain, of at most 254 bytes in UTF-8. Unique in the account, whatever the letter case. */
      email?: string;
      /** @description The id that another system knows it by. Unique, and compared letter for letter. Null takes it away. */
      externalId?: string | null;
      /** @description A merge patch of the metadata, up to 16 KB as a whole: null removes a key, or, in place of it all, everything. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. */
      name?: string;
      /**
       * @description Only an owner or an operator may give or take the role of an owner.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
    };
    ChangeWarningDto: {
      /**
       * @description `group_left_empty`: nobody would be left in it. `large_share`: more than a tenth of it would go. `own_access`: yours would.
       * @enum {string}
       */
      code: 'group_left_empty' | 'large_share' | 'own_access';
      /** @description One sentence. */
      detail: string;
      /** @description Of the service group, as of a moment ago. */
      memberCount: number | null;
      /** @description How many memberships of the service group would end, or how many users are concerned. */
      removed: number;
      /** @description Null where it is about no service group. */
      serviceGroupId: string | null;
    };
    ChangeWebhookEndpointDto: {
      /** @description What people call it: up to 200 characters that can be seen. */
      description?: string;
      /** @description Event types, or groups like `user.*`. All events when it is empty. */
      eventTypes?: (
        | 'account.*'
        | 'account.closed'
        | 'account.created'
        | 'account.reactivated'
        | 'account.renamed'
        | 'account.settings_changed'
        | 'account.suspended'
        | 'api_key.*'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'api_key.rotated'
        | 'service_group.*'
        | 'service_group.created'
        | 'service_group.member_added'
        | 'service_group.member_removed'
        | 'service_group.removed'
        | 'service_group.renamed'
        | 'service_group.settings_changed'
        | 'user.*'
        | 'user.activated'
        | 'user.created'
        | 'user.email_changed'
        | 'user.erased'
        | 'user.identity_linked'
        | 'user.identity_unlinked'
        | 'user.invited'
        | 'user.profile_changed'
        | 'user.reactivated'
        | 'user.removed'
        | 'user.role_changed'
        | 'user.settings_changed'
        | 'user.suspended'
        | 'webhook_endpoint.*'
        | 'webhook_endpoint.changed'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.removed'
        | 'webhook_endpoint.secret_rotated'
      )[];
      /** @description An https URL on a public host. */
      url?: string;
    };
    ChooseAccountDto: {
      accountId: string;
    };
    CreateAccountDto: {
      /** @description The id that another system knows it by. Unique, and compared letter for letter. */
      externalId?: string;
      /** @description The most the account may have of each. What is not named is not limited. */
      limits?: components['schemas']['LimitsDto'];
      /** @description Any JSON object of up to 16 KB. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. */
      name: string;
      /** @description What the account has subscribed to: 1 to 50 characters that can be seen. */
      plan?: string;
    };
    CreateApiKeyDto: {
      /** @description When the key expires: ISO 8601 with a time zone. It does not without. */
      expiresAt?: string;
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8: what the key is for. */
      name: string;
      /** @description What the key may do. `platform:read` and `platform:write` are for keys of operators only. */
      scopes: (
        | 'access:check'
        | 'account:read'
        | 'account:write'
        | 'events:read'
        | 'jobs:read'
        | 'memberships:read'
        | 'memberships:write'
        | 'platform:read'
        | 'platform:write'
        | 'scim'
        | 'service-groups:read'
        | 'service-groups:write'
        | 'users:read'
        | 'users:write'
      )[];
    };
    CreateBulkJobDto: {
      /** @enum {string} */
      action:
        | 'add_to_groups'
        | 'change_role'
        | 'reactivate'
        | 'remove'
        | 'remove_from_groups'
        | 'resend_invitation'
        | 'suspend';
      /** @description Who is meant: all whom it finds now, up to 100,000. Without a filter, everybody. */
      query?: components['schemas']['BulkQueryDto'];
      /**
       * @description Of `change_role`. Only an owner or an operator may make owners.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
      /** @description Of `add_to_groups` and `remove_from_groups`. */
      serviceGroupIds?: string[];
      /** @description Who is meant: up to 10,000 ids. */
      userIds?: string[];
    };
    CreateInvitationDto: {
      /** @description Where the invitation is sent to. Unique in the account, whatever the letter case. */
      email: string;
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. */
      name: string;
      /**
       * @description Only an owner or an operator may invite an owner. A member without it.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
      /** @description The service groups that they may enter from the start. */
      serviceGroupIds?: string[];
    };
    CreateInvitationsDto: {
      invitations: components['schemas']['CreateInvitationDto'][];
    };
    CreateServiceGroupDto: {
      /** @description The id that another system knows it by. Unique, and compared letter for letter. */
      externalId?: string;
      /** @description Any JSON object of up to 16 KB. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. Unique in the account, whatever the letter case. */
      name: string;
    };
    CreateUserDto: {
      /** @description name@domain, of at most 254 bytes in UTF-8. Unique in the account, whatever the letter case. */
      email: string;
      /** @description The id that another system knows it by. Unique, and compared letter for letter. */
      externalId?: string;
      /** @description Any JSON object of up to 16 KB. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. */
      name: string;
      /**
       * @description Only an owner or an operator may make an owner.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
      /**
       * @description An invited user may be given service groups, but may not sign in before it is activated.
       * @enum {string}
       */
      status?: 'active' | 'invited';
    };
    CreateUsersDto: {
      /** @description Each is created or refused alone. */
      users: components['schemas']['CreateUserDto'][];
    };
    CreateWebhookEndpointDto: {
      /** @description What people call it: up to 200 characters that can be seen. */
      description?: string;
      /** @description Event types, or groups like `user.*`. All events without it. */
      eventTypes?: (
        | 'account.*'
        | 'account.closed'
        | 'account.created'
        | 'account.reactivated'
        | 'account.renamed'
        | 'account.settings_changed'
        | 'account.suspended'
        | 'api_key.*'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'api_key.rotated'
        | 'service_group.*'
        | 'service_group.created'
        | 'service_group.member_added'
        | 'service_group.member_removed'
        | 'service_group.removed'
        | 'service_group.renamed'
        | 'service_group.settings_changed'
        | 'user.*'
        | 'user.activated'
        | 'user.created'
        | 'user.email_changed'
        | 'user.erased'
        | 'user.identity_linked'
        | 'user.identity_unlinked'
        | 'user.invited'
        | 'user.profile_changed'
        | 'user.reactivated'
        | 'user.removed'
        | 'user.role_changed'
        | 'user.settings_changed'
        | 'user.suspended'
        | 'webhook_endpoint.*'
        | 'webhook_endpoint.changed'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'webhook_endpoint.removed'
        | 'webhook_endpoint.secret_rotated'
      )[];
      /** @description An https URL on a public host. */
      url: string;
    };
    CurrentSessionDto: {
      /** @description The account that the session acts in. Null for operators, and while the person has yet to choose one. */
      accountId: string | null;
      /** @description All accounts that the person may act in, by name. */
      accounts: components['schemas']['SessionAccountDto'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC. When the person last proved who they are.
       */
      authTime: string;
      email: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Then the session ends in any case.
       */
      expiresAt: string;
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Then the session ends unless it is used before.
       */
      idleExpiresAt: string;
      /** @description The identity provider they signed in at. */
      issuer: string;
      /** @enum {string} */
      kind: 'operator' | 'user';
      /** @description Of the user, or of an operator as the identity provider has it. Null while no account is chosen. */
      name: string | null;
      /**
       * @description The role as it is now.
       * @enum {string|null}
       */
      role: 'admin' | 'member' | null | 'owner';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      signedInAt: string;
      userId: string | null;
    };
    DecisionDto: {
      decision: boolean;
    };
    DecisionsDto: {
      evaluations: components['schemas']['DecisionDto'][];
    };
    /** @description What a write with dryRun=true would have committed. */
    DryRun: {
      /** @description Of a batch: what would become of each row. */
      batch?: components['schemas']['BatchResultDto'] | components['schemas']['InvitationBatchResultDto'];
      /** @constant */
      dryRun: true;
      events: components['schemas']['EventDto'][];
    };
    EvaluationOptionsDto: {
      /**
       * @description Whether to stop at the first denial, the first permission, or not at all.
       * @enum {string}
       */
      evaluations_semantic?: 'deny_on_first_deny' | 'execute_all' | 'permit_on_first_permit';
    };
    EvaluationRequestDto: {
      action: components['schemas']['ActionDto'];
      context?: components['schemas']['AccessContextDto'];
      resource: components['schemas']['ResourceDto'];
      subject: components['schemas']['SubjectDto'];
    };
    EvaluationsRequestDto: {
      action?: components['schemas']['ActionDto'];
      context?: components['schemas']['AccessContextDto'];
      evaluations: components['schemas']['PartialEvaluationDto'][];
      options?: components['schemas']['EvaluationOptionsDto'];
      resource?: components['schemas']['ResourceDto'];
      subject?: components['schemas']['SubjectDto'];
    };
    EventDto: {
      accountId: string;
      /** @description Who caused it: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      actor: string;
      /** @description The account, user, service group or API key it is about. */
      aggregateId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Rising within the aggregate.
       */
      at: string;
      /** @description The command or event that caused this one. */
      causationId: string;
      /** @description Ties together everything one request caused. */
      correlationId: string;
      data: {
        [key: string]: unknown;
      };
      /** @description There when the personal data of the user was erased since: `data` holds placeholders for names and emails. */
      erased?: boolean;
      /** @description The id of the aggregate, a dot, and the version. */
      id: string;
      /** @description Which version of the shape of `data` this is. */
      schemaVersion: number;
      /** @description The request's span in its client's trace (W3C Trace Context), where it was caused by one. */
      traceparent?: string;
      /** @description What happened, for example `user.created`. */
      type: string;
      /** @description 1, 2, 3 … without holes for each aggregate. */
      version: number;
    };
    EventListDto: {
      data: components['schemas']['EventDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    FoundDto: {
      id: string;
      properties: components['schemas']['FoundNameDto'];
      /** @enum {string} */
      type: 'service_group' | 'user';
    };
    FoundNameDto: {
      name: string;
    };
    FoundPageDto: {
      /** @description Empty after the last page. */
      next_token: string;
    };
    IdentityDto: {
      /** @description `idty_` and 26 characters, made from issuer and subject. */
      id: string;
      issuer: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      linkedAt: string;
      subject: string;
      userId: string;
    };
    IdentityListDto: {
      data: components['schemas']['IdentityDto'][];
      /** @description Always null: a user has few identities. */
      nextCursor: string | null;
    };
    ImportColumnDto: {
      /** @description Null when it is none that an import takes: leave it out. */
      field: string | null;
      /** @description Its heading. */
      name: string;
      /** @description Its first values. */
      samples: string[];
    };
    ImportDto: {
      accountId: string;
      changed: number;
      created: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Only tried: nothing is changed. */
      dryRun: boolean;
      /** @description Of the job, which is paused and resumed as any other. */
      id: string;
      /** @enum {string} */
      kind: 'memberships' | 'service-groups' | 'users';
      /** @description How many have been carried out or refused. */
      processed: number;
      /** @description See its errors. */
      refused: number;
      /** @description How many there are. */
      rows: number;
      /** @enum {string} */
      status: 'cancelled' | 'done' | 'paused' | 'running';
      /** @description Those that said what was so already. */
      unchanged: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
    };
    ImportErrorDto: {
      code: string;
      detail: string;
      /** @description Of the file: the first is 1, and of CSV it is the header. */
      line: number;
    };
    ImportErrorListDto: {
      data: components['schemas']['ImportErrorDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    ImportInspectionDto: {
      columns: components['schemas']['ImportColumnDto'][];
      /** @enum {string} */
      format: 'csv' | 'ndjson';
      /** @enum {string} */
      kind: 'memberships' | 'service-groups' | 'users';
      problems: components['schemas']['ImportErrorDto'][];
      /** @description False: the headings are to be renamed to the fields, and other columns left out, before it is imported. */
      ready: boolean;
      /** @description How many rows were looked at: the first 100. */
      rows: number;
      /** @description Those of them whose values are good. */
      valid: number;
    };
    ImportListDto: {
      data: components['schemas']['ImportDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    InspectedInvitationDto: {
      accountId: string;
      accountName: string;
      email: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: it cannot be accepted from then on.
       */
      expiresAt: string;
      /** @description The name of who sent it. Null where it was no user of the account. */
      invitedByName: string | null;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description Of the service groups that they may enter then, up to 100. */
      serviceGroups: string[];
      /**
       * @description `expired`: it cannot be accepted any more, and is to be sent again.
       * @enum {string}
       */
      status: 'expired' | 'pending';
      userId: string;
    };
    InvitationBatchResultDto: {
      done: number;
      refused: number;
      results: components['schemas']['InvitationRowResultDto'][];
      unchanged: number;
    };
    InvitationDto: {
      accountId: string;
      email: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: it cannot be accepted from then on.
       */
      expiresAt: string;
      /** @description The invited user's id: it has one invitation at a time. */
      id: string;
      /** @description Who sent it last: `operator:…`, `user:…` or `api-key:…`. */
      invitedBy: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      sentAt: string;
      /** @description How often it was sent. */
      sentCount: number;
      /**
       * @description `expired`: to be sent again.
       * @enum {string}
       */
      status: 'expired' | 'pending';
    };
    InvitationListDto: {
      data: components['schemas']['InvitationDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    InvitationRowResultDto: {
      /** @description Which row it is, from 0 on. */
      index: number;
      /** @description Null when the row was refused. */
      invitation: components['schemas']['InvitationDto'] | null;
      /**
       * @description `done`: it changed something. `unchanged`: it was so already. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['RowProblemDto'] | null;
      /** @description Of the user that the row is about. Null when the row was refused. */
      userId: string | null;
    };
    InvitedUserDto: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      email: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: the invitation cannot be accepted from then on.
       */
      expiresAt: string;
      /** @description The id that another system knows it by. */
      externalId: string | null;
      /** @description `user_` and a ULID. */
      id: string;
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description How many service groups the user may enter. */
      serviceGroupCount: number;
      /** @enum {string} */
      status: 'active' | 'invited' | 'suspended';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    IssuedApiKeyDto: {
      /** @description Null for a key of operators. */
      accountId: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Who made it: `operator:…`, `user:…`. */
      createdBy: string;
      /** @description Null when it does not expire. */
      expiresAt: string | null;
      /** @description The last four characters of the key. */
      hint: string;
      /** @description `akey_` and a ULID. */
      id: string;
      /** @description The key itself. It is shown this once. */
      key: string;
      /** @description Known to some minutes. Null when it was not used since it was made or rotated. */
      lastUsedAt: string | null;
      name: string;
      /** @description Until when the secret before the last rotation is accepted. Null when it was never rotated. */
      previousValidUntil: string | null;
      scopes: string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    IssuedWebhookEndpointDto: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Empty when it has none. */
      description: string;
      /**
       * @description Somebody asked for it; it answered 410 Gone; or it failed for five days. Null while it is active.
       * @enum {string|null}
       */
      disabledReason: 'failing' | 'gone' | null | 'requested';
      /** @description Empty: all events. */
      eventTypes: string[];
      /** @description `whep_` and a ULID. */
      id: string;
      /**
       * @description `whsec_` and base64, as the Standard Webhooks libraries take it. Shown this once. Null where an answer is repeated
       *     whose secret was replaced since.
       */
      secret: string | null;
      /** @description 1, 2, 3 …: rises when the secret is rotated. */
      secretVersion: number;
      /** @enum {string} */
      status: 'active' | 'disabled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      url: string;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    JobDto: {
      accountId: string;
      /** @description Of a bulk job. Null otherwise. */
      bulk: components['schemas']['BulkJobDto'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Who asked for it: `operator:…`, `user:…` or `api-key:…`. */
      createdBy: string;
      id: string;
      /** @description Memberships ended or erased, users and service groups removed, or rows carried out, so far. */
      processed: number;
      /** @description Of an import or a bulk job: rows that were refused so far; see its `refused.csv`. Null otherwise. */
      refused: number | null;
      /** @description Of an import or a bulk job: how many rows there are. Null otherwise. */
      rows: number | null;
      /** @enum {string} */
      status: 'cancelled' | 'done' | 'paused' | 'running';
      /** @description The removed or erased user, the removed service group, or the account. */
      subjectId: string;
      /** @enum {string} */
      type:
        | 'bulk'
        | 'close-account'
        | 'erase-user'
        | 'import'
        | 'remove-service-group-memberships'
        | 'remove-user-memberships';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Rises with each part that is done, and each pause; also the ETag. */
      version: number;
    };
    JobListDto: {
      data: components['schemas']['JobDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    KindOfResourceDto: {
      /** @enum {string} */
      type: 'service_group';
    };
    KindOfSubjectDto: {
      /** @enum {string} */
      type: 'user';
    };
    LimitsDto: {
      /** @description The most memberships, of all service groups together. */
      members?: number;
      /** @description The most service groups. */
      serviceGroups?: number;
      /** @description The most users, whatever their status. */
      users?: number;
    };
    LinkIdentityDto: {
      /** @description The identity provider's issuer identifier: the `iss` of its tokens, letter for letter. */
      issuer: string;
      /** @description The id of the person at that provider: the `sub` of their tokens, letter for letter. */
      subject: string;
    };
    LivenessDto: {
      /** @enum {string} */
      status: 'live';
    };
    LogoutTokenDto: {
      /** @description Signed by the provider: whose sessions it has ended. */
      logout_token: string;
    };
    MatrixDto: {
      /** @description The columns. Service groups that are not there are left out. */
      groups: components['schemas']['MatrixGroupDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Users who are not there are left out. */
      rows: components['schemas']['MatrixRowDto'][];
    };
    MatrixGroupDto: {
      id: string;
      /** @description Of a moment ago. */
      memberCount: number;
      name: string;
    };
    MatrixRowDto: {
      /** @description By the id of the service group: those that the user may enter. */
      cells: {
        [key: string]: unknown;
      };
      user: components['schemas']['MatrixUserDto'];
    };
    MatrixUserDto: {
      email: string;
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @enum {string} */
      status: 'active' | 'invited' | 'suspended';
      /** @description For `ifVersion`. */
      version: number;
    };
    MeDto: {
      /** @description Null for an operator, and for a key of the platform. */
      accountId: string | null;
      accountName: string | null;
      /** @description Null for all but users. */
      email: string | null;
      id: string;
      /** @enum {string} */
      kind: 'api-key' | 'operator' | 'user';
      /** @description Of the user or the API key. Null for an operator. */
      name: string | null;
      /**
       * @description The role as it is now. Null for all but users.
       * @enum {string|null}
       */
      role: 'admin' | 'member' | null | 'owner';
      /** @description What an API key is allowed. Null for all others. */
      scopes: string[] | null;
    };
    MemberServiceGroupDto: {
      id: string;
      name: string;
    };
    MembershipChangeDto: {
      /** @enum {string} */
      action: 'add' | 'remove';
      /** @description Refuse the change when this is not the version of the user any more, changes of this request aside. */
      ifVersion?: number;
      serviceGroupId: string;
      userId: string;
    };
    MembershipDto: {
      /** @description Who gave it: `operator:…`, `user:…` or `system:…`. */
      addedBy: string;
      /** @description The ids of the service group and of the user, with a dot between. */
      id: string;
      serviceGroup: components['schemas']['MemberServiceGroupDto'];
      serviceGroupId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
      user: components['schemas']['MemberUserDto'];
      userId: string;
    };
    MembershipListDto: {
      data: components['schemas']['MembershipDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    MemberUserDto: {
      email: string;
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @enum {string} */
      status: 'active' | 'invited' | 'suspended';
    };
    PartialEvaluationDto: {
      action?: components['schemas']['ActionDto'];
      resource?: components['schemas']['ResourceDto'];
      subject?: components['schemas']['SubjectDto'];
    };
    /** @description What went wrong (RFC 9457). `code` is for programs, `detail` for people. */
    Problem: {
      /** @enum {string} */
      code:
        | 'account_exists'
        | 'account_not_chosen'
        | 'account_not_found'
        | 'account_suspended'
        | 'api_key_exists'
        | 'api_key_not_found'
        | 'body_not_an_object'
        | 'body_too_deep'
        | 'body_too_large'
        | 'change_too_large'
        | 'cross_site_request'
        | 'delivery_not_found'
        | 'duplicate_key'
        | 'duplicate_parameter'
        | 'email_taken'
        | 'empty_import'
        | 'empty_selection'
        | 'event_not_found'
        | 'external_id_taken'
        | 'forbidden_key'
        | 'headers_too_large'
        | 'idempotency_key_reused'
        | 'identity_not_found'
        | 'identity_taken'
        | 'internal_error'
        | 'invalid_count'
        | 'invalid_cursor'
        | 'invalid_email'
        | 'invalid_encoding'
        | 'invalid_event_types'
        | 'invalid_external_id'
        | 'invalid_filter'
        | 'invalid_format'
        | 'invalid_id'
        | 'invalid_idempotency_key'
        | 'invalid_identity'
        | 'invalid_if_match'
        | 'invalid_logout_token'
        | 'invalid_metadata'
        | 'invalid_name'
        | 'invalid_number'
        | 'invalid_path'
        | 'invalid_row'
        | 'invalid_scope'
        | 'invalid_syntax'
        | 'invalid_text'
        | 'invalid_value'
        | 'invalid_webhook_url'
        | 'invitation_accepted'
        | 'invitation_not_found'
        | 'job_not_cancellable'
        | 'job_not_found'
        | 'last_owner'
        | 'limit_reached'
        | 'malformed_json'
        | 'malformed_request'
        | 'malformed_url'
        | 'membership_not_found'
        | 'method_not_allowed'
        | 'no_target'
        | 'no_user_for_identity'
        | 'not_allowed_value'
        | 'not_permitted'
        | 'operator_needed'
        | 'out_of_range'
        | 'owner_needed'
        | 'precondition_required'
        | 'public_url_not_configured'
        | 'rate_limited'
        | 'read_only'
        | 'recent_sign_in_needed'
        | 'request_timeout'
        | 'required'
        | 'route_not_found'
        | 'service_group_exists'
        | 'service_group_name_taken'
        | 'service_group_not_active'
        | 'service_group_not_found'
        | 'service_unavailable'
        | 'session_ended'
        | 'session_missing'
        | 'session_not_found'
        | 'sign_in_failed'
        | 'sign_in_not_configured'
        | 'token_expired'
        | 'token_invalid'
        | 'token_missing'
        | 'token_not_yet_valid'
        | 'too_long'
        | 'too_many_changes'
        | 'too_many_identities'
        | 'too_many_results'
        | 'too_many_webhook_endpoints'
        | 'too_short'
        | 'unknown_field'
        | 'unknown_provider'
        | 'unsupported_media_type'
        | 'url_too_long'
        | 'user_erased'
        | 'user_exists'
        | 'user_invited'
        | 'user_not_erasable'
        | 'user_not_found'
        | 'user_not_invited'
        | 'user_not_removed'
        | 'user_removed'
        | 'user_suspended'
        | 'validation_failed'
        | 'version_mismatch'
        | 'webhook_endpoint_disabled'
        | 'webhook_endpoint_exists'
        | 'webhook_endpoint_not_found'
        | 'wrong_type';
      /** @description Of a version_mismatch: the resource as it is now, when the caller may read it. Its ETag is a header. */
      current?: {
        [key: string]: unknown;
      };
      detail: string;
      errors?: {
        /** @enum {string} */
        code:
          | 'account_exists'
          | 'account_not_chosen'
          | 'account_not_found'
          | 'account_suspended'
          | 'api_key_exists'
          | 'api_key_not_found'
          | 'body_not_an_object'
          | 'body_too_deep'
          | 'body_too_large'
          | 'change_too_large'
          | 'cross_site_request'
          | 'delivery_not_found'
          | 'duplicate_key'
          | 'duplicate_parameter'
          | 'email_taken'
          | 'empty_import'
          | 'empty_selection'
          | 'event_not_found'
          | 'external_id_taken'
          | 'forbidden_key'
          | 'headers_too_large'
          | 'idempotency_key_reused'
          | 'identity_not_found'
          | 'identity_taken'
          | 'internal_error'
          | 'invalid_count'
          | 'invalid_cursor'
          | 'invalid_email'
          | 'invalid_encoding'
          | 'invalid_event_types'
          | 'invalid_external_id'
          | 'invalid_filter'
          | 'invalid_format'
          | 'invalid_id'
          | 'invalid_idempotency_key'
          | 'invalid_identity'
          | 'invalid_if_match'
          | 'invalid_logout_token'
          | 'invalid_metadata'
          | 'invalid_name'
          | 'invalid_number'
          | 'invalid_path'
          | 'invalid_row'
          | 'invalid_scope'
          | 'invalid_syntax'
          | 'invalid_text'
          | 'invalid_value'
          | 'invalid_webhook_url'
          | 'invitation_accepted'
          | 'invitation_not_found'
          | 'job_not_cancellable'
          | 'job_not_found'
          | 'last_owner'
          | 'limit_reached'
          | 'malformed_json'
          | 'malformed_request'
          | 'malformed_url'
          | 'membership_not_found'
          | 'method_not_allowed'
          | 'no_target'
          | 'no_user_for_identity'
          | 'not_allowed_value'
          | 'not_permitted'
          | 'operator_needed'
          | 'out_of_range'
          | 'owner_needed'
          | 'precondition_required'
          | 'public_url_not_configured'
          | 'rate_limited'
          | 'read_only'
          | 'recent_sign_in_needed'
          | 'request_timeout'
          | 'required'
          | 'route_not_found'
          | 'service_group_exists'
          | 'service_group_name_taken'
          | 'service_group_not_active'
          | 'service_group_not_found'
          | 'service_unavailable'
          | 'session_ended'
          | 'session_missing'
          | 'session_not_found'
          | 'sign_in_failed'
          | 'sign_in_not_configured'
          | 'token_expired'
          | 'token_invalid'
          | 'token_missing'
          | 'token_not_yet_valid'
          | 'too_long'
          | 'too_many_changes'
          | 'too_many_identities'
          | 'too_many_results'
          | 'too_many_webhook_endpoints'
          | 'too_short'
          | 'unknown_field'
          | 'unknown_provider'
          | 'unsupported_media_type'
          | 'url_too_long'
          | 'user_erased'
          | 'user_exists'
          | 'user_invited'
          | 'user_not_erasable'
          | 'user_not_found'
          | 'user_not_invited'
          | 'user_not_removed'
          | 'user_removed'
          | 'user_suspended'
          | 'validation_failed'
          | 'version_mismatch'
          | 'webhook_endpoint_disabled'
          | 'webhook_endpoint_exists'
          | 'webhook_endpoint_not_found'
          | 'wrong_type';
        detail: string;
        /** @description Which header. */
        header?: string;
        /** @description Which part of the path or query. */
        parameter?: string;
        /** @description Where in the body (RFC 6901). */
        pointer?: string;
      }[];
      instance: string;
      requestId: string;
      status: number;
      title: string;
      type: string;
    };
    ProtectedResourceDto: {
      /** @description The issuers whose tokens are accepted. */
      authorization_servers: string[];
      bearer_methods_supported: string[];
      resource: string;
      resource_documentation: string;
    };
    ReadinessDto: {
      /** @enum {string} */
      status: 'ready';
    };
    RecoveredWebhooksDto: {
      /** @description Events that are sent again, or for the first time. */
      queued: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. What to send as `since` to go on: a request looks at 1,000 events. Null when it has seen all.
       */
      resumeFrom: string | null;
      /** @description Events that were delivered already, or wait anyway. */
      skipped: number;
    };
    RecoverWebhooksDto: {
      /** @description Events from this time on. ISO 8601 with a time zone. */
      since: string;
    };
    RedirectDto: {
      /** @description Where the browser is to go next: at the provider, where signing out goes on there. */
      redirectTo: string;
    };
    ReplacedServiceGroupsDto: {
      /** @description Ids of service groups. */
      added: string[];
      removed: string[];
      unchanged: string[];
      userId: string;
      /** @description Of the user; also the ETag. */
      version: number;
    };
    ReplaceServiceGroupsDto: {
      /** @description Ids of all service groups that the user is to be in; none to take it out of all. */
      serviceGroupIds: string[];
    };
    ResourceDto: {
      /** @description `sgrp_` and a ULID. */
      id: string;
      properties?: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      type: 'service_group';
    };
    ResourceSearchDto: {
      action: components['schemas']['ActionDto'];
      context?: components['schemas']['AccessContextDto'];
      page?: components['schemas']['SearchPageDto'];
      resource: components['schemas']['KindOfResourceDto'];
      subject: components['schemas']['SubjectDto'];
    };
    RoleFacetDto: {
      admin: number;
      member: number;
      owner: number;
    };
    RotateApiKeyDto: {
      /** @description When the key expires: ISO 8601 with a time zone. As before without. */
      expiresAt?: string;
      /**
       * @description How long the present secret is still accepted; a day by default, a week at most.
       * @default 86400
       */
      graceSeconds: number;
    };
    RotateWebhookSecretDto: {
      /**
       * @description How long requests are signed with the present secret, too; a day by default, a week at most.
       * @default 86400
       */
      graceSeconds: number;
    };
    RowProblemDto: {
      code: string;
      detail: string;
      /** @description What the same request alone would be answered. */
      status: number;
    };
    RowResultDto: {
      /** @description Which row it is, from 0 on. */
      index: number;
      /**
       * @description `done`: it changed something. `unchanged`: it was so already. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['RowProblemDto'] | null;
      /** @description Of the user that the row is about. Null when the row was refused. */
      userId: string | null;
    };
    ScimBulkRequest: {
      failOnErrors?: number;
      Operations: {
        bulkId?: string;
        data?: {
          [key: string]: unknown;
        };
        method: string;
        path: string;
        version?: string;
      }[];
      schemas: string[];
    };
    ScimBulkResponse: {
      Operations: {
        bulkId?: string;
        location?: string;
        method: string;
        response?: {
          [key: string]: unknown;
        };
        status: string;
        version?: string;
      }[];
      schemas: string[];
    };
    ScimError: {
      detail: string;
      schemas: string[];
      scimType?: string;
      status: string;
      'urn:rollbook:params:scim:api:messages:2.0:Problem': {
        code: string;
        requestId: string;
      };
    };
    /** @description A service group of the account. */
    ScimGroup: {
      /** @description The name: unique in the account, whatever the letter case. */
      displayName?: string;
      /** @description The id that the client knows it by: unique in the account. */
      externalId?: string;
      /** @description The id, given by Rollbook. */
      id?: string;
      /** @description The users who may enter. Left out where there are more than an answer shows. */
      members?: ({
        /** @description The name of the user. */
        display?: string;
        /** @description Always User. */
        type?: string;
        /** @description The id of the user. */
        value?: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description About the resource. */
      meta?: {
        /** @description See RFC 7643, section 3.1. */
        created?: string;
        /** @description See RFC 7643, section 3.1. */
        lastModified?: string;
        /** @description See RFC 7643, section 3.1. */
        location?: string;
        /** @description See RFC 7643, section 3.1. */
        resourceType?: string;
        /** @description See RFC 7643, section 3.1. */
        version?: string;
      };
      /** @description Which schemas the resource has. */
      schemas: string[];
    };
    ScimList: {
      itemsPerPage: number;
      nextCursor?: string;
      Resources: {
        [key: string]: unknown;
      }[];
      schemas: string[];
      startIndex?: number;
      totalResults?: number;
    };
    ScimPatch: {
      Operations: {
        op: string;
        path?: string;
        value?: unknown;
      }[];
      schemas: string[];
    };
    ScimResourceType: {
      description?: string;
      endpoint: string;
      id?: string;
      meta?: {
        location?: string;
        resourceType?: string;
      };
      name: string;
      schema: string;
      schemaExtensions?: {
        required: boolean;
        schema: string;
      }[];
      schemas: string[];
    };
    ScimSchema: {
      attributes: {
        [key: string]: unknown;
      }[];
      description?: string;
      id: string;
      meta?: {
        location?: string;
        resourceType?: string;
      };
      name?: string;
      schemas: string[];
    };
    ScimServiceProviderConfig: {
      authenticationSchemes: {
        description: string;
        name: string;
        primary?: boolean;
        specUri?: string;
        type: string;
      }[];
      bulk: {
        maxOperations?: number;
        maxPayloadSize?: number;
        supported: boolean;
      };
      changePassword: {
        supported: boolean;
      };
      etag: {
        supported: boolean;
      };
      filter: {
        maxResults?: number;
        supported: boolean;
      };
      meta?: {
        location?: string;
        resourceType?: string;
      };
      pagination?: {
        cursor: boolean;
        defaultPageSize?: number;
        index: boolean;
        maxPageSize?: number;
      };
      patch: {
        supported: boolean;
      };
      schemas: string[];
      sort: {
        supported: boolean;
      };
    };
    /** @description A person in the account. */
    ScimUser: {
      /** @description Whether the user may sign in: false while it is suspended, or invited only. */
      active?: boolean;
      /** @description Where the user can be found. */
      addresses?: {
        /** @description Country (ISO 3166-1 alpha-2). */
        country?: string;
        /** @description The value for people. */
        display?: string;
        /** @description The whole address. */
        formatted?: string;
        /** @description City. */
        locality?: string;
        /** @description Postal code. */
        postalCode?: string;
        /** @description Whether it is the preferred one. */
        primary?: boolean;
        /** @description State or region. */
        region?: string;
        /** @description Street and number. */
        streetAddress?: string;
        /** @description What the value is used for. */
        type?: string;
        /** @description The value. */
        value?: string;
      }[];
      /** @description The name of the user. */
      displayName?: string;
      /** @description Addresses, kept as they are sent. The one that Rollbook uses is userName. */
      emails?: {
        /** @description The value for people. */
        display?: string;
        /** @description Whether it is the preferred one. */
        primary?: boolean;
        /** @description What the value is used for. */
        type?: string;
        /** @description The value. */
        value?: string;
      }[];
      /** @description What the user has, kept as it is sent. */
      entitlements?: {
        /** @description The value for people. */
        display?: string;
        /** @description Whether it is the preferred one. */
        primary?: boolean;
        /** @description What the value is used for. */
        type?: string;
        /** @description The value. */
        value?: string;
      }[];
      /** @description The id that the client knows it by: unique in the account. */
      externalId?: string;
      /** @description The service groups the user may enter. Only shown when asked for. */
      groups?: ({
        /** @description The name of the group. */
        display?: string;
        /** @description The id of the group. */
        value?: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description The id, given by Rollbook. */
      id?: string;
      /** @description Addresses for messages. */
      ims?: {
        /** @description The value for people. */
        display?: string;
        /** @description Whether it is the preferred one. */
        primary?: boolean;
        /** @description What the value is used for. */
        type?: string;
        /** @description The value. */
        value?: string;
      }[];
      /** @description For dates, numbers and the like. */
      locale?: string;
      /** @description About the resource. */
      meta?: {
        /** @description See RFC 7643, section 3.1. */
        created?: string;
        /** @description See RFC 7643, section 3.1. */
        lastModified?: string;
        /** @description See RFC 7643, section 3.1. */
        location?: string;
        /** @description See RFC 7643, section 3.1. */
        resourceType?: string;
        /** @description See RFC 7643, section 3.1. */
        version?: string;
      };
      /** @description The parts of the name. */
      name?: {
        /** @description The family name. */
        familyName?: string;
        /** @description The whole name. The same as displayName. */
        formatted?: string;
        /** @description The given name. */
        givenName?: string;
        /** @description What stands before the name. */
        honorificPrefix?: string;
        /** @description What stands after the name. */
        honorificSuffix?: string;
        /** @description Further given names. */
        middleName?: string;
      };
      /** @description How the user is called. */
      nickName?: string;
      /** @description Phone numbers. */
      phoneNumbers?: {
        /** @description The value for people. */
        display?: string;
        /** @description Whether it is the preferred one. */
        primary?: boolean;
        /** @description What the value is used for. */
        type?: string;
        /** @description The value. */
        value?: string;
      }[];
      /** @description Pictures. */
      photos?: {
        /** @description The value for people. */
        display?: string;
        /** @description Whether it is the preferred one. */
        primary?: boolean;
        /** @description What the value is used for. */
        type?: string;
        /** @description The value. */
        value?: string;
      }[];
      /** @description The language the user prefers. */
      preferredLanguage?: string;
      /** @description A page about the user. */
      profileUrl?: string;
      /** @description The one role in the account: owner, admin, member. */
      roles?: {
        /** @description The role for people. */
        display?: string;
        /** @description Always true. */
        primary?: boolean;
        /** @description Not kept. */
        type?: string;
        /** @description The role. */
        value?: string;
      }[];
      /** @description Which schemas the resource has. */
      schemas: string[];
      /** @description In the form Europe/Vienna. */
      timezone?: string;
      /** @description The title of the position. */
      title?: string;
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'?: {
        /** @description The cost center. */
        costCenter?: string;
        /** @description The department. */
        department?: string;
        /** @description The division. */
        division?: string;
        /** @description The number in the organisation. */
        employeeNumber?: string;
        /** @description Whom the user reports to. */
        manager?: {
          /** @description The name of the manager. */
          displayName?: string;
          /** @description The id of the manager. */
          value?: string;
        } & {
          [key: string]: unknown;
        };
        /** @description The organisation. */
        organization?: string;
      };
      /** @description The email of the user: unique in the account, whatever the letter case. */
      userName?: string;
      /** @description How the user belongs to the organisation. */
      userType?: string;
    };
    SearchPageDto: {
      limit?: number;
      /** @description `next_token` of the page before. */
      token?: string;
    };
    SearchResultDto: {
      page: components['schemas']['FoundPageDto'];
      results: components['schemas']['FoundDto'][];
    };
    ServiceGroupDto: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description The id that another system knows it by. */
      externalId: string | null;
      /** @description `sgrp_` and a ULID. */
      id: string;
      /** @description As of a moment ago, or of many, some minutes ago: the stream of changes keeps it. Null in an answer as of a time. */
      memberCount: number | null;
      /** @description When they were counted. ISO 8601, UTC. */
      memberCountAsOf: string | null;
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    ServiceGroupListDto: {
      data: components['schemas']['ServiceGroupDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    SessionAccountDto: {
      accountId: string;
      accountName: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description Whom they are there. */
      userId: string;
    };
    SessionDto: {
      /** @description True for the session that is asking. */
      current: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Then the session ends in any case.
       */
      expiresAt: string;
      id: string;
      issuer: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. To some minutes.
       */
      lastSeenAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      signedInAt: string;
      /** @description What the browser calls itself. */
      userAgent: string | null;
    };
    SessionListDto: {
      data: components['schemas']['SessionDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    StatusFacetDto: {
      active: number;
      invited: number;
      suspended: number;
    };
    SubjectDto: {
      /** @description `user_` and a ULID. */
      id: string;
      properties?: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      type: 'user';
    };
    SubjectSearchDto: {
      action: components['schemas']['ActionDto'];
      context?: components['schemas']['AccessContextDto'];
      page?: components['schemas']['SearchPageDto'];
      resource: components['schemas']['ResourceDto'];
      subject: components['schemas']['KindOfSubjectDto'];
    };
    TotalDto: {
      /** @description False: there are at least so many. */
      exact: boolean;
      value: number;
    };
    TriedBulkJobDto: {
      done: number;
      /** @description Always true. */
      dryRun: boolean;
      /** @description The first 20 of what would be published. */
      events: components['schemas']['EventDto'][];
      refused: number;
      /** @description How many users are selected. */
      rows: number;
      /** @description The first refused ones, then the first others: 20 in all. */
      samples: components['schemas']['BulkSampleDto'][];
      /** @description Of how many of them it was found out what would become of them: of the first 2,000. The counts are of these. */
      tried: number;
      unchanged: number;
      warnings: components['schemas']['ChangeWarningDto'][];
    };
    UserDto: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      email: string;
      /** @description The id that another system knows it by. */
      externalId: string | null;
      /** @description `user_` and a ULID. */
      id: string;
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description How many service groups the user may enter. */
      serviceGroupCount: number;
      /** @enum {string} */
      status: 'active' | 'invited' | 'suspended';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    UserFacetsDto: {
      /** @description How many there are of each role. */
      role: components['schemas']['RoleFacetDto'];
      /** @description How many there are of each status. */
      status: components['schemas']['StatusFacetDto'];
    };
    UserListDto: {
      data: components['schemas']['UserDto'][];
      /** @description With `facets=true`. */
      facets?: components['schemas']['UserFacetsDto'];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Of a search: up to which change of the account's search entries it is current. */
      position?: number;
      /** @description With `count=true`. */
      total?: components['schemas']['TotalDto'];
    };
    WebhookAttemptDto: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Milliseconds. */
      durationMs: number;
      /** @description Why there was no answer, or none that counts. Null otherwise. */
      error: string | null;
      /** @description The first 512 bytes of the answer. Null when there were none. */
      response: string | null;
      /** @description The HTTP status that was answered. Null when there was no answer. */
      status: number | null;
    };
    WebhookDeliveryDto: {
      /** @description How many attempts were made in all. */
      attemptCount: number;
      /** @description The last ten attempts, oldest first. */
      attempts: components['schemas']['WebhookAttemptDto'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      eventType: string;
      /** @description The id of the event, and the `webhook-id` of every attempt. */
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Null when there is none planned.
       */
      nextAttemptAt: string | null;
      /**
       * @description `failed`: given up, and sent again only when asked for.
       * @enum {string}
       */
      status: 'delivered' | 'failed' | 'pending';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      webhookEndpointId: string;
    };
    WebhookDeliveryListDto: {
      data: components['schemas']['WebhookDeliveryDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    WebhookEndpointDto: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Empty when it has none. */
      description: string;
      /**
       * @description Somebody asked for it; it answered 410 Gone; or it failed for five days. Null while it is active.
       * @enum {string|null}
       */
      disabledReason: 'failing' | 'gone' | null | 'requested';
      /** @description Empty: all events. */
      eventTypes: string[];
      /** @description `whep_` and a ULID. */
      id: string;
      /** @description 1, 2, 3 …: rises when the secret is rotated. */
      secretVersion: number;
      /** @enum {string} */
      status: 'active' | 'disabled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      url: string;
      /** @description Rises by one with each event; also the ETag. */
      version: number;
    };
    WebhookEndpointListDto: {
      data: components['schemas']['WebhookEndpointDto'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    WebhookStatisticsDto: {
      attempts: number;
      delivered: number;
      deliveries: number;
      failed: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Null when none was.
       */
      lastDeliveredAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Null when none was given up.
       */
      lastFailedAt: string | null;
      /** @description Milliseconds. Null when there was no attempt. */
      medianMs: number | null;
      /** @description Milliseconds. Null when there was no attempt. */
      p95Ms: number | null;
      pending: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: when the oldest event that still waits happened. Null when none does.
       */
      waitingSince: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  authZenConfiguration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthZenConfigurationDto'];
        };
      };
    };
  };
  protectedResource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProtectedResourceDto'];
        };
      };
    };
  };
  evaluate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EvaluationRequestDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecisionDto'];
        };
      };
    };
  };
  evaluateMany: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EvaluationsRequestDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DecisionsDto'];
        };
      };
    };
  };
  searchResources: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceSearchDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchResultDto'];
        };
      };
    };
  };
  searchSubjects: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubjectSearchDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SearchResultDto'];
        };
      };
    };
  };
  backchannelLogout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['LogoutTokenDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  completeSignIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  completeSignInAt: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        provider: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      303: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  login: {
    parameters: {
      query?: {
        /** @description Told to the provider: whom to suggest. */
        loginHint?: string;
        /** @description Seconds: who proved longer ago who they are is asked to do so again. For what asks for a recent sign-in. */
        maxAge?: number;
        /** @description The name of the identity provider. Needed where there are several. */
        provider?: string;
        /** @description Where to go afterwards: a path of this API's origin. */
        returnTo?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  logout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RedirectDto'];
        };
      };
    };
  };
  live: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LivenessDto'];
        };
      };
    };
  };
  ready: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReadinessDto'];
        };
      };
    };
  };
  acceptInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptInvitationDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AcceptedInvitationDto'];
        };
      };
    };
  };
  runScimBulk: {
    parameters: {
      query?: never;
      header?: {
        /** @description Sent again with it, a creation is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimBulkRequest'];
        'application/scim+json': components['schemas']['ScimBulkRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimBulkResponse'];
        };
      };
    };
  };
  listScimGroups: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description How many at most, up to 100. */
        count?: number;
        /** @description Empty for the first page, then `nextCursor` of the page before (RFC 9865). */
        cursor?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
        /** @description RFC 7644, section 3.4.2.2, where the table can answer it without reading everything. */
        filter?: string;
        /** @description By what to sort. */
        sortBy?: string;
        /** @description `ascending` or `descending`. */
        sortOrder?: string;
        /** @description From 1. For lists of up to 10,000. */
        startIndex?: number;
      };
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createScimGroup: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description Sent again with it, a creation is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimGroup'];
        'application/scim+json': components['schemas']['ScimGroup'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
    };
  };
  getScimGroup: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have: 304 if it is that. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceScimGroup: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimGroup'];
        'application/scim+json': components['schemas']['ScimGroup'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
    };
  };
  removeScimGroup: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  patchScimGroup: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimPatch'];
        'application/scim+json': components['schemas']['ScimPatch'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listScimResourceTypes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getScimResourceType: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
        resourceTypeName: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimResourceType'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listScimSchemas: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getScimSchema: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
        schemaId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimSchema'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getScimServiceProviderConfig: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimServiceProviderConfig'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listScimUsers: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description How many at most, up to 100. */
        count?: number;
        /** @description Empty for the first page, then `nextCursor` of the page before (RFC 9865). */
        cursor?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
        /** @description RFC 7644, section 3.4.2.2, where the table can answer it without reading everything. */
        filter?: string;
        /** @description By what to sort. */
        sortBy?: string;
        /** @description `ascending` or `descending`. */
        sortOrder?: string;
        /** @description From 1. For lists of up to 10,000. */
        startIndex?: number;
      };
      header?: never;
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createScimUser: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description Sent again with it, a creation is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimUser'];
        'application/scim+json': components['schemas']['ScimUser'];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  getScimUser: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have: 304 if it is that. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
      /** @description The client has this version already. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceScimUser: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimUser'];
        'application/scim+json': components['schemas']['ScimUser'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  removeScimUser: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  patchScimUser: {
    parameters: {
      query?: {
        /** @description Only these attributes, with commas between. */
        attributes?: string;
        /** @description All but these attributes, with commas between. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScimPatch'];
        'application/scim+json': components['schemas']['ScimPatch'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  listAccounts: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description The account with this external id, if there is one. Strongly consistent. Goes with no other filter. */
        externalId?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description Only accounts with this status. */
        status?: 'active' | 'suspended';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createAccount: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAccountDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDto'];
        };
      };
    };
  };
  getAccount: {
    parameters: {
      query?: {
        /** @description How it was at this time: ISO 8601 with a time zone. */
        asOf?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  closeAccount: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changeAccount: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeAccountDto'];
        'application/merge-patch+json': components['schemas']['ChangeAccountDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createApiKey: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiKeyDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedApiKeyDto'];
        };
      };
    };
  };
  getApiKey: {
    parameters: {
      query?: {
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  revokeApiKey: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rotateApiKey: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateApiKeyDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedApiKeyDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  createBulkJob: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBulkJobDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what the job would do. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TriedBulkJobDto'];
        };
      };
      /** @description Done. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobDto'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Only what this actor did: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
        actor?: string;
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description Only events from this time on: ISO 8601 with a time zone. */
        from?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `desc`: newest first. `asc`: oldest first. */
        order?: 'asc' | 'desc';
        /** @description Only what happened to this account, user, service group or API key. */
        subject?: string;
        /** @description Only events before this time: ISO 8601 with a time zone. */
        to?: string;
        /** @description Only events of this type. */
        type?:
          | 'account.closed'
          | 'account.created'
          | 'account.reactivated'
          | 'account.renamed'
          | 'account.settings_changed'
          | 'account.suspended'
          | 'api_key.created'
          | 'api_key.revoked'
          | 'api_key.rotated'
          | 'service_group.created'
          | 'service_group.member_added'
          | 'service_group.member_removed'
          | 'service_group.removed'
          | 'service_group.renamed'
          | 'service_group.settings_changed'
          | 'user.activated'
          | 'user.created'
          | 'user.email_changed'
          | 'user.erased'
          | 'user.identity_linked'
          | 'user.identity_unlinked'
          | 'user.invited'
          | 'user.profile_changed'
          | 'user.reactivated'
          | 'user.removed'
          | 'user.role_changed'
          | 'user.settings_changed'
          | 'user.suspended'
          | 'webhook_endpoint.changed'
          | 'webhook_endpoint.created'
          | 'webhook_endpoint.disabled'
          | 'webhook_endpoint.enabled'
          | 'webhook_endpoint.removed'
          | 'webhook_endpoint.secret_rotated';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditLogDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getEvent: {
    parameters: {
      query?: {
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        eventId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  exportRows: {
    parameters: {
      query?: {
        /** @description CSV with a header, or a JSON object on each line. */
        format?: 'csv' | 'ndjson';
        /** @description Of events: only those from this time on. ISO 8601 with a time zone. */
        from?: string;
        /** @description Of events: only those before this time. ISO 8601 with a time zone. */
        to?: string;
      };
      header?: never;
      path: {
        accountId: string;
        exported: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
          'text/csv': string;
        };
      };
    };
  };
  importRows: {
    parameters: {
      query?: {
        /** @description Leave a job that says what it would do, and changes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        kind: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-ndjson': string;
        'text/csv': string;
      };
    };
    responses: {
      /** @description Done. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportDto'];
        };
      };
    };
  };
  inspectImport: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
        kind: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/x-ndjson': string;
        'text/csv': string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportInspectionDto'];
        };
      };
    };
  };
  listImports: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description How many items a page has at most. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getImport: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listImportErrors: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description How many items a page has at most. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportErrorListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description How many items a page has at most. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  inviteUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvitationDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitedUserDto'];
        };
      };
    };
  };
  getInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitationDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  revokeInvitation: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  resendInvitation: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InvitedUserDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  inviteUsers: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvitationsDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['InvitationBatchResultDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description Only jobs with this status: a page may then have fewer than its limit. */
        status?: 'cancelled' | 'done' | 'paused' | 'running';
        /** @description Only jobs of this type. */
        type?:
          | 'bulk'
          | 'close-account'
          | 'erase-user'
          | 'import'
          | 'remove-service-group-memberships'
          | 'remove-user-memberships';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getJob: {
    parameters: {
      query?: {
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  cancelJob: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  pauseJob: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  downloadRefusedRows: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
    };
  };
  resumeJob: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['JobDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  changeMemberships: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMembershipsDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChangedMembershipsDto'];
        };
      };
    };
  };
  getMembershipMatrix: {
    parameters: {
      query: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description The columns: up to 50 ids of service groups, with commas between. */
        groupIds: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description The rows: up to 50 ids of users, with commas between, all on one page, in this order. Everybody, page by page, without. */
        userIds?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MatrixDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  reactivateAccount: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listServiceGroups: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description The service group with this external id, if there is one. Goes with no other filter. */
        externalId?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description Only those whose name begins so, whatever the letter case, in the order of their names (`desc`: backwards). */
        namePrefix?: string;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceGroupListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createServiceGroup: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateServiceGroupDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceGroupDto'];
        };
      };
    };
  };
  getServiceGroup: {
    parameters: {
      query?: {
        /** @description How it was at this time: ISO 8601 with a time zone. */
        asOf?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceGroupDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeServiceGroup: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changeServiceGroup: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeServiceGroupDto'];
        'application/merge-patch+json': components['schemas']['ChangeServiceGroupDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceGroupDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listServiceGroupEvents: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /** @description How it was at this time: ISO 8601 with a time zone. */
        asOf?: string;
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MembershipListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getMember: {
    parameters: {
      query?: {
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MembershipDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  addMember: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MembershipDto'] | components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MembershipDto'];
        };
      };
    };
  };
  removeMember: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changeMembers: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMembersDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResultDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  suspendAccount: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /**
         * @description Users whom the caller has just created, changed or removed, with commas between: the search finds them as they are now. It
         *     finds any other change within a second, as a rule.
         */
        changed?: string;
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description The user with this email, whatever the letter case, if there is one. Goes with no other filter. */
        email?: string;
        /**
         * @description Only users whose email begins so, whatever the letter case, in the order of their emails (`desc`: backwards). With
         *     `status` or `role`, which are looked at afterwards, a page may be shorter than `limit` before the last one.
         */
        emailPrefix?: string;
        /** @description The user with this external id, if there is one. Goes with no other filter. */
        externalId?: string;
        /** @description `true`: the answer says how many users each role and each status has, among those that the other filters leave. */
        facets?: boolean;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description Only members of this service group. */
        groupId?: string;
        /**
         * @description Those of these users that there are: up to 99 ids with commas between, all on one page, in this order. For the names of
         *     whoever `updatedBy`, `addedBy` and others tell of. Goes with no other filter.
         */
        ids?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description Only users who are not members of this service group. */
        notInGroupId?: string;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description Only users with this role. */
        role?: 'admin' | 'member' | 'owner';
        /** @description What the list is sorted by; with a minus the other way round. Names and emails are compared without accents and letter case. */
        sort?: '-createdAt' | '-email' | '-name' | 'createdAt' | 'email' | 'name';
        /** @description Only users with this status. */
        status?: 'active' | 'invited' | 'suspended';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUserDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserDto'];
        };
      };
    };
  };
  getUser: {
    parameters: {
      query?: {
        /** @description How it was at this time: ISO 8601 with a time zone. */
        asOf?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changeUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeUserDto'];
        'application/merge-patch+json': components['schemas']['ChangeUserDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  activateUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  eraseUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listUserEvents: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  listIdentities: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdentityListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  linkIdentity: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LinkIdentityDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdentityDto'];
        };
      };
    };
  };
  unlinkIdentity: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        identityId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  reactivateUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listServiceGroupsOfUser: {
    parameters: {
      query?: {
        /** @description How it was at this time: ISO 8601 with a time zone. */
        asOf?: string;
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MembershipListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  replaceServiceGroups: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceServiceGroupsDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['ReplacedServiceGroupsDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listUserSessions: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description How many items a page has at most. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  endUserSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        accountId: string;
        sessionId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  suspendUser: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  createUsers: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUsersDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchResultDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description How many items a page has at most. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookEndpointDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedWebhookEndpointDto'];
        };
      };
    };
  };
  getWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  removeWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  changeWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeWebhookEndpointDto'];
        'application/merge-patch+json': components['schemas']['ChangeWebhookEndpointDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description Only deliveries with this status. */
        status?: 'delivered' | 'failed' | 'pending';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        eventId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  redeliverWebhook: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        eventId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Done. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryDto'];
        };
      };
    };
  };
  disableWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  enableWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookEndpointDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  recoverWebhooks: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecoverWebhooksDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Done. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecoveredWebhooksDto'];
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecretDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['IssuedWebhookEndpointDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  getWebhookStatistics: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookStatisticsDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Done. */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryDto'];
        };
      };
    };
  };
  listOperatorApiKeys: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
        /** @description How many items a page has at most. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  createOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiKeyDto'];
      };
    };
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedApiKeyDto'];
        };
      };
    };
  };
  getOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Names of fields, with commas between: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path: {
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  revokeOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description With dryRun=true: what would be committed. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  rotateOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Answer with the events the request would commit, and write nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description Sent again with the same key within 24 hours, the request is answered as the first time. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 when it is another by now. Of memberships: the user’s. */
        'If-Match'?: string;
      };
      path: {
        apiKeyId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateApiKeyDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedApiKeyDto'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  inspectInvitation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptInvitationDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['InspectedInvitationDto'];
        };
      };
    };
  };
  getMe: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MeDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  getSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CurrentSessionDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  chooseAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChooseAccountDto'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CurrentSessionDto'];
        };
      };
    };
  };
  listOwnSessions: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the page before. Good for the same list of the same account only. */
        cursor?: string;
        /** @description How many items a page has at most. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 when there is no other. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionListDto'];
        };
      };
      /** @description It is what If-None-Match names. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  endOwnSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        sessionId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Gone. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}

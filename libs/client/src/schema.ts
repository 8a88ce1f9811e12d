// Generated from the OpenAPI document by `npm run client`. Changes belong there.

export interface paths {
  '/.well-known/authzen-configuration': {
    /**
     * Gets where access is evaluated (AuthZEN 1.0).
     * @description For: everybody, without a credential.
     */
    get: operations['authZenConfiguration'];
  };
  '/.well-known/oauth-protected-resource': {
    /**
     * Gets which issuers' tokens are accepted (OAuth 2.0 Protected Resource Metadata, RFC 9728).
     * @description For: everybody, without a credential.
     */
    get: operations['protectedResource'];
  };
  '/access/v1/evaluation': {
    /**
     * Checks whether a user may enter a service group now, as its member or by a team, or may do something there that a permission of an access
     *     role allows that they have by one of these. Members may only ask about themselves.
     * @description For: operator, owner, admin, member, access:check.
     */
    post: operations['evaluate'];
  };
  '/access/v1/evaluations': {
    /**
     * Evaluates up to 50 access questions at once. One that is not valid is denied by itself, with the reason.
     * @description For: operator, owner, admin, member, access:check.
     */
    post: operations['evaluateMany'];
  };
  '/access/v1/search/action': {
    /**
     * Lists everything that a user may do in a service group: `enter`, and the permissions of their access roles there.
     * @description For: operator, owner, admin, member, access:check.
     */
    post: operations['searchActions'];
  };
  '/access/v1/search/resource': {
    /**
     * Lists the service groups that a user may enter, or where they may do something, as a member or by a team.
     * @description For: operator, owner, admin, member, access:check.
     */
    post: operations['searchResources'];
  };
  '/access/v1/search/subject': {
    /**
     * Lists the users who may enter a service group, or do something there, as its members or by a team. Eventually consistent.
     * @description For: operator, owner, admin, member, access:check.
     */
    post: operations['searchSubjects'];
  };
  '/auth/accept-invitation': {
    /**
     * Begins a sign-in that accepts an invitation: the person who returns from the identity provider is linked to the invited user. The
     *     page sends the browser to `redirectTo`.
     * @description For: everybody, without a credential.
     */
    post: operations['acceptBySignIn'];
  };
  '/auth/backchannel-logout': {
    /**
     * Ends the sessions that an identity provider has ended (OpenID Connect Back-Channel Logout 1.0).
     * @description For: everybody, without a credential.
     */
    post: operations['backchannelLogout'];
  };
  '/auth/callback': {
    /**
     * The callback of the identity provider, if there is only one.
     * @description For: everybody, without a credential.
     */
    get: operations['completeSignIn'];
  };
  '/auth/callback/{provider}': {
    /**
     * The callback of an identity provider, if there are several.
     * @description For: everybody, without a credential.
     */
    get: operations['completeSignInAt'];
  };
  '/auth/login': {
    /**
     * Redirects a browser to the identity provider to sign in. It returns to `returnTo`.
     * @description For: everybody, without a credential.
     */
    get: operations['login'];
  };
  '/auth/logout': {
    /**
     * Ends the session of this browser. Also succeeds if there is none.
     * @description For: everybody, without a credential.
     */
    post: operations['logout'];
  };
  '/auth/providers': {
    /**
     * Lists the identity providers at which people can sign in.
     * @description For: everybody, without a credential.
     */
    get: operations['listProviders'];
  };
  '/health/live': {
    /**
     * Checks that the process is running. Does not check what it depends on: a restart would not help there.
     * @description For: everybody, without a credential.
     */
    get: operations['live'];
  };
  '/health/ready': {
    /**
     * Checks that the process can serve requests: its table exists, in the shape that this version needs. A 503 names what is missing.
     * @description For: everybody, without a credential.
     */
    get: operations['ready'];
  };
  '/invitations/v1/accept': {
    /**
     * Accepts an invitation with the token from its mail, which activates the user. No other credential is needed. The identity of
     *     a person who is signed in with a browser is linked to the user.
     * @description For: everybody, without a credential.
     */
    post: operations['acceptInvitation'];
  };
  '/scim/teams/v2/{accountId}/Groups': {
    /**
     * Lists teams, by filter or page by page. Members are eventually consistent; exclude them if you can.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimTeamsGroups'];
    /**
     * Creates a team with its members. They are eventually consistent, also in the answer.
     * @description For: operator, owner, admin, scim.
     */
    post: operations['createScimTeamsGroup'];
  };
  '/scim/teams/v2/{accountId}/Groups/{teamId}': {
    /**
     * Gets a team. With more than 5,000 members it is returned without them. Members are eventually consistent.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimTeamsGroup'];
    /**
     * Replaces a team and its members. If the resource does not name `members`, they stay as they are. Members are eventually
     *     consistent: somebody added in the moment before may stay.
     * @description For: operator, owner, admin, scim.
     */
    put: operations['replaceScimTeamsGroup'];
    /**
     * Removes a team: its users keep their own memberships.
     * @description For: operator, owner, admin, scim.
     */
    delete: operations['removeScimTeamsGroup'];
    /**
     * Changes a team with operations. Returns 204, or the group if `attributes` are requested. Members are eventually
     *     consistent: of an operation on all of them, somebody added in the moment before may be left out.
     * @description For: operator, owner, admin, scim.
     */
    patch: operations['patchScimTeamsGroup'];
  };
  '/scim/teams/v2/{accountId}/ResourceTypes': {
    /**
     * Lists the resource types.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimTeamsResourceTypes'];
  };
  '/scim/teams/v2/{accountId}/ResourceTypes/{resourceTypeName}': {
    /**
     * Gets a resource type by its name.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimTeamsResourceType'];
  };
  '/scim/teams/v2/{accountId}/Schemas': {
    /**
     * Lists the schemas of users and groups.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimTeamsSchemas'];
  };
  '/scim/teams/v2/{accountId}/Schemas/{schemaId}': {
    /**
     * Gets a schema by its URN.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimTeamsSchema'];
  };
  '/scim/teams/v2/{accountId}/ServiceProviderConfig': {
    /**
     * Gets the SCIM features that are supported.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimTeamsServiceProviderConfig'];
  };
  '/scim/teams/v2/{accountId}/Users': {
    /**
     * Lists users, by filter or page by page.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimTeamsUsers'];
    /**
     * Creates a user: a member by default, suspended with `active: false`.
     * @description For: operator, owner, admin, scim.
     */
    post: operations['createScimTeamsUser'];
  };
  '/scim/teams/v2/{accountId}/Users/{userId}': {
    /**
     * Gets a user, with their groups if `attributes` requests them.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimTeamsUser'];
    /**
     * Replaces a user. If the resource does not name `roles` or `active`, they stay as they are.
     * @description For: operator, owner, admin, scim.
     */
    put: operations['replaceScimTeamsUser'];
    /**
     * Removes a user and their memberships.
     * @description For: operator, owner, admin, scim.
     */
    delete: operations['removeScimTeamsUser'];
    /**
     * Changes a user with operations: all of them in one commit, or none. Only `active: false` is applied even if another is refused.
     * @description For: operator, owner, admin, scim.
     */
    patch: operations['patchScimTeamsUser'];
  };
  '/scim/v2/{accountId}/Groups': {
    /**
     * Lists service groups, by filter or page by page. Members are eventually consistent; exclude them if you can.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimGroups'];
    /**
     * Creates a service group with its members. They are eventually consistent, also in the answer.
     * @description For: operator, owner, admin, scim.
     */
    post: operations['createScimGroup'];
  };
  '/scim/v2/{accountId}/Groups/{serviceGroupId}': {
    /**
     * Gets a service group. With more than 5,000 members it is returned without them. Members are eventually consistent.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimGroup'];
    /**
     * Replaces a service group and its members. If the resource does not name `members`, they stay as they are. Members are eventually
     *     consistent: somebody added in the moment before may stay.
     * @description For: operator, owner, admin, scim.
     */
    put: operations['replaceScimGroup'];
    /**
     * Removes a service group and its memberships.
     * @description For: operator, owner, admin, scim.
     */
    delete: operations['removeScimGroup'];
    /**
     * Changes a service group with operations. Returns 204, or the group if `attributes` are requested. Members are eventually
     *     consistent: of an operation on all of them, somebody added in the moment before may be left out.
     * @description For: operator, owner, admin, scim.
     */
    patch: operations['patchScimGroup'];
  };
  '/scim/v2/{accountId}/ResourceTypes': {
    /**
     * Lists the resource types.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimResourceTypes'];
  };
  '/scim/v2/{accountId}/ResourceTypes/{resourceTypeName}': {
    /**
     * Gets a resource type by its name.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimResourceType'];
  };
  '/scim/v2/{accountId}/Schemas': {
    /**
     * Lists the schemas of users and groups.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimSchemas'];
  };
  '/scim/v2/{accountId}/Schemas/{schemaId}': {
    /**
     * Gets a schema by its URN.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimSchema'];
  };
  '/scim/v2/{accountId}/ServiceProviderConfig': {
    /**
     * Gets the SCIM features that are supported.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimServiceProviderConfig'];
  };
  '/scim/v2/{accountId}/Users': {
    /**
     * Lists users, by filter or page by page.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['listScimUsers'];
    /**
     * Creates a user: a member by default, suspended with `active: false`.
     * @description For: operator, owner, admin, scim.
     */
    post: operations['createScimUser'];
  };
  '/scim/v2/{accountId}/Users/{userId}': {
    /**
     * Gets a user, with their groups if `attributes` requests them.
     * @description For: operator, owner, admin, scim.
     */
    get: operations['getScimUser'];
    /**
     * Replaces a user. If the resource does not name `roles` or `active`, they stay as they are.
     * @description For: operator, owner, admin, scim.
     */
    put: operations['replaceScimUser'];
    /**
     * Removes a user and their memberships.
     * @description For: operator, owner, admin, scim.
     */
    delete: operations['removeScimUser'];
    /**
     * Changes a user with operations: all of them in one commit, or none. Only `active: false` is applied even if another is refused.
     * @description For: operator, owner, admin, scim.
     */
    patch: operations['patchScimUser'];
  };
  '/v1/accounts': {
    /**
     * Lists all accounts, oldest or newest first. Eventually consistent: a new account may take a moment to appear.
     * @description For: operator, platform:read.
     */
    get: operations['listAccounts'];
    /**
     * Creates an account, with its first access roles.
     * @description For: operator, platform:write.
     */
    post: operations['createAccount'];
  };
  '/v1/accounts/{accountId}': {
    /**
     * Gets an account.
     * @description For: operator, owner, admin, account:read.
     */
    get: operations['getAccount'];
    /**
     * Closes an account: nobody can read it any more, and its users and service groups are removed. Requires If-Match.
     * @description For: operator, platform:write.
     */
    delete: operations['closeAccount'];
    /**
     * Changes an account (merge patch, RFC 7396). Owners can change its name and metadata, operators everything.
     * @description For: operator, owner, account:write.
     */
    patch: operations['changeAccount'];
  };
  '/v1/accounts/{accountId}/access-requests': {
    /**
     * Lists requests for access: the open ones by service group, others newest first. Those of one service group that are not
     *     open may lag behind.
     * @description For: operator, owner, admin, access-requests:read.
     */
    get: operations['listAccessRequests'];
    /**
     * Asks for access to a service group, for oneself. One request for a service group can be open at a time. It lapses after 14 days, or at
     *     its requested end if that is earlier.
     * @description For: any-user.
     */
    post: operations['requestAccess'];
  };
  '/v1/accounts/{accountId}/access-requests/{accessRequestId}': {
    /**
     * Gets a request for access. Members can only get their own.
     * @description For: operator, owner, admin, member, access-requests:read.
     */
    get: operations['getAccessRequest'];
  };
  '/v1/accounts/{accountId}/access-requests/{accessRequestId}/events': {
    /**
     * Lists the events of a request for access.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listAccessRequestEvents'];
  };
  '/v1/accounts/{accountId}/access-requests/{accessRequestId}/withdraw': {
    /**
     * Withdraws one's own request for access.
     * @description For: any-user.
     */
    post: operations['withdrawAccessRequest'];
  };
  '/v1/accounts/{accountId}/access-requests/count': {
    /**
     * Counts the requests that are open, up to 100.
     * @description For: operator, owner, admin, access-requests:read.
     */
    get: operations['countAccessRequests'];
  };
  '/v1/accounts/{accountId}/access-roles': {
    /**
     * Gets the access roles of the account, by key, or those of an earlier time.
     * @description For: operator, owner, admin, member, access-roles:read.
     */
    get: operations['getAccessRoles'];
    /**
     * Replaces the access roles of the account. A role is recognised by its key: with a known key it is changed, for everybody who has it;
     *     with a new one it is created; a role that is missing is removed, and who had it may only enter from then on.
     * @description For: operator, owner, admin, access-roles:write.
     */
    put: operations['replaceAccessRoles'];
  };
  '/v1/accounts/{accountId}/access-roles/events': {
    /**
     * Lists all events of the access roles of the account.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listAccessRoleEvents'];
  };
  '/v1/accounts/{accountId}/actors': {
    /**
     * Gets who made changes: users, API keys, operators and identity providers, including removed ones.
     * @description For: operator, owner, admin, users:read, events:read.
     */
    get: operations['listActors'];
  };
  '/v1/accounts/{accountId}/api-keys': {
    /**
     * Lists the API keys of the account that are not revoked, oldest first, without their secrets.
     * @description For: operator, owner.
     */
    get: operations['listApiKeys'];
    /**
     * Creates an API key for the account. The key is only returned here: store it as a secret.
     * @description For: operator, owner.
     */
    post: operations['createApiKey'];
  };
  '/v1/accounts/{accountId}/api-keys/{apiKeyId}': {
    /**
     * Gets an API key, without its secret.
     * @description For: operator, owner.
     */
    get: operations['getApiKey'];
    /**
     * Revokes an API key: within five seconds it is refused everywhere.
     * @description For: operator, owner.
     */
    delete: operations['revokeApiKey'];
  };
  '/v1/accounts/{accountId}/api-keys/{apiKeyId}/rotate': {
    /**
     * Rotates the secret of an API key. The new one is only returned here; the previous one stays valid for `graceSeconds`.
     * @description For: operator, owner.
     */
    post: operations['rotateApiKey'];
  };
  '/v1/accounts/{accountId}/bulk-jobs': {
    /**
     * Starts one action on many users, selected by their ids or by a query that is evaluated once, now. A job processes each
     *     user on their own and exactly once, even if it is interrupted; refused users are listed in its `refused.csv`. What would be
     *     refused for everybody, such as an end that has passed, is refused before there is a job. With dryRun=true the answer is a preview: counts, samples and warnings. The members of a group that a query names are eventually
     *     consistent.
     * @description For: operator, owner, admin, users:write, memberships:write, teams:write.
     */
    post: operations['createBulkJob'];
  };
  '/v1/accounts/{accountId}/changes': {
    /**
     * Reads the feed of the account: each event once, and the events of a subject in their order. With `Accept: text/event-stream` they are
     *     sent as they happen, where the API runs as a process; the id of each is the cursor after it. Whenever there is nothing more, and at
     *     least every 15 seconds, an event `complete` says how fresh that is (`completeTo`, `readAt`).
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['readChanges'];
  };
  '/v1/accounts/{accountId}/changes/{correlationId}/revert': {
    /**
     * Undoes everything that one request did to users, memberships and service groups, even weeks later: each is again what it was before.
     *     What other actors have done with the same correlation id is left alone. An undo that would change nothing is refused. Up to 32 users,
     *     service groups and teams are one change: if any part cannot be undone, because it was changed again since, or erased, or was a removal,
     *     nothing changes, and `detail` has each reason. What is larger, such as an import or a bulk job, is undone by a job, one user or service
     *     group at a time; those that cannot be undone are listed in its `refused.csv`. With dryRun=true the answer is then a preview. Needs the
     *     rights that the changes themselves need. A `correlationId` that a client made up needs `at`. The log is eventually consistent:
     *     `Rollbook-At-Least` waits for what was just changed.
     * @description For: operator, owner, admin, events:read.
     */
    post: operations['revertChange'];
  };
  '/v1/accounts/{accountId}/changes/snapshot': {
    /**
     * Gets the present state of the account as the events that would create it, one per line: the account, its service groups with their
     *     managers, its users, their memberships. They have no `sequence`. The last line is the cursor with which to go on in the feed, which
     *     repeats what happened in the last minute, with `completeTo` and `readAt`: changes made before `completeTo` are in the snapshot. Without
     *     that line the answer is incomplete. With `limit` it comes in pages. `form=access` has only what access depends on, many to a line.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['readSnapshot'];
  };
  '/v1/accounts/{accountId}/events': {
    /**
     * Lists the events of the account. Eventually consistent: a new event may take a moment to appear. With `q` a page may be shorter than
     *     `limit` even if it is not the last one: each looks through some hundred events.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listEvents'];
  };
  '/v1/accounts/{accountId}/events/{eventId}': {
    /**
     * Gets an event.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['getEvent'];
  };
  '/v1/accounts/{accountId}/events/{eventId}/proof': {
    /**
     * Gets a proof that an event is in the log, to be checked elsewhere. An event is covered by a checkpoint within a minute.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['getEventProof'];
  };
  '/v1/accounts/{accountId}/export/{exported}': {
    /**
     * Exports all users, service groups, memberships, teams or who is in them, in the format of an import, or the audit log, oldest first, as
     *     a stream. If the connection breaks, the export is incomplete. Memberships, who is in teams, and events are eventually consistent.
     *
     *     All but events also as it was: `asOf`. Users by `q`, `role` and `status`, service groups by `q`, memberships and who is in teams by the
     *     same of their users, or of one service group, team or user. Events by what narrows their list: `from`, `to`, `type`,
     *     `q`, `actor` and `subject`. What does not narrow a part is refused.
     * @description For: operator, owner, admin, users:read, service-groups:read, memberships:read, teams:read, events:read.
     */
    get: operations['exportRows'];
  };
  '/v1/accounts/{accountId}/import/{kind}': {
    /**
     * Imports users, service groups, memberships, teams or who is in them, as CSV with a header or as one JSON object per line, in a job that processes
     *     each row on its own. Existing ones, found by external id or else by email or name, are changed if the row differs, so an
     *     import can be sent again. With dryRun=true the job changes nothing.
     * @description For: operator, owner, admin, users:write, service-groups:write, memberships:write, teams:write.
     */
    post: operations['importRows'];
  };
  '/v1/accounts/{accountId}/import/{kind}/inspect': {
    /**
     * Previews an import from the first rows of its file: which field each column is taken for, and what is wrong with the
     *     values. The beginning of the file is enough. Nothing is stored.
     * @description For: operator, owner, admin, users:write, service-groups:write, memberships:write, teams:write.
     */
    post: operations['inspectImport'];
  };
  '/v1/accounts/{accountId}/imports': {
    /**
     * Lists the imports of the last 90 days, newest first.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['listImports'];
  };
  '/v1/accounts/{accountId}/imports/{jobId}': {
    /**
     * Gets an import and its progress.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['getImport'];
  };
  '/v1/accounts/{accountId}/imports/{jobId}/errors': {
    /**
     * Lists the rows of an import that have been refused so far, in the order of the file, and for a week their values.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['listImportErrors'];
  };
  '/v1/accounts/{accountId}/invitations': {
    /**
     * Lists invitations that have not been accepted, including expired ones, without their tokens.
     * @description For: operator, owner, admin, users:read.
     */
    get: operations['listInvitations'];
    /**
     * Invites a person by email. The user exists with status `invited`, a role and service groups until somebody accepts with the
     *     token in the mail.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['inviteUser'];
  };
  '/v1/accounts/{accountId}/invitations/{userId}': {
    /**
     * Gets the invitation of a user.
     * @description For: operator, owner, admin, users:read.
     */
    get: operations['getInvitation'];
    /**
     * Revokes an invitation: the invited user is removed, and their email becomes free.
     * @description For: operator, owner, admin, users:write.
     */
    delete: operations['revokeInvitation'];
  };
  '/v1/accounts/{accountId}/invitations/{userId}/resend': {
    /**
     * Sends an invitation again, valid for another seven days. The token in the previous mail becomes invalid.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['resendInvitation'];
  };
  '/v1/accounts/{accountId}/invitations/batch': {
    /**
     * Invites up to 100 people. Each row succeeds or fails on its own. If the batch is repeated with the same key, the first
     *     answer is returned for people already invited, and refused rows are tried again.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['inviteUsers'];
  };
  '/v1/accounts/{accountId}/jobs': {
    /**
     * Lists the jobs of the last 90 days, newest first.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['listJobs'];
  };
  '/v1/accounts/{accountId}/jobs/{jobId}': {
    /**
     * Gets a job and its progress.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['getJob'];
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/cancel': {
    /**
     * Cancels an import, a bulk job or an undo after its current chunk: processed rows stay changed. Needs the same rights as starting it.
     * @description For: operator, owner, admin, platform:write.
     */
    post: operations['cancelJob'];
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/pause': {
    /**
     * Pauses a running job after its current chunk. An import, a bulk job or an undo can be paused by anyone who could have started it,
     *     the job of a removal only by operators.
     * @description For: operator, owner, admin, platform:write.
     */
    post: operations['pauseJob'];
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/refused': {
    /**
     * Lists the rows of an import, a bulk job or an undo that have been refused so far, in order.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['listRefused'];
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/refused.csv': {
    /**
     * Downloads the rows of an import, a bulk job or an undo that have been refused so far, in order, as a stream. Each row has the reason of
     *     its refusal and, for a week, its values as they stood in the file.
     * @description For: operator, owner, admin, jobs:read.
     */
    get: operations['downloadRefusedRows'];
  };
  '/v1/accounts/{accountId}/jobs/{jobId}/resume': {
    /**
     * Resumes a paused job. An import, a bulk job or an undo can be resumed by anyone who could start it now: it then runs as
     *     them (`runsAs`), and its events name them.
     * @description For: operator, owner, admin, platform:write.
     */
    post: operations['resumeJob'];
  };
  '/v1/accounts/{accountId}/log': {
    /**
     * Gets the name and key of the log in which the account's events are.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['getLog'];
  };
  '/v1/accounts/{accountId}/log-streams': {
    /**
     * Lists the log streams of the account, oldest first, with how far they are.
     * @description For: operator, owner, admin.
     */
    get: operations['listLogStreams'];
    /**
     * Creates a log stream: from now on the account’s events are sent to a URL, in batches and in order. The secret is never shown. An
     *     account can have at most 5 log streams.
     * @description For: operator, owner, admin.
     */
    post: operations['createLogStream'];
  };
  '/v1/accounts/{accountId}/log-streams/{logStreamId}': {
    /**
     * Gets a log stream, with how far it is and what it was last refused.
     * @description For: operator, owner, admin.
     */
    get: operations['getLogStream'];
    /**
     * Removes a log stream: nothing more is sent, and its secret is deleted.
     * @description For: operator, owner, admin.
     */
    delete: operations['removeLogStream'];
    /**
     * Changes the URL, form, event types, description, or whether personal data is sent (merge patch, RFC 7396). What was refused is sent
     *     again at once. A new URL and sending personal data require a recent sign-in.
     * @description For: operator, owner, admin.
     */
    patch: operations['changeLogStream'];
  };
  '/v1/accounts/{accountId}/log-streams/{logStreamId}/disable': {
    /**
     * Disables a log stream. Once it is enabled, everything that happened since is sent.
     * @description For: operator, owner, admin.
     */
    post: operations['disableLogStream'];
  };
  '/v1/accounts/{accountId}/log-streams/{logStreamId}/enable': {
    /**
     * Enables a log stream: it continues where it stopped.
     * @description For: operator, owner, admin.
     */
    post: operations['enableLogStream'];
  };
  '/v1/accounts/{accountId}/log-streams/{logStreamId}/replace-secret': {
    /**
     * Replaces the secret of a log stream. What was refused is sent again at once.
     * @description For: operator, owner, admin.
     */
    post: operations['replaceStreamSecret'];
  };
  '/v1/accounts/{accountId}/log-streams/{logStreamId}/replay': {
    /**
     * Sends events again, from a time or from the first event of the account, and then what follows; or leaves out what is older than that
     *     time and not sent yet. Personal data that was erased is not in it. Datadog takes no event older than 18 hours.
     * @description For: operator, owner, admin.
     */
    post: operations['replayLogStream'];
  };
  '/v1/accounts/{accountId}/log/checkpoint': {
    /**
     * Gets the newest checkpoint of the account's own log: how many events it has, and the root of their tree, signed. Keep it elsewhere.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['getLogCheckpoint'];
  };
  '/v1/accounts/{accountId}/log/tile/{level}/{path}': {
    /**
     * Gets hashes of the account's tree, or entries: a tile of https://c2sp.org/tlog-tiles. `level` is 0, 1, … or `entries`; `path` is `000`, and
     *     `000.p/5` for the first 5 of it. A key with `log:monitor` gets hashes.
     * @description For: operator, owner, admin, events:read, log:monitor.
     */
    get: operations['getLogTile'];
  };
  '/v1/accounts/{accountId}/memberships/batch': {
    /**
     * Adds and removes up to 1,000 memberships of any users in any service groups. Each change succeeds or fails on its own.
     *     The changes of one user are committed together, up to 32 at once, and their events are in the order of the changes. With
     *     dryRun=true it returns the expected result of each change, the events that would be published, and warnings.
     * @description For: operator, owner, admin, memberships:write.
     */
    post: operations['changeMemberships'];
  };
  '/v1/accounts/{accountId}/memberships/diff': {
    /**
     * Lists who gained and who lost access to what in an account between two moments, net, in the order of the events: by memberships of their
     *     own. For teams see their events, or compare lists with `paths=all` and `asOf`. A page is read from
     *     the log: one call for up to `limit` events, and three for each user they are about. So it may be shorter than `limit`, even empty,
     *     before the last one, and longer where a user was removed: all their memberships ended with one event. `counts` are of the first page,
     *     at least. A membership that ended by itself, or with its service group, is listed once its event is there, if that came within a day,
     *     or that of its user's removal.
     * @description For: operator, owner, admin, memberships:read.
     */
    get: operations['diffMemberships'];
  };
  '/v1/accounts/{accountId}/memberships/ending': {
    /**
     * Lists the memberships of an account that end by themselves, soonest first: by default those of the next seven days, without places in teams and their access. What is
     *     found is read strongly consistently, and what no longer has that end is left out: a page may be shorter than `limit`, even empty,
     *     before the last one. Eventually consistent: a new end may take a moment to appear.
     * @description For: operator, owner, admin, memberships:read.
     */
    get: operations['listEndingMemberships'];
  };
  '/v1/accounts/{accountId}/memberships/matrix': {
    /**
     * Gets who may enter what: users as rows, service groups as columns. Strongly consistent, and at most three table calls:
     *     with `userIds`, up to 240 cells (users times service groups); without, up to 144, and a page has fewer users than
     *     `limit` if more would not fit. What teams open is in `teamCells`, which takes a call more if there is anything. With `q` the users are searched for, and (users + 1) × (service groups + 1) is up to 199.
     *
     *     With `asOf` it is who might enter what at that time, with the names of that time: the same cells on a page, a call for each user and
     *     service group that has changed since, and without `userIds` by when the users came, eventually consistent.
     * @description For: operator, owner, admin, memberships:read.
     */
    get: operations['getMembershipMatrix'];
  };
  '/v1/accounts/{accountId}/reactivate': {
    /**
     * Reactivates a suspended account.
     * @description For: operator, platform:write.
     */
    post: operations['reactivateAccount'];
  };
  '/v1/accounts/{accountId}/requestable-service-groups': {
    /**
     * Lists the service groups that members may ask for, oldest first, with what they need to know to ask.
     * @description For: operator, owner, admin, member.
     */
    get: operations['listRequestableServiceGroups'];
  };
  '/v1/accounts/{accountId}/scim': {
    /**
     * Gets the settings for an identity provider, and which of its requests were refused.
     * @description For: operator, owner.
     */
    get: operations['getScimSetUp'];
  };
  '/v1/accounts/{accountId}/service-groups': {
    /**
     * Lists the service groups of the account, oldest first. With `asOf` those that existed at that time, as they were: it can be combined
     *     with `limit`, `cursor`, `order`, `fields` and `q` only, and a page may be shorter than `limit`, with `q` even empty, before the last
     *     one.
     * @description For: operator, owner, admin, service-groups:read.
     */
    get: operations['listServiceGroups'];
    /**
     * Creates a service group.
     * @description For: operator, owner, admin, service-groups:write.
     */
    post: operations['createServiceGroup'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}': {
    /**
     * Gets a service group. Members can read those they may enter.
     * @description For: operator, owner, admin, manager, any-user, service-groups:read.
     */
    get: operations['getServiceGroup'];
    /**
     * Removes a service group: from now on nobody may enter it, and its name becomes free.
     * @description For: operator, owner, admin, service-groups:write.
     */
    delete: operations['removeServiceGroup'];
    /**
     * Changes the name, external id, metadata or rules for memberships (merge patch, RFC 7396). Lists of members show the new name within moments.
     * @description For: operator, owner, admin, service-groups:write.
     */
    patch: operations['changeServiceGroup'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/access-requests': {
    /**
     * Lists the requests for access to a service group, the newest first. Those that are not open may lag behind.
     * @description For: operator, owner, admin, manager, access-requests:read.
     */
    get: operations['listAccessRequestsOfServiceGroup'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/access-requests/{accessRequestId}/approve': {
    /**
     * Approves a request: the membership exists when this returns, until the requested end or earlier, by the current rules of the service
     *     group. Nobody may approve their own request.
     * @description For: operator, owner, admin, manager, access-requests:decide.
     */
    post: operations['approveAccessRequest'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/access-requests/{accessRequestId}/refuse': {
    /**
     * Refuses a request. Nobody refuses their own: they withdraw it.
     * @description For: operator, owner, admin, manager, access-requests:decide.
     */
    post: operations['refuseAccessRequest'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/access-requests/count': {
    /**
     * Counts the requests for access to a service group that are open, up to 100.
     * @description For: operator, owner, admin, manager, access-requests:read.
     */
    get: operations['countAccessRequestsOfServiceGroup'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/candidates': {
    /**
     * Finds people of the account to add to a service group, by their names and emails, and shows who is a member already. A page may be
     *     shorter than `limit` and still have a next one.
     * @description For: operator, owner, admin, manager.
     */
    get: operations['listCandidates'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/events': {
    /**
     * Lists all events of a service group, even after it was removed.
     * @description For: operator, owner, admin, manager, events:read.
     */
    get: operations['listServiceGroupEvents'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/managers': {
    /**
     * Lists the managers of a service group, in the order in which they were made managers.
     * @description For: operator, owner, admin, manager, memberships:read.
     */
    get: operations['listManagers'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/managers/{userId}': {
    /**
     * Makes a user a manager of a service group: 201, or 200 if they are one already. While they are active, they see its members
     *     and history, and add and remove members. Nothing else of the account is theirs.
     * @description For: operator, owner, admin, managers:write.
     */
    put: operations['addManager'];
    /**
     * Removes a user from the managers of a service group. Their own membership stays as it is.
     * @description For: operator, owner, admin, managers:write.
     */
    delete: operations['removeManager'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members': {
    /**
     * Lists the users of a service group, oldest user first (not in the order in which they joined, see `since`), with `paths=all` also those who
     *     may enter it by a team. Eventually consistent: a change may take a moment to appear. With `q` or `sort` it is a search: a page may be
     *     shorter than `limit` before the last one, and who has come by a team is found within 5 seconds.
     * @description For: operator, owner, admin, manager, memberships:read.
     */
    get: operations['listMembers'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}': {
    /**
     * Checks whether a user may enter a service group now, or with `asOf` whether they were a member of it then: 200 if so, 404 if not.
     *     The past is what the events of the two add up to.
     * @description For: operator, owner, admin, manager, self, memberships:read.
     */
    get: operations['getMember'];
    /**
     * Adds a user to a service group, for good or until `expiresAt`: 201, or 200 if they are already a member, whose end and access role do
     *     not change. A manager cannot where the rules of the service group leave requests to admins, and gives only the access roles that it
     *     offers, none to themselves.
     * @description For: operator, owner, admin, manager, memberships:write.
     */
    put: operations['addMember'];
    /**
     * Removes a user from a service group. With `Prefer: return=representation` the answer says by which teams they still may enter it, a dry run
     *     says so if both have teams.
     * @description For: operator, owner, admin, manager, memberships:write.
     */
    delete: operations['removeMember'];
    /**
     * Extends or shortens a membership, removes its end, or changes its access role or the reason for it. A manager cannot where the rules of
     *     the service group leave requests to admins, and gives only the access roles that it offers, none to themselves.
     * @description For: operator, owner, admin, manager, memberships:write.
     */
    patch: operations['changeMembership'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}/explain': {
    /**
     * Explains why a user may, or may not, enter a service group or do something there: every way by which they may enter, a membership of their own or
     *     a team, what it allows, since when, until when and who gave it; and if the answer is no, the nearest reason. With `asOf` it is what
     *     the events up to then add up to. A user or a service group that does not exist is a reason, not a problem.
     * @description For: operator, owner, admin, manager, self, memberships:read.
     */
    get: operations['explainAccess'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/batch': {
    /**
     * Adds and removes up to 1,000 members. Each row succeeds or fails on its own. A manager can only remove where the rules of the service
     *     group leave requests to admins.
     * @description For: operator, owner, admin, manager, memberships:write.
     */
    post: operations['changeMembers'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/diff': {
    /**
     * Lists who joined and who left a service group between two moments, oldest user first. Net: users who left and came back are not listed.
     *     The memberships of the group, present and past, are read and filtered; the first page counts up to 1,000 changes. Who may enter by a team
     *     is not compared: only memberships of their own are.
     * @description For: operator, owner, admin, manager, memberships:read.
     */
    get: operations['diffMembers'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams': {
    /**
     * Lists all teams whose users may enter a service group, or with `asOf` might then. Its managers see them too.
     * @description For: operator, owner, admin, manager, teams:read.
     */
    get: operations['listTeamsOfServiceGroup'];
  };
  '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}': {
    /**
     * Gives a team access to a service group, for good or until `expiresAt`: 201, or 200 if it has it already, whose end and access role do not
     *     change. Its users may enter from now on, and who joins it later.
     * @description For: operator, owner, admin, teams:write.
     */
    put: operations['addTeamToServiceGroup'];
    /**
     * Takes the access of a team away: who was let in only by it may no longer enter. With `Prefer: return=representation`, and in a dry run, the
     *     answer says which other teams still may. It says nothing of each person: members go on, and who is in one of those teams.
     * @description For: operator, owner, admin, teams:write.
     */
    delete: operations['removeTeamFromServiceGroup'];
    /**
     * Sets, moves or takes away the end of a team's access, or changes its access role or the reason for it.
     * @description For: operator, owner, admin, teams:write.
     */
    patch: operations['changeTeamAccess'];
  };
  '/v1/accounts/{accountId}/suspend': {
    /**
     * Suspends an account: its users are refused, and nothing in it can change until it is reactivated. Requires If-Match.
     * @description For: operator, platform:write.
     */
    post: operations['suspendAccount'];
  };
  '/v1/accounts/{accountId}/teams': {
    /**
     * Lists the teams of the account, oldest first. With `asOf` those that existed at that time, as they were: a page may then be shorter than
     *     `limit` before the last one.
     * @description For: operator, owner, admin, teams:read.
     */
    get: operations['listTeams'];
    /**
     * Creates a team: nobody is in it yet, and it opens nothing. The answer to the first of an account names the API keys whose readers do not know
     *     teams.
     * @description For: operator, owner, admin, teams:write.
     */
    post: operations['createTeam'];
  };
  '/v1/accounts/{accountId}/teams/{teamId}': {
    /**
     * Gets a team.
     * @description For: operator, owner, admin, teams:read.
     */
    get: operations['getTeam'];
    /**
     * Removes a team: from now on it gives nobody access, and its name becomes free.
     * @description For: operator, owner, admin, teams:write.
     */
    delete: operations['removeTeam'];
    /**
     * Changes the name, external id or metadata of a team (merge patch, RFC 7396).
     * @description For: operator, owner, admin, teams:write.
     */
    patch: operations['changeTeam'];
  };
  '/v1/accounts/{accountId}/teams/{teamId}/events': {
    /**
     * Lists all events of a team, even after it was removed. Who joined it is with the users, and what it may enter with the service groups.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listTeamEvents'];
  };
  '/v1/accounts/{accountId}/teams/{teamId}/members': {
    /**
     * Lists the users of a team, oldest user first, or with `asOf` those of that time, as they were: a page may then be shorter than `limit`
     *     before the last one. Eventually consistent: a change may take a moment to appear, with `q` or `sort` up to 5 seconds, and pages may be short.
     * @description For: operator, owner, admin, teams:read.
     */
    get: operations['listTeamMembers'];
  };
  '/v1/accounts/{accountId}/teams/{teamId}/members/{userId}': {
    /**
     * Adds a user to a team, for good or until `expiresAt`: 201, or 200 if they are in it already, whose end does not change. The answer says
     *     which service groups this opens to them.
     * @description For: operator, owner, admin, teams:write.
     */
    put: operations['addTeamMember'];
    /**
     * Removes a user from a team: what only it opened to them is closed to them. With `Prefer: return=representation`, and in a dry run, the answer
     *     says which service groups this closes, and which stay open by another way.
     * @description For: operator, owner, admin, teams:write.
     */
    delete: operations['removeTeamMember'];
    /**
     * Sets, moves or takes away the end of a user's place in a team, or changes the reason for it.
     * @description For: operator, owner, admin, teams:write.
     */
    patch: operations['changeTeamMember'];
  };
  '/v1/accounts/{accountId}/teams/{teamId}/service-groups': {
    /**
     * Lists the service groups that a team opens to its users, oldest group first, or with `asOf` those of that time, as they were: a page may
     *     then, as with `q`, be shorter than `limit` before the last one.
     * @description For: operator, owner, admin, teams:read.
     */
    get: operations['listServiceGroupsOfTeam'];
  };
  '/v1/accounts/{accountId}/usage': {
    /**
     * Gets an account's usage and its limits.
     * @description For: operator, owner, admin, account:read.
     */
    get: operations['getUsage'];
  };
  '/v1/accounts/{accountId}/users': {
    /**
     * Lists the users of the account, oldest first, without removed users. With `q`, `sort`, `count`, `facets`, `groupId` or `notInGroupId`
     *     it is a search, and every page costs the same. It is cheapest when `fields` names only `id`, `name`, `email`, `role`, `status`,
     *     `externalId` and `createdAt`. `lastSeenAt` is in the answer if `fields` names it, and costs one table call more.
     *
     *     With `asOf` the users of that time are listed, as they were, in the order of their creation. It can be combined with `limit`, `cursor`,
     *     `order`, `fields`, `q`, `role` and `status` only; a page may be shorter than `limit`, and with one of the last three even empty, before
     *     the last one. Words are those of the names of that time, without misspellings.
     * @description For: operator, owner, admin, users:read.
     */
    get: operations['listUsers'];
    /**
     * Creates or invites a user: a member by default.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['createUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}': {
    /**
     * Gets a user. Users can always read themselves. `lastSeenAt` is in the answer if `fields` names it, and costs one table call more.
     * @description For: operator, owner, admin, self, users:read.
     */
    get: operations['getUser'];
    /**
     * Removes a user and their memberships. Their email becomes free.
     * @description For: operator, owner, admin, users:write.
     */
    delete: operations['removeUser'];
    /**
     * Changes the name, email, role, external id or metadata (merge patch, RFC 7396).
     * @description For: operator, owner, admin, users:write.
     */
    patch: operations['changeUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}/access-requests': {
    /**
     * Lists the access requests of a user, newest first.
     * @description For: operator, owner, admin, self, access-requests:read.
     */
    get: operations['listAccessRequestsOfUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}/activate': {
    /**
     * Activates an invited user, who can then sign in.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['activateUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}/erase': {
    /**
     * Erases the personal data of a removed user for good: events and receipts stay, but nobody can read the names and emails in
     *     them again. Also possible in a suspended or closed account.
     * @description For: operator, owner.
     */
    post: operations['eraseUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}/events': {
    /**
     * Lists all events of a user, even after they were removed.
     * @description For: operator, owner, admin, events:read.
     */
    get: operations['listUserEvents'];
  };
  '/v1/accounts/{accountId}/users/{userId}/identities': {
    /**
     * Lists the identities with which a user can sign in.
     * @description For: operator, owner, admin, self, users:read.
     */
    get: operations['listIdentities'];
    /**
     * Links an identity at an identity provider to a user, who can then sign in with it. Linking it again changes nothing. Only an
     *     owner or an operator may link one to an owner.
     * @description For: operator, owner, admin, identities:write.
     */
    post: operations['linkIdentity'];
  };
  '/v1/accounts/{accountId}/users/{userId}/identities/{identityId}': {
    /**
     * Unlinks an identity: the user can no longer sign in with it.
     * @description For: operator, owner, admin, identities:write.
     */
    delete: operations['unlinkIdentity'];
  };
  '/v1/accounts/{accountId}/users/{userId}/managed-service-groups': {
    /**
     * Lists the service groups that a user manages, oldest group first. With `asOf` those that they managed at that time, in the order in which
     *     they were made a manager of them, from the log: a page may be shorter than `limit`, even empty, before the last one.
     * @description For: operator, owner, admin, self, memberships:read.
     */
    get: operations['listManagedServiceGroups'];
  };
  '/v1/accounts/{accountId}/users/{userId}/reactivate': {
    /**
     * Reactivates a suspended user.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['reactivateUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}/see-as': {
    /**
     * Lets this browser read as a user of the account for 15 minutes, during which it cannot change anything. The user's history
     *     records it, with the reason.
     * @description For: operator, owner.
     */
    post: operations['seeAs'];
  };
  '/v1/accounts/{accountId}/users/{userId}/service-groups': {
    /**
     * Lists the service groups of which a user is a member, oldest group first; with `paths=all` all that they may enter, also by a team: for a
     *     "Select Service Group" dropdown.
     * @description For: operator, owner, admin, self, memberships:read.
     */
    get: operations['listServiceGroupsOfUser'];
    /**
     * Replaces the service groups of a user. Up to 32 changes are one transaction; more take several, removals first, and an
     *     interrupted request can simply be sent again: with the same key and `If-Match`, it goes on from where it ended. If one
     *     group is unknown, nothing is changed.
     * @description For: operator, owner, admin, memberships:write.
     */
    put: operations['replaceServiceGroups'];
  };
  '/v1/accounts/{accountId}/users/{userId}/service-groups/diff': {
    /**
     * Lists the service groups that a user gained and lost between two moments, net, oldest group first: by memberships of their own, not by
     *     teams.
     * @description For: operator, owner, admin, self, memberships:read.
     */
    get: operations['diffServiceGroupsOfUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}/sessions': {
    /**
     * Lists the browser sessions of a user in this account, newest first; those of owners only to owners and operators. A new session
     *     may take a moment to appear. Sessions that can no longer be used are left out, so a page may be shorter than `limit`.
     * @description For: operator, owner, admin, self, users:read.
     */
    get: operations['listUserSessions'];
  };
  '/v1/accounts/{accountId}/users/{userId}/sessions/{sessionId}': {
    /**
     * Ends a session of a user at once; of an owner only for owners and operators. They can sign in again: to prevent that, suspend the
     *     user.
     * @description For: operator, owner, admin, self, users:write.
     */
    delete: operations['endUserSession'];
  };
  '/v1/accounts/{accountId}/users/{userId}/suspend': {
    /**
     * Suspends a user: they are refused at once, and keep their memberships.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['suspendUser'];
  };
  '/v1/accounts/{accountId}/users/{userId}/teams': {
    /**
     * Lists all teams that a user is in, or with `asOf` was in then.
     * @description For: operator, owner, admin, self, teams:read.
     */
    get: operations['listTeamsOfUser'];
  };
  '/v1/accounts/{accountId}/users/batch': {
    /**
     * Creates up to 1,000 users. Each row succeeds or fails on its own. For admins a batch that contains an owner is refused.
     * @description For: operator, owner, admin, users:write.
     */
    post: operations['createUsers'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints': {
    /**
     * Lists the webhook endpoints of the account, oldest first, without their secrets.
     * @description For: operator, owner, admin.
     */
    get: operations['listWebhookEndpoints'];
    /**
     * Registers a URL to which the account’s events are sent from now on. The signing secret is only returned here. An account can have
     *     at most 20 webhook endpoints.
     * @description For: operator, owner, admin.
     */
    post: operations['createWebhookEndpoint'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}': {
    /**
     * Gets a webhook endpoint, without its secret.
     * @description For: operator, owner, admin.
     */
    get: operations['getWebhookEndpoint'];
    /**
     * Removes a webhook endpoint: nothing more is sent to it, and its secret is deleted.
     * @description For: operator, owner, admin.
     */
    delete: operations['removeWebhookEndpoint'];
    /**
     * Changes the URL, description or event types (merge patch, RFC 7396). A new URL requires a recent sign-in.
     * @description For: operator, owner, admin.
     */
    patch: operations['changeWebhookEndpoint'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/deliveries': {
    /**
     * Lists the deliveries of the last 30 days, newest event first.
     * @description For: operator, owner, admin.
     */
    get: operations['listWebhookDeliveries'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/deliveries/{eventId}': {
    /**
     * Gets the delivery of one event, with what is sent.
     * @description For: operator, owner, admin.
     */
    get: operations['getWebhookDelivery'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/deliveries/{eventId}/redeliver': {
    /**
     * Sends an event of the account again, whatever the result of its delivery, even if it was never sent to this endpoint. The
     *     schedule of attempts starts again.
     * @description For: operator, owner, admin.
     */
    post: operations['redeliverWebhook'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/disable': {
    /**
     * Disables an endpoint. New events are not queued for it; pending deliveries resume once it is enabled.
     * @description For: operator, owner, admin.
     */
    post: operations['disableWebhookEndpoint'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/enable': {
    /**
     * Enables an endpoint.
     * @description For: operator, owner, admin.
     */
    post: operations['enableWebhookEndpoint'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/recover': {
    /**
     * Sends all events since a time that the endpoint subscribes to and has not received: given up, or never sent. Read from the audit
     *     log, which is eventually consistent.
     * @description For: operator, owner, admin.
     */
    post: operations['recoverWebhooks'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/rotate-secret': {
    /**
     * Rotates the secret of an endpoint. The new one is only returned here. For `graceSeconds` requests are signed with both.
     * @description For: operator, owner, admin.
     */
    post: operations['rotateWebhookSecret'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/statistics': {
    /**
     * Gets statistics of the newest 200 deliveries.
     * @description For: operator, owner, admin.
     */
    get: operations['getWebhookStatistics'];
  };
  '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/test': {
    /**
     * Sends the newest event that the endpoint subscribes to once more: its delivery shows whether it arrives. Read from the audit log,
     *     which is eventually consistent.
     * @description For: operator, owner, admin.
     */
    post: operations['testWebhook'];
  };
  '/v1/api-keys': {
    /**
     * Lists the operators’ API keys that are not revoked, oldest first, without their secrets.
     * @description For: operator.
     */
    get: operations['listOperatorApiKeys'];
    /**
     * Creates an API key for operators. The key is only returned here: store it as a secret.
     * @description For: operator.
     */
    post: operations['createOperatorApiKey'];
  };
  '/v1/api-keys/{apiKeyId}': {
    /**
     * Gets an API key, without its secret.
     * @description For: operator.
     */
    get: operations['getOperatorApiKey'];
    /**
     * Revokes an API key: within five seconds it is refused everywhere.
     * @description For: operator.
     */
    delete: operations['revokeOperatorApiKey'];
  };
  '/v1/api-keys/{apiKeyId}/rotate': {
    /**
     * Rotates the secret of an API key. The new one is only returned here; the previous one stays valid for `graceSeconds`.
     * @description For: operator.
     */
    post: operations['rotateOperatorApiKey'];
  };
  '/v1/changes': {
    /**
     * Reads the feed of all accounts, like that of one account. An API key needs the scope `events:read` too.
     * @description For: operator, platform:read.
     */
    get: operations['readAllChanges'];
  };
  '/v1/event-types': {
    /**
     * Lists the types of events, each with its sentence and an example.
     * @description For: operator, owner, admin, member, api-key.
     */
    get: operations['listEventTypes'];
  };
  '/v1/invitations/inspect': {
    /**
     * Shows what accepting an invitation would mean, to anyone who has the token of its mail. Changes nothing.
     * @description For: everybody, without a credential.
     */
    post: operations['inspectInvitation'];
  };
  '/v1/log/batches/{batch}': {
    /**
     * Gets a batch of the log of all accounts: a line for each account that changed.
     * @description For: operator, log:monitor.
     */
    get: operations['getInstallationBatch'];
  };
  '/v1/log/checkpoint': {
    /**
     * Gets the newest checkpoint of the log of all accounts, with the cosignatures of its witnesses.
     * @description For: operator, log:monitor.
     */
    get: operations['getInstallationCheckpoint'];
  };
  '/v1/log/tile/{level}/{path}': {
    /**
     * Gets hashes of the log of all accounts, or its entries, which are the roots of batches, as a tile of https://c2sp.org/tlog-tiles.
     * @description For: operator, log:monitor.
     */
    get: operations['getInstallationTile'];
  };
  '/v1/me': {
    /**
     * Gets the caller, with their account and role, and the service groups that they manage.
     * @description For: operator, owner, admin, member, api-key.
     */
    get: operations['getMe'];
  };
  '/v1/notices/inspect': {
    /**
     * Gets the recipients and the content of a mail about access: for the mailer, which computes the token.
     * @description For: everybody, without a credential.
     */
    post: operations['inspectNotice'];
  };
  '/v1/operators/{operatorId}/sessions': {
    /**
     * Lists the browser sessions of an operator, newest first. A new session may take a moment to appear.
     * @description For: operator.
     */
    get: operations['listOperatorSessions'];
  };
  '/v1/operators/{operatorId}/sessions/{sessionId}': {
    /**
     * Ends a session of an operator at once. They can sign in again: to prevent that, change what their provider says of them.
     * @description For: operator.
     */
    delete: operations['endOperatorSession'];
  };
  '/v1/scopes': {
    /**
     * Lists the scopes that API keys can have, each with what it permits.
     * @description For: operator, owner, admin, member, api-key.
     */
    get: operations['listScopes'];
  };
  '/v1/search': {
    /**
     * Searches everything the caller may see: users, service groups, API keys and webhook endpoints of an account; for operators
     *     also accounts. API keys find what their scopes let them read, and members the service groups they are in. An id finds what it
     *     names. Removed people are found by their id, and by name in the list of users with `status=removed`. Eventually consistent: a change can usually be found within a second.
     * @description For: operator, owner, admin, any-user, account:read, users:read, service-groups:read, events:read, jobs:read, platform:read.
     */
    get: operations['search'];
  };
  '/v1/session': {
    /**
     * Gets the session of this browser: who is signed in, the accounts they may use, and when it ends.
     * @description For: session.
     */
    get: operations['getSession'];
  };
  '/v1/session/account': {
    /**
     * Switches this browser's session to another of the person's accounts.
     * @description For: session.
     */
    post: operations['chooseAccount'];
  };
  '/v1/session/see-as': {
    /**
     * Ends seeing as a user. Also succeeds if it has already ended.
     * @description For: session.
     */
    delete: operations['endSeeingAs'];
  };
  '/v1/sessions': {
    /**
     * Lists the browser sessions of the calling user, newest first. A new session may take a moment to appear.
     * @description For: session.
     */
    get: operations['listOwnSessions'];
  };
  '/v1/sessions/{sessionId}': {
    /**
     * Ends one of the calling user's own sessions, this one or another.
     * @description For: session.
     */
    delete: operations['endOwnSession'];
  };
  '/v1/usage': {
    /**
     * Lists what each account used, by day and account, the oldest day first. Processes add what they have counted once a minute.
     *     An account without a row used nothing on that day.
     * @description For: operator, platform:read.
     */
    get: operations['listUsage'];
  };
}
export interface components {
  schemas: {
    AcceptBySignIn: {
      /** @description The name of the identity provider. Required if there are several. */
      provider?: string;
      /** @description The token from the link in the mail. */
      token: string;
    };
    AcceptedInvitation: {
      accountId: string;
      userId: string;
    };
    AcceptInvitation: {
      /** @description The token from the link in the mail. */
      token: string;
    };
    AccessPath: {
      /** @description Absent: it allows only to enter. */
      accessRole?: components['schemas']['AccessRoleReference'];
      /** @description When it ends by itself: by a team, with the user's place in it or with its access. Absent: it has no end. */
      expiresAt?: string;
      /** @description By a team: since both the user is in it and it has access. ISO 8601, UTC. */
      since: string;
      /** @description Absent: a membership of their own. */
      teamId?: string;
      /** @description Absent: a membership of their own. */
      teamName?: string;
    };
    AccessRequest: {
      /** @description The requested access role. Null if none was requested. */
      accessRole: components['schemas']['AccessRoleReference'] | null;
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description When it was approved, refused or withdrawn, or lapsed. Null while it is open. */
      decidedAt: string | null;
      /** @description Who decided: `user:…`, `api-key:…` or `operator:…`. Null while it is open, and if it lapsed. */
      decidedBy: string | null;
      /** @description The requested end of the access or, once approved, its actual end. Null if none was requested, or if it has no end. */
      expiresAt: string | null;
      /** @description `areq_` followed by a ULID. */
      id: string;
      /** @description When it lapses, or would have lapsed. */
      lapsesAt: string;
      /** @description The requested length, in seconds from the approval. Null if none was requested. */
      lengthSeconds: number | null;
      /** @description The note of the decider. Null if there is none. */
      note: string | null;
      /** @description The reason of the requester. Null if none was given. */
      reason: string | null;
      serviceGroup: components['schemas']['MemberServiceGroup'];
      serviceGroupId: string;
      /**
       * @description `lapsed`: nobody decided on it within 14 days, or before its requested end.
       * @enum {string}
       */
      status: 'approved' | 'lapsed' | 'refused' | 'requested' | 'withdrawn';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      user: components['schemas']['RequestingUser'];
      userId: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    AccessRequestList: {
      data: components['schemas']['AccessRequest'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    AccessRole: {
      /** @description Empty if it has none. */
      description: string;
      /** @description `role_` followed by a ULID. Never used again: a role that is created with the key of a removed one is another role. */
      id: string;
      key: string;
      name: string;
      /** @description What it allows besides `enter`. */
      permissions: string[];
    };
    AccessRoleInput: {
      /** @description What it is for, in one sentence: up to 200 visible characters. */
      description?: string;
      /** @description Says which role it is, and never changes: 1 to 64 lower-case letters, digits, dots, hyphens and underscores. */
      key: string;
      /** @description 1 to 100 visible characters, of at most 800 bytes in UTF-8. */
      name: string;
      /**
       * @description What it allows besides `enter`, which every membership allows: names that you choose, such as `logs.read`, of up to 100 lower-case
       *     letters, digits, dots, colons, hyphens and underscores.
       */
      permissions: string[];
    };
    AccessRoleReference: {
      /** @description `role_` followed by a ULID. A role that is removed and created again has another one. */
      id: string;
      key: string;
    };
    AccessRoleSet: {
      /** @description By key. */
      accessRoles: components['schemas']['AccessRole'][];
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: when the first role was created. Null before.
       */
      createdAt: string | null;
      /** @description `arol_` followed by the ULID of the account. */
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Null before the first role.
       */
      updatedAt: string | null;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. Null before the first role. */
      updatedBy: string | null;
      /** @description Incremented with each event; also the ETag. 0 before the first role. */
      version: number;
    };
    Account: {
      /** @description Null in answers with `asOf`. */
      counts: components['schemas']['AccountCounts'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description The id in another system. Unique among all accounts. */
      externalId: string | null;
      /** @description `acct_` followed by a ULID. */
      id: string;
      /** @description Limits of the account. */
      limits: components['schemas']['Limits'];
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /** @description The name of the account's plan. It may be one that is no longer configured: the limits that were copied from it stay. */
      plan: string | null;
      /** @description Which identity providers say who the users of the account are. */
      signInRules: components['schemas']['SignInRule'][];
      /** @enum {string} */
      status: 'active' | 'suspended';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    AccountCounts: {
      /** @description When they were counted. ISO 8601, UTC. */
      asOf: string;
      serviceGroups: number;
      users: number;
    };
    AccountFacets: {
      /** @description How many there are of each status. */
      status: components['schemas']['AccountStatusFacet'];
    };
    AccountLeaf: {
      accountId: string;
      /** @description The index of the event among those of the account, from 0. */
      index: number;
      /** @description Hashes in base64, from the leaf's sibling to the root's child. */
      path: string[];
      /** @description How many of its events the tree has. */
      size: number;
    };
    AccountList: {
      data: components['schemas']['Account'][];
      /** @description With `facets=true`. */
      facets?: components['schemas']['AccountFacets'];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Of a search: up to which change of the search entries it is current. */
      position?: number;
      /** @description With `count=true`. */
      total?: components['schemas']['Total'];
    };
    AccountStatusFacet: {
      active: number;
      suspended: number;
    };
    Action: {
      /** @description `enter`, or a permission of an access role, such as `logs.read`. What no access role of the account allows is denied. */
      name: string;
      properties?: {
        [key: string]: unknown;
      };
    };
    ActionSearch: {
      /**
       * @description Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
       *     key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
       */
      context?: {
        [key: string]: unknown;
      };
      page?: components['schemas']['SearchPage'];
      resource: components['schemas']['Resource'];
      subject: components['schemas']['Subject'];
    };
    ActionSearchResult: {
      page: components['schemas']['FoundPage'];
      /** @description In order: `enter`, and the permissions of the access role. */
      results: components['schemas']['FoundAction'][];
    };
    Actor: {
      /** @description Of a user. */
      email: string | null;
      /** @description As in an event’s `actor`. */
      id: string;
      /**
       * @description `scim`: an identity provider’s API key.
       * @enum {string}
       */
      kind: 'api-key' | 'operator' | 'scim' | 'system' | 'user';
      /** @description Null once the person’s data was erased. */
      name: string | null;
      /** @description Of a user or an API key. Also `removed`, and `erased` if the person’s data was erased. */
      status: string | null;
    };
    ActorList: {
      data: components['schemas']['Actor'][];
      /** @description Always null: all are on one page. */
      nextCursor: string | null;
    };
    AddedTeamMember: {
      /** @description Who added them: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      addedBy: string;
      /** @description When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
      expiresAt?: string;
      /** @description The ids of the team and the user, joined by a dot. */
      id: string;
      /** @description What they may enter by it, by id: at most 500. */
      opens: components['schemas']['OpenedServiceGroup'][];
      /** @description Why they are in it. */
      reason?: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
      team: components['schemas']['TeamReference'];
      teamId: string;
      user: components['schemas']['MemberUser'];
      userId: string;
    };
    ApiKey: {
      /** @description Null for operators' keys. */
      accountId: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Who created it: `operator:…` or `user:…`. */
      createdBy: string;
      /** @description Null if it does not expire. */
      expiresAt: string | null;
      /** @description The last four characters of the key. */
      hint: string;
      /** @description `akey_` followed by a ULID. */
      id: string;
      /** @description Accurate to a few minutes. Null if it has not been used since it was created or rotated. */
      lastUsedAt: string | null;
      name: string;
      /** @description Until when the secret before the last rotation is accepted. Null if it was never rotated. */
      previousValidUntil: string | null;
      scopes: string[];
      /**
       * @description What the last reader of a feed or a snapshot with it says that it understands, such as `teams`; a guard or a subscriber that does not understand what an
       *     account has refuses to go on. Empty for one of a version before it said so. Null if it has read none since it was created or rotated.
       */
      understands: string[] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    ApiKeyList: {
      data: components['schemas']['ApiKey'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Of a search: up to which change of the search entries it is current. */
      position?: number;
      /** @description With `count=true`. */
      total?: components['schemas']['Total'];
    };
    ApiKeyReference: {
      id: string;
      name: string;
    };
    ApproveAccessRequest: {
      /** @description An earlier end than the requested one: ISO 8601 with a time zone. Not together with `lengthSeconds`. */
      expiresAt?: string;
      /** @description Or for how many seconds from now. */
      lengthSeconds?: number;
      /** @description A note to the requester. 1 to 500 characters. */
      note?: string;
    };
    AuditLog: {
      data: components['schemas']['Event'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /**
       * @description On the first page, otherwise null. After following `nextCursor` to the end, use this as the next `from`: no event is missed,
       *     however late it was committed. Events of the last 45 seconds are returned again, with the same ids.
       */
      resumeFrom: string | null;
    };
    AuthZenConfiguration: {
      access_evaluation_endpoint: string;
      access_evaluations_endpoint: string;
      policy_decision_point: string;
      search_action_endpoint: string;
      search_resource_endpoint: string;
      search_subject_endpoint: string;
    };
    BatchLine: {
      index: number;
      path: string[];
    };
    BatchResult: {
      done: number;
      refused: number;
      results: components['schemas']['RowResult'][];
      unchanged: number;
    };
    BulkJob: {
      /** @description The key of the access role that memberships get. Null if they get none. */
      accessRole: string | null;
      /** @enum {string} */
      action:
        | 'add_to_groups'
        | 'add_to_teams'
        | 'change_access_role'
        | 'change_role'
        | 'reactivate'
        | 'remove'
        | 'remove_from_groups'
        | 'remove_from_teams'
        | 'resend_invitation'
        | 'suspend';
      /** @description When the memberships, or places in teams, end that it adds. Null if they do not, or the action adds none. */
      expiresAt: string | null;
      /**
       * @description Null if the action has none.
       * @enum {string|null}
       */
      role: 'admin' | 'member' | null | 'owner';
      /** @description Empty if the action has none. */
      serviceGroupIds: string[];
      /** @description Empty if the action has none. */
      teamIds: string[];
    };
    BulkQuery: {
      /** @description Only members of this service group. */
      groupId?: string;
      /** @description Only users with all these words, as in a list of users, but without typing errors. */
      q?: string;
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
    BulkSample: {
      /** @description Null if there is no such user. */
      name: string | null;
      /**
       * @description `done`: it would change something. `unchanged`: there is nothing to change. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['ChangeProblem'] | null;
      userId: string;
    };
    Candidate: {
      email: string;
      /** @description When their membership ends by itself. Absent: it has no end, or they are no member. */
      expiresAt?: string;
      id: string;
      /** @description Whether they are in the service group already. */
      isMember: boolean;
      name: string;
      /**
       * @description A suspended user cannot be added.
       * @enum {string}
       */
      status: 'active' | 'invited' | 'suspended';
    };
    CandidateList: {
      data: components['schemas']['Candidate'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    ChangeAccount: {
      /** @description The id in another system. Unique and case-sensitive. Null removes it. */
      externalId?: string | null;
      /** @description Limits of the account. Null removes all limits. Whatever exceeds a new limit stays. Operators only. */
      limits?: components['schemas']['ChangedLimits'] | null;
      /** @description A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the whole value, everything. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 100 visible characters, of at most 800 bytes in UTF-8. */
      name?: string;
      /**
       * @description The name of the account's plan. A configured plan also replaces the limits with its own, unless others are given. Null removes
       *     the plan, and leaves the limits. Operators only.
       */
      plan?: string | null;
      /**
       * @description Which identity providers say who the users of the account are. Replaces all rules; null removes them. Operators only, who
       *     have made sure that a domain is the account's.
       */
      signInRules?: components['schemas']['SignInRule'][] | null;
    };
    ChangedLimits: {
      /** @description The maximum number of memberships in all service groups together. Null removes the limit. */
      members?: number | null;
      /** @description The maximum number of service groups. Null removes the limit. */
      serviceGroups?: number | null;
      /** @description The maximum number of users, whatever their status. Null removes the limit. */
      users?: number | null;
    };
    ChangedMembershipRules: {
      /** @description The access roles that managers and requests may give; admins may give any. Replaces the list; null removes the rule. */
      accessRoles?: components['schemas']['OfferedAccessRole'][] | null;
      /**
       * @description Who decides on requests, and adds members: the managers of the service group, too, or admins alone. Null removes the rule: managers do.
       * @enum {string|null}
       */
      approvers?: 'admins' | 'managers' | null;
      /** @description The key of the access role that a membership gets from SCIM, an import or an invitation, if it names none. Null removes the rule. */
      defaultAccessRole?: string | null;
      /** @description How long a membership lasts if no end is given, in seconds: at most the longest length. Null removes the rule. */
      defaultLengthSeconds?: number | null;
      /** @description The longest time for which a membership can be given or extended, in seconds: every membership ends. Null removes the rule. */
      maxLengthSeconds?: number | null;
      /** @description Whether members of the account may ask for a membership. */
      membersMayAsk?: boolean | null;
      /** @description Whether a membership can only be given with a reason. */
      reasonRequired?: boolean | null;
      /** @description Whether teams may be given access although an end or a reason is required: then that is required of the access of the team. Of no importance without such a rule. */
      teamsMayEnter?: boolean | null;
    };
    ChangedMemberships: {
      done: number;
      /** @description True in a dry run: nothing was written. */
      dryRun?: boolean;
      /** @description In a dry run: the events that would be published. */
      events?: components['schemas']['Event'][];
      refused: number;
      results: components['schemas']['ChangeResult'][];
      unchanged: number;
      /** @description Only in a dry run. */
      warnings: components['schemas']['ChangeWarning'][];
    };
    ChangeLogStream: {
      /** @description A description for people: up to 200 visible characters. */
      description?: string;
      /** @description Event types, or groups such as `user.*`. Empty: all events. */
      eventTypes?: (
        | 'access_request.*'
        | 'access_request.approved'
        | 'access_request.lapsed'
        | 'access_request.refused'
        | 'access_request.requested'
        | 'access_request.withdrawn'
        | 'access_role.*'
        | 'access_role.changed'
        | 'access_role.created'
        | 'access_role.removed'
        | 'account.*'
        | 'account.closed'
        | 'account.created'
        | 'account.reactivated'
        | 'account.renamed'
        | 'account.settings_changed'
        | 'account.sign_in_rules_changed'
        | 'account.suspended'
        | 'api_key.*'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'api_key.rotated'
        | 'log_stream.*'
        | 'log_stream.changed'
        | 'log_stream.created'
        | 'log_stream.disabled'
        | 'log_stream.enabled'
        | 'log_stream.removed'
        | 'log_stream.replayed'
        | 'log_stream.secret_replaced'
        | 'service_group.*'
        | 'service_group.created'
        | 'service_group.manager_added'
        | 'service_group.manager_removed'
        | 'service_group.member_added'
        | 'service_group.member_removed'
        | 'service_group.membership_changed'
        | 'service_group.membership_expiring'
        | 'service_group.removed'
        | 'service_group.renamed'
        | 'service_group.settings_changed'
        | 'service_group.team_added'
        | 'service_group.team_changed'
        | 'service_group.team_expiring'
        | 'service_group.team_removed'
        | 'team.*'
        | 'team.created'
        | 'team.member_added'
        | 'team.member_removed'
        | 'team.membership_changed'
        | 'team.membership_expiring'
        | 'team.removed'
        | 'team.renamed'
        | 'team.settings_changed'
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
        | 'user.seen_as'
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
      /**
       * @description How events are written.
       * @enum {string}
       */
      form?: 'cloudevents' | 'datadog' | 'ndjson' | 'ocsf' | 'splunk-hec';
      /** @description Whether names, emails and other personal data are sent; otherwise only ids. */
      personalData?: boolean;
      /** @description An https URL on a public host. */
      url?: string;
    };
    ChangeMembers: {
      /** @description The key of an access role of the account. Null, or absent: none. */
      accessRole?: string | null;
      /** @description Ids of users to add. */
      add?: string[];
      /** @description When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. */
      expiresAt?: string | null;
      /** @description Why it is given. 1 to 500 characters. */
      reason?: string;
      /** @description Ids of users to remove. A user can be in only one of the two lists. */
      remove?: string[];
    };
    ChangeMemberships: {
      /** @description Each user and service group at most once. */
      changes: components['schemas']['MembershipChange'][];
    };
    ChangeProblem: {
      code: string;
      detail: string;
      /** @description The problem the row would have as a separate request. */
      status: number;
      /** @description The same for every problem with this code. */
      title: string;
    };
    ChangeResult: {
      /** @enum {string} */
      action: 'add' | 'change' | 'remove';
      /**
       * @description `done`: it changed something. `unchanged`: there was nothing to change. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['ChangeProblem'] | null;
      serviceGroupId: string;
      userId: string;
      /** @description The user's version afterwards. Null if the change was refused. */
      version: number | null;
    };
    Changes: {
      /** @description Present where the API runs as functions, which answer at once whatever `wait` says: with `upToDate`, ask again after so many seconds. */
      askAgainAfterSeconds?: number;
      /**
       * @description If `upToDate`: every change made before this moment is in the feed up to `nextCursor`. It stands still while the stream processor does.
       *     ISO 8601, UTC; null if nothing states it. A copy is as old as `readAt` less this, and the time since its request was sent.
       */
      completeTo: string | null;
      /** @description In the order in which they are to be handled: those of a subject never change places. */
      data: components['schemas']['PublishedEvent'][];
      /** @description Where to go on: the next `after`. Never null, because more will come. */
      nextCursor: string;
      /** @description The time by the clock of the API. ISO 8601, UTC. */
      readAt: string;
      /**
       * @description What a reader must understand, or else what it derives from the feed is wrong: if it does not know one of them, it must stop and say so. Absent
       *     as long as there is nothing. The last line of a snapshot's page has it too. `teams`: the account has had one.
       */
      requires?: string[];
      /** @description There was nothing more when this was read. With `false`, ask again at once, also if no event of the page was wanted. */
      upToDate: boolean;
    };
    ChangeServiceGroup: {
      /** @description The id in another system. Unique and case-sensitive. Null removes it. */
      externalId?: string | null;
      /** @description The rules for memberships: a merge patch. Null removes all rules. Existing memberships stay as they are. */
      membershipRules?: components['schemas']['ChangedMembershipRules'] | null;
      /** @description A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the whole value, everything. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique in the account, ignoring case. No word mixes scripts. */
      name?: string;
    };
    ChangeTeam: {
      /** @description The id in another system. Unique and case-sensitive. Null removes it. */
      externalId?: string | null;
      /** @description A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the whole value, everything. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique among the teams of the account, ignoring case. No word mixes scripts. */
      name?: string;
    };
    ChangeUser: {
      /** @description name@domain, of at most 254 bytes in UTF-8. Unique in the account, ignoring case. */
      email?: string;
      /** @description The id in another system. Unique and case-sensitive. Null removes it. */
      externalId?: string | null;
      /** @description A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the whole value, everything. */
      metadata?: {
        [key: string]: unknown;
      } | null;
      /** @description 1 to 256 visible characters, of at most 800 bytes in UTF-8. */
      name?: string;
      /**
       * @description Only an owner or an operator may grant or revoke the owner role.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
    };
    ChangeWarning: {
      /**
       * @description `group_left_empty`: nobody would be left in the group. `large_share`: more than a tenth of its members would be removed.
       *     `own_access`: you would lose access.
       * @enum {string}
       */
      code: 'group_left_empty' | 'large_share' | 'own_access';
      /** @description One sentence. */
      detail: string;
      /** @description The members of the service group, with a short delay. */
      memberCount: number | null;
      /** @description How many memberships of the service group would end, or how many users are affected. */
      removed: number;
      /** @description Null if it does not concern a service group. */
      serviceGroupId: string | null;
    };
    ChangeWebhookEndpoint: {
      /** @description A description for people: up to 200 visible characters. */
      description?: string;
      /** @description Event types, or groups such as `user.*`. Empty: all events. */
      eventTypes?: (
        | 'access_request.*'
        | 'access_request.approved'
        | 'access_request.lapsed'
        | 'access_request.refused'
        | 'access_request.requested'
        | 'access_request.withdrawn'
        | 'access_role.*'
        | 'access_role.changed'
        | 'access_role.created'
        | 'access_role.removed'
        | 'account.*'
        | 'account.closed'
        | 'account.created'
        | 'account.reactivated'
        | 'account.renamed'
        | 'account.settings_changed'
        | 'account.sign_in_rules_changed'
        | 'account.suspended'
        | 'api_key.*'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'api_key.rotated'
        | 'log_stream.*'
        | 'log_stream.changed'
        | 'log_stream.created'
        | 'log_stream.disabled'
        | 'log_stream.enabled'
        | 'log_stream.removed'
        | 'log_stream.replayed'
        | 'log_stream.secret_replaced'
        | 'service_group.*'
        | 'service_group.created'
        | 'service_group.manager_added'
        | 'service_group.manager_removed'
        | 'service_group.member_added'
        | 'service_group.member_removed'
        | 'service_group.membership_changed'
        | 'service_group.membership_expiring'
        | 'service_group.removed'
        | 'service_group.renamed'
        | 'service_group.settings_changed'
        | 'service_group.team_added'
        | 'service_group.team_changed'
        | 'service_group.team_expiring'
        | 'service_group.team_removed'
        | 'team.*'
        | 'team.created'
        | 'team.member_added'
        | 'team.member_removed'
        | 'team.membership_changed'
        | 'team.membership_expiring'
        | 'team.removed'
        | 'team.renamed'
        | 'team.settings_changed'
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
        | 'user.seen_as'
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
    ChooseAccount: {
      accountId: string;
    };
    ClosedServiceGroup: {
      serviceGroup: components['schemas']['MemberServiceGroup'];
    };
    CreateAccount: {
      /** @description Its first access roles: at most 50, of 11,500 bytes as JSON. */
      accessRoles?: components['schemas']['AccessRoleInput'][];
      /** @description The id in another system. Unique and case-sensitive. */
      externalId?: string;
      /** @description Limits of the account. Anything not named is unlimited. */
      limits?: components['schemas']['Limits'];
      /** @description Any JSON object of up to 16 KB and 500 values, with lists and objects counted. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description 1 to 100 visible characters, of at most 800 bytes in UTF-8. */
      name: string;
      /** @description The name of the account's plan: 1 to 50 visible characters. A configured plan also sets its limits, unless others are given. */
      plan?: string;
    };
    CreateApiKey: {
      /** @description When the key expires: ISO 8601 with a time zone. Default: never. */
      expiresAt?: string;
      /** @description 1 to 100 visible characters, of at most 800 bytes in UTF-8: what the key is for. */
      name: string;
      /** @description What the key may do. `platform:read`, `platform:write` and `log:monitor` are only for operators' keys. */
      scopes: (
        | 'access-requests:decide'
        | 'access-requests:read'
        | 'access-roles:read'
        | 'access-roles:write'
        | 'access:check'
        | 'account:read'
        | 'account:write'
        | 'admins:write'
        | 'events:read'
        | 'identities:write'
        | 'jobs:read'
        | 'log:monitor'
        | 'managers:write'
        | 'memberships:read'
        | 'memberships:write'
        | 'platform:read'
        | 'platform:write'
        | 'scim'
        | 'service-groups:read'
        | 'service-groups:write'
        | 'teams:read'
        | 'teams:write'
        | 'users:read'
        | 'users:write'
      )[];
    };
    CreateBulkJob: {
      /** @description For `change_access_role`, which needs it, and `add_to_groups`: the key of an access role. Null: none. */
      accessRole?: string | null;
      /** @enum {string} */
      action:
        | 'add_to_groups'
        | 'add_to_teams'
        | 'change_access_role'
        | 'change_role'
        | 'reactivate'
        | 'remove'
        | 'remove_from_groups'
        | 'remove_from_teams'
        | 'resend_invitation'
        | 'suspend';
      /** @description For `add_to_groups` and `add_to_teams`: when the memberships end by themselves, ISO 8601 with a time zone. Null, or absent: they do not. */
      expiresAt?: string | null;
      /** @description The version of each of `userIds`, in their order: users who have another version by then are refused. */
      ifVersions?: number[];
      /** @description All users found now, up to 100,000. Without a filter, everybody. */
      query?: components['schemas']['BulkQuery'];
      /** @description For `add_to_groups` and `add_to_teams`: why they are given. 1 to 500 characters. */
      reason?: string;
      /**
       * @description For `change_role`. Only an owner or an operator may create owners.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
      /** @description For `add_to_groups`, `remove_from_groups` and `change_access_role`, which leaves out who is no member. */
      serviceGroupIds?: string[];
      /** @description For `add_to_teams` and `remove_from_teams`, which leaves out who is not in them. */
      teamIds?: string[];
      /** @description Up to 10,000 ids. */
      userIds?: string[];
    };
    CreatedTeam: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description The id in another system. */
      externalId: string | null;
      /** @description `team_` followed by a ULID. */
      id: string;
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /**
       * @description Only of the first team of an account: its API keys whose last reader of a feed or a snapshot does not know teams. From now on these readers
       *     stop, and say why. Absent: there are none. At most 100.
       */
      notUnderstoodBy?: components['schemas']['ApiKeyReference'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    CreateInvitation: {
      /** @description The address to which the invitation is sent. Unique in the account, ignoring case. */
      email: string;
      /** @description For how long they may enter these, and why. */
      membershipTerms?: components['schemas']['MembershipTerms'];
      /** @description 1 to 256 visible characters, of at most 800 bytes in UTF-8. */
      name: string;
      /**
       * @description Default: `member`. Only an owner or an operator may invite an owner.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
      /** @description The service groups that they may enter from the start. */
      serviceGroupIds?: string[];
    };
    CreateInvitations: {
      invitations: components['schemas']['CreateInvitation'][];
    };
    CreateLogStream: {
      /** @description A description for people: up to 200 visible characters. */
      description?: string;
      /** @description Event types, or groups such as `user.*`. Default: all events. */
      eventTypes?: (
        | 'access_request.*'
        | 'access_request.approved'
        | 'access_request.lapsed'
        | 'access_request.refused'
        | 'access_request.requested'
        | 'access_request.withdrawn'
        | 'access_role.*'
        | 'access_role.changed'
        | 'access_role.created'
        | 'access_role.removed'
        | 'account.*'
        | 'account.closed'
        | 'account.created'
        | 'account.reactivated'
        | 'account.renamed'
        | 'account.settings_changed'
        | 'account.sign_in_rules_changed'
        | 'account.suspended'
        | 'api_key.*'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'api_key.rotated'
        | 'log_stream.*'
        | 'log_stream.changed'
        | 'log_stream.created'
        | 'log_stream.disabled'
        | 'log_stream.enabled'
        | 'log_stream.removed'
        | 'log_stream.replayed'
        | 'log_stream.secret_replaced'
        | 'service_group.*'
        | 'service_group.created'
        | 'service_group.manager_added'
        | 'service_group.manager_removed'
        | 'service_group.member_added'
        | 'service_group.member_removed'
        | 'service_group.membership_changed'
        | 'service_group.membership_expiring'
        | 'service_group.removed'
        | 'service_group.renamed'
        | 'service_group.settings_changed'
        | 'service_group.team_added'
        | 'service_group.team_changed'
        | 'service_group.team_expiring'
        | 'service_group.team_removed'
        | 'team.*'
        | 'team.created'
        | 'team.member_added'
        | 'team.member_removed'
        | 'team.membership_changed'
        | 'team.membership_expiring'
        | 'team.removed'
        | 'team.renamed'
        | 'team.settings_changed'
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
        | 'user.seen_as'
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
      /**
       * @description How events are written.
       * @enum {string}
       */
      form: 'cloudevents' | 'datadog' | 'ndjson' | 'ocsf' | 'splunk-hec';
      /** @description Whether names, emails and other personal data are sent. Default: only ids. */
      personalData?: boolean;
      /** @description Up to 1,000 ASCII characters without spaces: a token of the receiver. Never shown again. */
      secret: string;
      /** @description An https URL on a public host. */
      url: string;
    };
    CreateServiceGroup: {
      /** @description The id in another system. Unique and case-sensitive. */
      externalId?: string;
      /** @description The rules for memberships. */
      membershipRules?: components['schemas']['MembershipRules'];
      /** @description Any JSON object of up to 16 KB and 500 values, with lists and objects counted. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique in the account, ignoring case. No word mixes scripts. */
      name: string;
    };
    CreateTeam: {
      /** @description The id in another system. Unique and case-sensitive. */
      externalId?: string;
      /** @description Any JSON object of up to 16 KB and 500 values, with lists and objects counted. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique among the teams of the account, ignoring case. No word mixes scripts. */
      name: string;
    };
    CreateUser: {
      /** @description name@domain, of at most 254 bytes in UTF-8. Unique in the account, ignoring case. */
      email: string;
      /** @description The id in another system. Unique and case-sensitive. */
      externalId?: string;
      /** @description Any JSON object of up to 16 KB and 500 values, with lists and objects counted. */
      metadata?: {
        [key: string]: unknown;
      };
      /** @description 1 to 256 visible characters, of at most 800 bytes in UTF-8. */
      name: string;
      /**
       * @description Only an owner or an operator may create an owner.
       * @enum {string}
       */
      role?: 'admin' | 'member' | 'owner';
      /**
       * @description An invited user can be given service groups, but cannot sign in before they are activated. They get no mail: `POST
       *     …/invitations` sends one.
       * @enum {string}
       */
      status?: 'active' | 'invited';
    };
    CreateUsers: {
      /** @description Each is created or refused on its own. */
      users: components['schemas']['CreateUser'][];
    };
    CreateWebhookEndpoint: {
      /** @description A description for people: up to 200 visible characters. */
      description?: string;
      /** @description Event types, or groups such as `user.*`. Default: all events. */
      eventTypes?: (
        | 'access_request.*'
        | 'access_request.approved'
        | 'access_request.lapsed'
        | 'access_request.refused'
        | 'access_request.requested'
        | 'access_request.withdrawn'
        | 'access_role.*'
        | 'access_role.changed'
        | 'access_role.created'
        | 'access_role.removed'
        | 'account.*'
        | 'account.closed'
        | 'account.created'
        | 'account.reactivated'
        | 'account.renamed'
        | 'account.settings_changed'
        | 'account.sign_in_rules_changed'
        | 'account.suspended'
        | 'api_key.*'
        | 'api_key.created'
        | 'api_key.revoked'
        | 'api_key.rotated'
        | 'log_stream.*'
        | 'log_stream.changed'
        | 'log_stream.created'
        | 'log_stream.disabled'
        | 'log_stream.enabled'
        | 'log_stream.removed'
        | 'log_stream.replayed'
        | 'log_stream.secret_replaced'
        | 'service_group.*'
        | 'service_group.created'
        | 'service_group.manager_added'
        | 'service_group.manager_removed'
        | 'service_group.member_added'
        | 'service_group.member_removed'
        | 'service_group.membership_changed'
        | 'service_group.membership_expiring'
        | 'service_group.removed'
        | 'service_group.renamed'
        | 'service_group.settings_changed'
        | 'service_group.team_added'
        | 'service_group.team_changed'
        | 'service_group.team_expiring'
        | 'service_group.team_removed'
        | 'team.*'
        | 'team.created'
        | 'team.member_added'
        | 'team.member_removed'
        | 'team.membership_changed'
        | 'team.membership_expiring'
        | 'team.removed'
        | 'team.renamed'
        | 'team.settings_changed'
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
        | 'user.seen_as'
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
      /** @description A secret of your own: `whsec_` and 24 to 64 random bytes in base64. Default: a new one. */
      secret?: string;
      /** @description An https URL on a public host. */
      url: string;
    };
    CurrentSession: {
      /** @description The session's account. Null for operators, and while the person has yet to choose one. */
      accountId: string | null;
      /** @description All accounts the person may use, by name. */
      accounts: components['schemas']['SessionAccount'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC. When the person last authenticated. Null if the provider did not say.
       */
      authTime: string | null;
      email: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Then the session ends in any case.
       */
      expiresAt: string;
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. When the session ends unless it is used before.
       */
      idleExpiresAt: string;
      /** @description The identity provider at which they signed in. */
      issuer: string;
      /** @enum {string} */
      kind: 'operator' | 'user';
      /** @description The service groups of that account that they manage, at most 100. */
      managedServiceGroups: components['schemas']['ManagedServiceGroupRef'][];
      /** @description The user's name, or the operator's at the identity provider. Null while no account is chosen. */
      name: string | null;
      /** @description What they may do in that account; an operator in any. */
      permissions: components['schemas']['Permission'][];
      /**
       * @description The present role.
       * @enum {string|null}
       */
      role: 'admin' | 'member' | null | 'owner';
      /** @description Whom the person sees as: the rest is about themselves. */
      seeingAs: components['schemas']['SeeingAs'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      signedInAt: string;
      userId: string | null;
    };
    Decision: {
      context?: components['schemas']['DecisionContext'];
      decision: boolean;
    };
    DecisionContext: {
      /** @description Only of an evaluation, among several, that is not valid. */
      error?: components['schemas']['EvaluationError'];
      /**
       * @description `unknown_action`: no access role of the account has this permission. Only for those who may check others.
       * @enum {string}
       */
      reason?: 'unknown_action';
    };
    Decisions: {
      evaluations: components['schemas']['Decision'][];
    };
    /** @description What a write with dryRun=true would have committed. */
    DryRun: {
      /** @description For a batch: the result for each row. */
      batch?: components['schemas']['BatchResult'] | components['schemas']['InvitationBatchResult'];
      /** @constant */
      dryRun: true;
      events: components['schemas']['Event'][];
      /** @description For what takes a way in away: what remains. For the end of a membership only if both have a team. */
      left?: components['schemas']['RemainingPaths'] | components['schemas']['LeftTeam'];
    };
    EvaluationError: {
      code: string;
      message: string;
      status: number;
    };
    EvaluationRequest: {
      action: components['schemas']['Action'];
      /**
       * @description Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
       *     key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
       */
      context?: {
        [key: string]: unknown;
      };
      resource: components['schemas']['Resource'];
      subject: components['schemas']['Subject'];
    };
    EvaluationsRequest: {
      action?: components['schemas']['Action'];
      /**
       * @description Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
       *     key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
       */
      context?: {
        [key: string]: unknown;
      };
      /** @description Each is answered by itself: one that is not valid is denied, with the reason. */
      evaluations: components['schemas']['PartialEvaluation'][];
      /** @description Its `evaluations_semantic` is `execute_all`, `deny_on_first_deny` or `permit_on_first_permit`. */
      options?: {
        [key: string]: unknown;
      };
      resource?: components['schemas']['Resource'];
      subject?: components['schemas']['Subject'];
    };
    Event: {
      accountId: string;
      /** @description Who made the change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      actor: string;
      /** @description With `include=actor`. Null for an API key of the operators. */
      actorDetails?: components['schemas']['Actor'] | null;
      /** @description The account, user, service group or API key that changed. */
      aggregateId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Increases within the aggregate.
       */
      at: string;
      /** @description The command or event that caused this one. */
      causationId: string;
      /** @description Shared by everything that one request caused. */
      correlationId: string;
      data: {
        [key: string]: unknown;
      };
      /** @description Present if the user's personal data has since been erased: `data` has placeholders for names and emails. */
      erased?: boolean;
      /** @description The id of the aggregate, a dot, and the version. */
      id: string;
      /** @description Whether an undo of its change can take it back, as far as the event alone tells: it may have been changed again since. */
      revertible: boolean;
      /** @description The schema version of `data`. */
      schemaVersion: number;
      /** @description What happened, in a sentence. The contracts have its template, for translations. */
      summary: string;
      /** @description The request's span in its client's trace (W3C Trace Context), if a request caused it. */
      traceparent?: string;
      /** @description What happened, for example `user.created`. */
      type: string;
      /** @description 1, 2, 3 … without gaps for each aggregate. */
      version: number;
    };
    EventList: {
      data: components['schemas']['Event'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    EventProof: {
      account: components['schemas']['AccountLeaf'];
      /** @description Where the account's tree is in a batch of the log of all accounts. */
      batch: components['schemas']['BatchLine'];
      /** @description The event as it is stored, without what an erasure removes, in base64. */
      entry: string;
      /** @description That the log of all accounts has the batch, with its checkpoint: https://c2sp.org/tlog-proof. */
      proof: string;
    };
    EventType: {
      /** @description The `$id` of the JSON Schema of `data`. */
      dataSchema: string;
      /** @description An event as subscribers and webhook endpoints receive it: a CloudEvent. */
      exampleEvent: {
        [key: string]: unknown;
      };
      /** @description The version of the schema of `data`. */
      schemaVersion: number;
      /** @description The template of the sentence that the audit log says. In braces: `actor`, and fields of `data`. */
      sentence: string;
      /** @description What has happened. */
      summary: string;
      /** @description As in `type` of an event, and in the `eventTypes` of a webhook endpoint. */
      type: string;
    };
    EventTypeList: {
      data: components['schemas']['EventType'][];
      /** @description Always null: all types are on one page. */
      nextCursor: string | null;
    };
    ExplainedPath: {
      /** @description Absent: it allows only to enter. */
      accessRole?: components['schemas']['AccessRoleReference'];
      /** @description When it ends by itself: by a team, with the user's place in it or with its access. Absent: it has no end. */
      expiresAt?: string;
      /** @description Whether it allows what was asked. */
      grants: boolean;
      /** @description The membership; or the user's place in the team, then the access of the team. */
      parts: components['schemas']['PartOfPath'][];
      /** @description By a team: since both the user is in it and it has access. ISO 8601, UTC. */
      since: string;
      /** @description Absent: a membership of their own. */
      teamId?: string;
      /** @description Absent: a membership of their own. */
      teamName?: string;
    };
    ExplainedReason: {
      /**
       * @description Stable.
       * @enum {string}
       */
      code:
        | 'access_role_removed'
        | 'account_not_found'
        | 'account_suspended'
        | 'no_path'
        | 'not_allowed_by_access_role'
        | 'path_ended'
        | 'service_group_not_found'
        | 'team_removed'
        | 'unknown_permission'
        | 'user_invited'
        | 'user_not_found'
        | 'user_removed'
        | 'user_suspended';
      /** @description One sentence. */
      detail: string;
    };
    Explanation: {
      decision: boolean;
      /** @description Every way that holds, the own membership first; also if something else stands against them. */
      paths: components['schemas']['ExplainedPath'][];
      /** @description What was asked. */
      permission: string;
      /** @description Null if it is allowed. */
      reason: components['schemas']['ExplainedReason'] | null;
      /** @description When the last of the ways that allow it ends by itself. Null: one of them does not, or it is not allowed. */
      until: string | null;
    };
    Found: {
      id: string;
      properties: components['schemas']['FoundName'];
      /** @enum {string} */
      type: 'service_group' | 'user';
    };
    FoundAction: {
      name: string;
    };
    FoundName: {
      name: string;
    };
    FoundPage: {
      /** @description Empty on the last page. */
      next_token: string;
    };
    Identity: {
      /** @description `idty_` followed by 26 characters, derived from issuer and subject. */
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
    IdentityList: {
      data: components['schemas']['Identity'][];
      /** @description Always null: a user has few identities. */
      nextCursor: string | null;
    };
    Import: {
      accountId: string;
      changed: number;
      /** @description Of all its events: by this id it can be undone. */
      correlationId: string;
      created: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description A dry run: nothing is changed. */
      dryRun: boolean;
      /** @description The name that was sent with the file. Null if there was none. */
      fileName: string | null;
      /** @description The id of the job, which can be paused and resumed like any other. */
      id: string;
      /** @enum {string} */
      kind: 'memberships' | 'service-groups' | 'team-members' | 'teams' | 'users';
      /** @description The number of lines of the file, with its heading. Null for imports of earlier versions. */
      lines: number | null;
      /** @description Rows that were left out by `omit`, which are not among its rows either. */
      omitted: number;
      /** @description The number of rows applied or refused so far. */
      processed: number;
      /** @description See the errors of the import. */
      refused: number;
      /** @description The `correlationId` of what has undone it. Null if that was not done, or was itself undone. */
      revertedBy: string | null;
      /** @description The number of rows: the lines below the heading, except for empty ones; a row may have several lines. */
      rows: number;
      /** @description Empty rows of the file, which are not among its rows. */
      skipped: number;
      /** @enum {string} */
      status: 'cancelled' | 'done' | 'paused' | 'running';
      /** @description If it stopped by itself and is paused, otherwise null. */
      stop: components['schemas']['JobStop'] | null;
      /** @description Rows that made no difference. */
      unchanged: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
    };
    ImportColumn: {
      /** @description Null if an import has no such field: leave the column out. */
      field: string | null;
      /** @description Its heading. */
      name: string;
      /** @description Its first values. */
      samples: string[];
    };
    ImportError: {
      code: string;
      detail: string;
      /** @description Line in which the row ends: a later one if there is a line break between quotation marks. */
      lastLine: number;
      /** @description Line of the file, from 1, in which the row begins; the first line of a CSV file is its header. */
      line: number;
      /** @description Its values as they stand in the file, in the order of its columns; of NDJSON the line. Null after a week, or if they cannot be read. */
      values: string[] | null;
    };
    ImportErrorList: {
      data: components['schemas']['ImportError'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    ImportField: {
      name: string;
      /** @description At least one of these fields must have a column; empty if it may be left out. */
      oneOf: string[];
    };
    ImportInspection: {
      columns: components['schemas']['ImportColumn'][];
      /** @description What is between the values of CSV, otherwise null. */
      delimiter: string | null;
      /** @description All fields of this kind of import. */
      fields: components['schemas']['ImportField'][];
      /** @enum {string} */
      format: 'csv' | 'ndjson';
      /** @enum {string} */
      kind: 'memberships' | 'service-groups' | 'team-members' | 'teams' | 'users';
      problems: components['schemas']['ImportError'][];
      /** @description False: before the import, rename the headings to the fields and remove other columns. */
      ready: boolean;
      /** @description The number of examined rows: the first 100. */
      rows: number;
      /** @description How many rows the file has. Null if only its beginning was looked at. */
      total: number | null;
      /** @description The number of examined rows that are valid. */
      valid: number;
    };
    ImportList: {
      data: components['schemas']['Import'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    InspectedInvitation: {
      accountId: string;
      accountName: string;
      email: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: it cannot be accepted from then on.
       */
      expiresAt: string;
      /**
       * @description What the sender is.
       * @enum {string}
       */
      invitedByKind: 'api-key' | 'operator' | 'system' | 'user';
      /** @description The name of the sender. Null if it was not a user of the account. */
      invitedByName: string | null;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description Of the service groups that they may enter then, up to 100. */
      serviceGroups: string[];
      /**
       * @description `expired`: it can no longer be accepted; send it again.
       * @enum {string}
       */
      status: 'expired' | 'pending';
      userId: string;
    };
    InspectNotice: {
      /** @description Computed by the mailer from the event and the platform's secret. */
      token: string;
    };
    Invitation: {
      accountId: string;
      email: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. It cannot be accepted after this time.
       */
      expiresAt: string;
      /** @description The invited user's id. A user has at most one invitation. */
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
      /** @description The number of times it was sent. */
      sentCount: number;
      /**
       * @description `expired` invitations can be sent again.
       * @enum {string}
       */
      status: 'expired' | 'pending';
    };
    InvitationBatchResult: {
      done: number;
      refused: number;
      results: components['schemas']['InvitationRowResult'][];
      unchanged: number;
    };
    InvitationFacets: {
      /** @description How many there are with each role. */
      role: components['schemas']['RoleFacet'];
    };
    InvitationList: {
      data: components['schemas']['Invitation'][];
      /** @description With `facets=true`. */
      facets?: components['schemas']['InvitationFacets'];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Of a search: up to which change of the search entries it is current. */
      position?: number;
      /** @description With `count=true`. */
      total?: components['schemas']['Total'];
    };
    InvitationRowResult: {
      /** @description The index of the row, from 0. */
      index: number;
      /** @description Null if the row was refused. */
      invitation: components['schemas']['Invitation'] | null;
      /**
       * @description `done`: it changed something. `unchanged`: there was nothing to change. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['RowProblem'] | null;
      /** @description The version of the row's user. Null if the row was refused. */
      userId: string | null;
    };
    InvitedUser: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      email: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. The invitation cannot be accepted after this time.
       */
      expiresAt: string;
      /** @description The id in another system. */
      externalId: string | null;
      /** @description `user_` followed by a ULID. */
      id: string;
      /**
       * @description When they last used Rollbook as themselves, with a session or a token of their own, accurate to about five minutes; null if they
       *     have not in the last 400 days. Only if `fields` names it, and not with `asOf` or `status=removed`.
       */
      lastSeenAt?: string | null;
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description The number of service groups the user is a member of. */
      serviceGroupCount: number;
      /**
       * @description `removed` only in lists of removed users.
       * @enum {string}
       */
      status: 'active' | 'invited' | 'removed' | 'suspended';
      /** @description The number of teams the user is in. `serviceGroupCount` does not count what these open. */
      teamCount: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    IssuedApiKey: {
      /** @description Null for operators' keys. */
      accountId: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Who created it: `operator:…` or `user:…`. */
      createdBy: string;
      /** @description Null if it does not expire. */
      expiresAt: string | null;
      /** @description The last four characters of the key. */
      hint: string;
      /** @description `akey_` followed by a ULID. */
      id: string;
      /** @description The key itself. It is only shown once. */
      key: string;
      /** @description Accurate to a few minutes. Null if it has not been used since it was created or rotated. */
      lastUsedAt: string | null;
      name: string;
      /** @description Until when the secret before the last rotation is accepted. Null if it was never rotated. */
      previousValidUntil: string | null;
      scopes: string[];
      /**
       * @description What the last reader of a feed or a snapshot with it says that it understands, such as `teams`; a guard or a subscriber that does not understand what an
       *     account has refuses to go on. Empty for one of a version before it said so. Null if it has read none since it was created or rotated.
       */
      understands: string[] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    IssuedWebhookEndpoint: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Empty if it has none. */
      description: string;
      /**
       * @description On request, because it answered 410 Gone, or because it failed for five days. Null while it is active.
       * @enum {string|null}
       */
      disabledReason: 'failing' | 'gone' | null | 'requested';
      /** @description Empty: all events. */
      eventTypes: string[];
      /** @description `whep_` followed by a ULID. */
      id: string;
      /**
       * @description `whsec_` and base64, as the Standard Webhooks libraries expect it. Only shown once. Null in a repeated answer if the secret
       *     has since been replaced.
       */
      secret: string | null;
      /** @description 1, 2, 3 …: incremented when the secret is rotated. */
      secretVersion: number;
      /** @enum {string} */
      status: 'active' | 'disabled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      url: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    Job: {
      accountId: string;
      /** @description For a bulk job, otherwise null. */
      bulk: components['schemas']['BulkJob'] | null;
      /** @description Of all events of the job: by this id an import, a bulk job or an undo can be undone. */
      correlationId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Who started it: `operator:…`, `user:…` or `api-key:…`. */
      createdBy: string;
      id: string;
      /** @description For an import, otherwise null. */
      import: components['schemas']['JobImport'] | null;
      /** @description Memberships ended or erased, users and service groups removed, or rows processed, so far. */
      processed: number;
      /** @description The number of rows of an import, a bulk job or an undo refused so far (see its `refused.csv`), otherwise null. */
      refused: number | null;
      /** @description For an undo, otherwise null. */
      revert: components['schemas']['JobRevert'] | null;
      /** @description The `correlationId` of what has undone an import, a bulk job or an undo. Null if that was not done, or was itself undone. */
      revertedBy: string | null;
      /**
       * @description The number of rows of an import or a bulk job, or of users and service groups of an undo: an upper bound until that has ended.
       *     Otherwise null.
       */
      rows: number | null;
      /** @description Whose rights it needs, and whom its events name: who started it or, since then, who last resumed it. */
      runsAs: string;
      /** @enum {string} */
      status: 'cancelled' | 'done' | 'paused' | 'running';
      /** @description What the caller may do with it as it is now. Resuming what changes owners takes a recent sign-in too. */
      steps: ('cancel' | 'pause' | 'resume')[];
      /** @description For an import, a bulk job or an undo that stopped by itself and is paused, otherwise null. */
      stop: components['schemas']['JobStop'] | null;
      /** @description The removed or erased user, the removed service group, or the account. */
      subjectId: string;
      /** @enum {string} */
      type:
        | 'bulk'
        | 'close-account'
        | 'erase-user'
        | 'import'
        | 'remove-service-group-memberships'
        | 'remove-team'
        | 'remove-user-memberships'
        | 'revert';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Incremented with each finished part and each pause; also the ETag. */
      version: number;
    };
    JobImport: {
      /** @description A dry run: nothing is changed, and `refused` is what would be refused. */
      dryRun: boolean;
      /** @description The name that was sent with the file. Null if there was none. */
      fileName: string | null;
      /** @enum {string} */
      kind: 'memberships' | 'service-groups' | 'team-members' | 'teams' | 'users';
    };
    JobList: {
      data: components['schemas']['Job'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    JobRevert: {
      /** @description Of the change that it undoes. */
      correlationId: string;
    };
    JobStop: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @enum {string} */
      code:
        | 'actor_removed'
        | 'actor_role_lost'
        | 'actor_suspended'
        | 'api_key_expired'
        | 'api_key_revoked'
        | 'api_key_scope_missing';
      detail: string;
    };
    KindOfResource: {
      /** @enum {string} */
      type: 'service_group';
    };
    KindOfSubject: {
      /** @enum {string} */
      type: 'user';
    };
    LeftTeam: {
      /** @description What they may no longer enter. */
      closes: components['schemas']['ClosedServiceGroup'][];
      /** @description What they still may enter. */
      staysOpen: components['schemas']['StillOpenServiceGroup'][];
    };
    Limits: {
      /** @description The maximum number of memberships in all service groups together. */
      members?: number;
      /** @description The maximum number of service groups. */
      serviceGroups?: number;
      /** @description The maximum number of users, whatever their status. */
      users?: number;
    };
    LimitUsage: {
      /** @description Null for members while they are not limited, or until they have been counted for a new limit. */
      count: number | null;
      /** @description Null: unlimited. */
      limit: number | null;
    };
    LinkIdentity: {
      /** @description The identity provider's issuer identifier: exactly the `iss` of its tokens. */
      issuer: string;
      /** @description The id of the person at that provider: exactly the `sub` of their tokens. */
      subject: string;
    };
    Liveness: {
      /** @enum {string} */
      status: 'live';
    };
    Log: {
      /** @description The name of the account's own log, which the same key signs. */
      accountLog: string | null;
      /** @description Its public key, as a policy names it: `name+id+key`. */
      key: string | null;
      /** @description Of the log of all accounts, which witnesses follow. */
      name: string | null;
    };
    LogBatch: {
      /** @description One for each account that changed. */
      accounts: components['schemas']['LogLine'][];
      /** @description What the padding lines are derived from, 32 bytes in base64. */
      filling: string;
      index: number;
    };
    LogLine: {
      accountId: string;
      /** @description The root of its tree, in base64. */
      root: string;
      /** @description How many events its tree has. */
      size: number;
    };
    LogoutToken: {
      /** @description Signed by the provider: the sessions it has ended. */
      logout_token: string;
    };
    LogStream: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Empty if it has none. */
      description: string;
      /**
       * @description On request, because it answered 410 Gone, or because it failed for five days. Null while it is active.
       * @enum {string|null}
       */
      disabledReason: 'failing' | 'gone' | null | 'requested';
      /** @description Empty: all events. */
      eventTypes: string[];
      /** @enum {string} */
      form: 'cloudevents' | 'datadog' | 'ndjson' | 'ocsf' | 'splunk-hec';
      /** @description `lstr_` followed by a ULID. */
      id: string;
      personalData: boolean;
      /** @description 1, 2, 3 …: incremented when the secret is replaced. */
      secretVersion: number;
      /** @enum {string} */
      status: 'active' | 'disabled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      url: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    LogStreamList: {
      data: components['schemas']['LogStreamWithHealth'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    LogStreamRefusal: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Why the batch was not accepted. */
      error: string;
      /** @description The id of the first event of the refused batch. */
      eventId: string | null;
      /** @description The first 512 bytes of the answer. Null if there were none, or once a batch has been accepted. */
      response: string | null;
      /** @description The HTTP status of the answer. Null if there was none. */
      status: number | null;
    };
    LogStreamWithHealth: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Empty if it has none. */
      description: string;
      /**
       * @description On request, because it answered 410 Gone, or because it failed for five days. Null while it is active.
       * @enum {string|null}
       */
      disabledReason: 'failing' | 'gone' | null | 'requested';
      /** @description Empty: all events. */
      eventTypes: string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC: since when it has accepted nothing. Null if its last batch was accepted, or it is disabled.
       */
      failingSince: string | null;
      /** @enum {string} */
      form: 'cloudevents' | 'datadog' | 'ndjson' | 'ocsf' | 'splunk-hec';
      /** @description `lstr_` followed by a ULID. */
      id: string;
      /** @description Null if nothing was refused since it was created or replayed. */
      lastRefusal: components['schemas']['LogStreamRefusal'] | null;
      personalData: boolean;
      /** @description 1, 2, 3 …: incremented when the secret is replaced. */
      secretVersion: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: when a batch was last accepted. Null if none was since the stream was created or replayed.
       */
      sentAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: when the newest event of that batch happened.
       */
      sentTo: string | null;
      /** @enum {string} */
      status: 'active' | 'disabled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      url: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC: when the first event that is still to be sent happened. Null when the stream is up to date.
       */
      waitingSince: string | null;
    };
    ManagedServiceGroup: {
      /** @description Who made them a manager: `operator:…`, `user:…` or `api-key:…`. */
      addedBy: string;
      serviceGroup: components['schemas']['MemberServiceGroup'];
      serviceGroupId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
    };
    ManagedServiceGroupList: {
      data: components['schemas']['ManagedServiceGroup'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    ManagedServiceGroupRef: {
      id: string;
      name: string;
      /** @description What they may do there, on top of what their role gives them anywhere. */
      permissions: components['schemas']['Permission'][];
    };
    Manager: {
      /** @description Who made them a manager: `operator:…`, `user:…` or `api-key:…`. */
      addedBy: string;
      /** @description The ids of the service group and the user, joined by a dot. */
      id: string;
      serviceGroup: components['schemas']['MemberServiceGroup'];
      serviceGroupId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
      user: components['schemas']['MemberUser'];
      userId: string;
    };
    ManagerList: {
      data: components['schemas']['Manager'][];
      /** @description Always null: a service group has at most 20. */
      nextCursor: string | null;
    };
    Matrix: {
      /** @description The columns. Service groups that do not exist are omitted. */
      groups: components['schemas']['MatrixGroup'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Users who do not exist are omitted. */
      rows: components['schemas']['MatrixRow'][];
    };
    MatrixGroup: {
      id: string;
      /** @description With a short delay. Null in answers with `asOf`. */
      memberCount: number | null;
      name: string;
    };
    MatrixRow: {
      /** @description By service group id: the service groups of which the user is a member. */
      cells: {
        [key: string]: unknown;
      };
      /** @description By service group id: the teams by which the user may enter it, whether or not they also are a member. Absent: no team opens any. */
      teamCells?: {
        [key: string]: unknown;
      };
      user: components['schemas']['MatrixUser'];
    };
    MatrixUser: {
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
    Me: {
      /** @description Null for operators and their API keys. */
      accountId: string | null;
      accountName: string | null;
      /** @description Only for users, otherwise null. */
      email: string | null;
      id: string;
      /** @enum {string} */
      kind: 'api-key' | 'operator' | 'user';
      /** @description The service groups that a user manages: there they may do more. The first 100; all others have none. */
      managedServiceGroups: components['schemas']['ManagedServiceGroupRef'][];
      /** @description The name of the user or the API key. Null for operators. */
      name: string | null;
      /** @description What the caller may do: of a key its scopes, of people what their role gives them. */
      permissions: components['schemas']['Permission'][];
      /**
       * @description The present role of a user, otherwise null.
       * @enum {string|null}
       */
      role: 'admin' | 'member' | null | 'owner';
      /** @description The scopes of an API key, otherwise null. */
      scopes: string[] | null;
    };
    MemberServiceGroup: {
      id: string;
      name: string;
    };
    Membership: {
      /** @description Absent: its user may only enter. */
      accessRole?: components['schemas']['AccessRoleReference'];
      /** @description Who added the member: `operator:…`, `user:…` or `system:…`. */
      addedBy: string;
      /** @description When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
      expiresAt?: string;
      /** @description The ids of the service group and the user, joined by a dot. */
      id: string;
      /** @description Why it was given. */
      reason?: string;
      serviceGroup: components['schemas']['MemberServiceGroup'];
      serviceGroupId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
      user: components['schemas']['MemberUser'];
      userId: string;
      /**
       * @description Only with `paths=all`: every way, the own membership first. What else the row says is of that membership; without one it has neither
       *     `reason` nor `accessRole`, and `since` and `addedBy` are of the first way. `expiresAt` is when the last of the ways ends.
       */
      via?: components['schemas']['AccessPath'][];
    };
    MembershipChange: {
      /** @description The key of an access role of the account. Null: none; absent: none, or, for `change`, as it is. */
      accessRole?: string | null;
      /**
       * @description `change`: the end, the reason or the access role of a membership.
       * @enum {string}
       */
      action: 'add' | 'change' | 'remove';
      /** @description When it ends by itself: a time in the future, ISO 8601 with a time zone. Null: it does not. */
      expiresAt?: string | null;
      /** @description Refuses the change if the user has another version by now, not counting changes of this request. */
      ifVersion?: number;
      /** @description Why it is given. 1 to 500 characters. */
      reason?: string;
      serviceGroupId: string;
      userId: string;
    };
    MembershipChangeTerms: {
      /** @description The key of an access role of the account. Null: none. */
      accessRole?: string | null;
      /** @description When it ends by itself: a time in the future, ISO 8601 with a time zone. Null: it does not. */
      expiresAt?: string | null;
      /** @description Why it is given, from now on. 1 to 500 characters. */
      reason?: string;
    };
    MembershipDiff: {
      /** @description Of all pages. On the first page, otherwise null. */
      counts: components['schemas']['MembershipDiffCounts'] | null;
      data: components['schemas']['MembershipDifference'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      from: string;
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description The moment that was compared with, on all pages: ISO 8601, UTC. */
      to: string;
    };
    MembershipDiffCounts: {
      added: number;
      /** @description True: there may be more, as counting stopped before the end. */
      atLeast: boolean;
      removed: number;
    };
    MembershipDifference: {
      /** @description Absent: its user may only enter. */
      accessRole?: components['schemas']['AccessRoleReference'];
      /** @description Who added the member: `operator:…`, `user:…` or `system:…`. */
      addedBy: string;
      /** @description When it began, or ended: ISO 8601, UTC. */
      at: string;
      /** @description Who gave it, or ended it: `operator:…`, `user:…`, `api-key:…` or `system:…`. `system:expiry`: it ended by itself. */
      by: string;
      /**
       * @description `added`: there at `to`, and not at `from`. `removed`: there at `from`, and not at `to`.
       * @enum {string}
       */
      change: 'added' | 'removed';
      /** @description When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
      expiresAt?: string;
      /** @description The ids of the service group and the user, joined by a dot. */
      id: string;
      /** @description Why it was given. */
      reason?: string;
      serviceGroup: components['schemas']['MemberServiceGroup'];
      serviceGroupId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
      user: components['schemas']['MemberUser'];
      userId: string;
      /**
       * @description Only with `paths=all`: every way, the own membership first. What else the row says is of that membership; without one it has neither
       *     `reason` nor `accessRole`, and `since` and `addedBy` are of the first way. `expiresAt` is when the last of the ways ends.
       */
      via?: components['schemas']['AccessPath'][];
    };
    MembershipList: {
      data: components['schemas']['Membership'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    MembershipRules: {
      /** @description The access roles that managers and requests may give; admins may give any. */
      accessRoles?: components['schemas']['OfferedAccessRole'][];
      /**
       * @description Who decides on requests, and adds members: the managers of the service group, too (also if absent), or admins alone.
       * @enum {string}
       */
      approvers?: 'admins' | 'managers';
      /** @description The key of the access role that a membership gets from SCIM, an import or an invitation, if it names none. Without such a role in the account they get none. */
      defaultAccessRole?: string;
      /** @description How long a membership lasts if no end is given, in seconds. At most the longest length, which is used if this is absent. */
      defaultLengthSeconds?: number;
      /** @description The longest time for which a membership can be given or extended, in seconds: every membership ends. */
      maxLengthSeconds?: number;
      /** @description Whether members of the account may ask for a membership. */
      membersMayAsk?: boolean;
      /** @description Whether a membership can only be given with a reason. */
      reasonRequired?: boolean;
      /** @description Whether teams may be given access although an end or a reason is required: then that is required of the access of the team. Of no importance without such a rule. */
      teamsMayEnter?: boolean;
    };
    MembershipTerms: {
      /** @description The key of an access role of the account. Null, or absent: none. */
      accessRole?: string | null;
      /** @description When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. */
      expiresAt?: string | null;
      /** @description Why it is given. 1 to 500 characters. */
      reason?: string;
    };
    MemberUser: {
      email: string;
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @enum {string} */
      status: 'active' | 'invited' | 'suspended';
    };
    MeteredUsage: {
      accountId: string;
      /** @description In UTC: `2026-03-01`. */
      day: string;
      /** @description Events sent to webhook endpoints, however often each was attempted. */
      deliveries: number;
      events: number;
      /** @description Answered requests that changed nothing. */
      reads: number;
      /** @description What the account stored after the last change of the day. Null if nothing was changed. */
      storedBytes: number | null;
      /** @description Answered requests that changed something. */
      writes: number;
    };
    MeteredUsageList: {
      data: components['schemas']['MeteredUsage'][];
      nextCursor: string | null;
    };
    Notice: {
      accountName: string;
      /** @description Null if it is not a user of the account. */
      decidedByName: string | null;
      /** @description The requested, given or present end of the access. Null if none was requested, or if it has no end. */
      expiresAt: string | null;
      /**
       * @description `asked`: to those who decide. `decided`: to the requester. `ending`: to a member whose access is about to end.
       * @enum {string}
       */
      kind: 'asked' | 'decided' | 'ending';
      lengthSeconds: number | null;
      note: string | null;
      /** @description Up to 20 others that are open: of the service group if its managers decide, otherwise of the account. Empty unless `kind` is `asked`. */
      open: components['schemas']['OpenNotice'][];
      reason: string | null;
      /** @description Empty if no mail is to be sent. */
      recipients: components['schemas']['NoticeRecipient'][];
      serviceGroupName: string;
      /**
       * @description Of the request; null if there is none.
       * @enum {string|null}
       */
      status: 'approved' | 'lapsed' | null | 'refused' | 'requested' | 'withdrawn';
      /** @description The name of the requester, or of the member whose access is about to end. */
      userName: string;
    };
    NoticeRecipient: {
      email: string;
      name: string;
    };
    OfferedAccessRole: {
      /** @description The key of an access role of the account. */
      key: string;
      /** @description The longest time for which a membership with it can be given or extended, in seconds. */
      maxLengthSeconds?: number;
      /** @description Whether members of the account may ask for it. Only where they may ask for a membership. */
      membersMayAsk?: boolean;
    };
    OpenedServiceGroup: {
      /** @description Absent: its users may only enter. */
      accessRole?: components['schemas']['AccessRoleReference'];
      /** @description When the access of the team ends by itself. Absent: it has no end. */
      expiresAt?: string;
      serviceGroupId: string;
    };
    OpenNotice: {
      serviceGroupName: string;
      userName: string;
    };
    OpenRequestCount: {
      /** @description False if there are more. */
      exact: boolean;
      /** @description How many requests are open. */
      value: number;
    };
    PartialEvaluation: {
      action?: components['schemas']['Action'];
      /**
       * @description Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
       *     key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
       */
      context?: {
        [key: string]: unknown;
      };
      resource?: components['schemas']['Resource'];
      subject?: components['schemas']['Subject'];
    };
    PartOfPath: {
      /** @description Who gave it: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      by: string;
      /** @description When it ends by itself. Absent: it has no end. */
      expiresAt?: string;
      /** @enum {string} */
      kind: 'membership' | 'place' | 'team_access';
      /** @description Why it was given. */
      reason?: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
    };
    /**
     * @description What they may do in that account; an operator in any.
     * @enum {string}
     */
    Permission:
      | 'access-requests:ask'
      | 'access-requests:decide'
      | 'access-requests:read'
      | 'access-roles:read'
      | 'access-roles:write'
      | 'access:check'
      | 'access:check-others'
      | 'account:read'
      | 'account:write'
      | 'admins:write'
      | 'api-keys:read'
      | 'api-keys:write'
      | 'candidates:read'
      | 'events:read'
      | 'identities:write'
      | 'jobs:read'
      | 'jobs:write'
      | 'log:monitor'
      | 'managers:write'
      | 'memberships:read'
      | 'memberships:write'
      | 'operators:write'
      | 'owners:write'
      | 'personal-data:erase'
      | 'platform:read'
      | 'platform:write'
      | 'scim'
      | 'service-groups:read'
      | 'service-groups:write'
      | 'teams:read'
      | 'teams:write'
      | 'users:read'
      | 'users:see-as'
      | 'users:write'
      | 'webhook-endpoints:read'
      | 'webhook-endpoints:write';
    /** @description What went wrong (RFC 9457). `code` is for programs, `detail` for people. */
    Problem: {
      code: components['schemas']['ProblemCode'];
      /** @description For a version_mismatch: the present resource, if the caller may read it. Its ETag is a header. */
      current?: {
        [key: string]: unknown;
      };
      detail: string;
      errors?: {
        code: components['schemas']['ProblemCode'];
        detail: string;
        /** @description Which header. */
        header?: string;
        /** @description The path or query parameter. */
        parameter?: string;
        /** @description The place in the body (RFC 6901). */
        pointer?: string;
      }[];
      instance: string;
      requestId: string;
      status: number;
      title: string;
      type: string;
    };
    /**
     * @description Stable: programs decide by it.
     * @enum {string}
     */
    ProblemCode:
      | 'access_request_decided'
      | 'access_request_not_found'
      | 'access_request_open'
      | 'access_requests_closed'
      | 'access_role_not_found'
      | 'access_role_not_offered'
      | 'access_roles_not_enabled'
      | 'account_exists'
      | 'account_not_chosen'
      | 'account_not_found'
      | 'account_suspended'
      | 'already_member'
      | 'answer_too_large'
      | 'api_key_exists'
      | 'api_key_not_found'
      | 'body_not_an_object'
      | 'body_too_deep'
      | 'body_too_large'
      | 'change_not_found'
      | 'change_not_revertible'
      | 'change_superseded'
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
      | 'feed_not_ready'
      | 'forbidden_key'
      | 'headers_too_large'
      | 'idempotency_key_reused'
      | 'identity_not_found'
      | 'identity_taken'
      | 'internal_error'
      | 'invalid_access_role'
      | 'invalid_count'
      | 'invalid_cursor'
      | 'invalid_email'
      | 'invalid_encoding'
      | 'invalid_event_types'
      | 'invalid_expires_at'
      | 'invalid_external_id'
      | 'invalid_filter'
      | 'invalid_format'
      | 'invalid_id'
      | 'invalid_idempotency_key'
      | 'invalid_identity'
      | 'invalid_if_match'
      | 'invalid_logout_token'
      | 'invalid_membership_rules'
      | 'invalid_metadata'
      | 'invalid_name'
      | 'invalid_number'
      | 'invalid_path'
      | 'invalid_row'
      | 'invalid_scope'
      | 'invalid_secret'
      | 'invalid_sign_in_rules'
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
      | 'log_stream_exists'
      | 'log_stream_not_found'
      | 'log_stream_replay_too_old'
      | 'malformed_csv'
      | 'malformed_json'
      | 'malformed_request'
      | 'malformed_url'
      | 'manager_not_found'
      | 'membership_not_found'
      | 'membership_too_long'
      | 'method_not_allowed'
      | 'no_target'
      | 'no_user_for_identity'
      | 'not_allowed_value'
      | 'not_logged'
      | 'not_permitted'
      | 'operator_needed'
      | 'out_of_range'
      | 'own_access_request'
      | 'owner_needed'
      | 'position_not_reached'
      | 'precondition_required'
      | 'public_url_not_configured'
      | 'rate_limited'
      | 'read_only'
      | 'reason_required'
      | 'recent_sign_in_needed'
      | 'request_timeout'
      | 'required'
      | 'route_not_found'
      | 'seeing_as'
      | 'seeing_as_ended'
      | 'service_group_exists'
      | 'service_group_name_taken'
      | 'service_group_not_found'
      | 'service_unavailable'
      | 'session_ended'
      | 'session_missing'
      | 'session_not_found'
      | 'sign_in_failed'
      | 'sign_in_not_configured'
      | 'team_access_not_found'
      | 'team_exists'
      | 'team_name_taken'
      | 'team_not_found'
      | 'team_place_not_found'
      | 'teams_not_allowed'
      | 'teams_not_enabled'
      | 'token_expired'
      | 'token_invalid'
      | 'token_missing'
      | 'token_not_yet_valid'
      | 'too_long'
      | 'too_many_changes'
      | 'too_many_identities'
      | 'too_many_log_streams'
      | 'too_many_managers'
      | 'too_many_results'
      | 'too_many_service_groups'
      | 'too_many_teams'
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
    ProtectedResource: {
      /** @description The issuers whose tokens are accepted. */
      authorization_servers: string[];
      bearer_methods_supported: string[];
      resource: string;
      resource_documentation: string;
    };
    Provider: {
      /** @description For `/auth/login?provider=`. */
      name: string;
      /** @description The name shown to people. */
      title: string;
    };
    ProviderList: {
      data: components['schemas']['Provider'][];
      /** @description Always null: there are few. */
      nextCursor: string | null;
    };
    PublishedEvent: {
      accountid: string;
      actor: string;
      causationid: string;
      correlationid: string;
      data: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      datacontenttype: 'application/json';
      /** @description Names the JSON Schema of `data`. */
      dataschema: string;
      /** @description Present if the user's personal data has since been erased: `data` has placeholders. */
      erased?: boolean;
      /** @description The id of the aggregate, a dot, and the version. */
      id: string;
      /** @description The version of the subject, with leading zeros: increases by one within the subject. */
      sequence: string;
      source: string;
      /** @enum {string} */
      specversion: '1.0';
      /** @description The account, user, service group or API key that changed. */
      subject: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Increases within the subject.
       */
      time: string;
      traceparent?: string;
      type: string;
    };
    Readiness: {
      /** @enum {string} */
      status: 'ready';
      /** @description The version of the table's shape. It may be newer than the one this version of Rollbook needs. */
      tableShape: number;
    };
    RecoveredWebhooks: {
      /** @description Events that are sent again, or for the first time. */
      queued: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. What to send as `since` to continue: a request looks at 1,000 events. Null when all have been seen.
       */
      resumeFrom: string | null;
      /** @description Events that were delivered already, or wait anyway. */
      skipped: number;
    };
    RecoverWebhooks: {
      /** @description Events from this time on. ISO 8601 with a time zone. */
      since: string;
    };
    Redirect: {
      /** @description The browser's next address: at the provider if signing out continues there. */
      redirectTo: string;
    };
    RefuseAccessRequest: {
      /** @description A note to the requester. 1 to 500 characters. */
      note?: string;
    };
    RefusedRow: {
      code: string;
      detail: string;
      /** @description Of a file the line in which the row begins; of a bulk job or an undo the number of the row, from 1. */
      line: number;
      /** @description The service group of an undo's row, otherwise null. */
      serviceGroupId: string | null;
      /** @description The user of the row of a bulk job or an undo, otherwise null. */
      userId: string | null;
    };
    RefusedRowList: {
      data: components['schemas']['RefusedRow'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    RemainingPath: {
      /** @description Absent: it allows only to enter. */
      accessRole?: components['schemas']['AccessRoleReference'];
      /** @description When it ends by itself: by a team, with the user's place in it or with its access. Absent: it has no end. */
      expiresAt?: string;
      /** @description Absent: a membership of their own. */
      teamId?: string;
      /** @description Absent: a membership of their own. */
      teamName?: string;
    };
    RemainingPaths: {
      /** @description Every way that holds now; none: it is closed. At most 40. */
      remaining: components['schemas']['RemainingPath'][];
    };
    ReplaceAccessRoles: {
      /** @description All of them: a role whose key is missing is removed. At most 50, of 11,500 bytes as JSON. */
      accessRoles: components['schemas']['AccessRoleInput'][];
    };
    ReplacedServiceGroups: {
      /** @description Ids of service groups. */
      added: string[];
      removed: string[];
      unchanged: string[];
      userId: string;
      /** @description The version of the user; also the ETag. */
      version: number;
    };
    ReplaceServiceGroups: {
      /** @description The key of an access role of the account. Null, or absent: none. */
      accessRole?: string | null;
      /** @description When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. */
      expiresAt?: string | null;
      /** @description Why it is given. 1 to 500 characters. */
      reason?: string;
      /** @description Ids of all service groups the user should be in; an empty list removes them from all. */
      serviceGroupIds: string[];
    };
    ReplaceStreamSecret: {
      /** @description Up to 1,000 ASCII characters without spaces: a token of the receiver. Never shown again. */
      secret: string;
    };
    ReplayLogStream: {
      /** @description Events from this time on. ISO 8601 with a time zone. Default: all events of the account. */
      from?: string;
    };
    RequestableAccessRole: {
      key: string;
      /** @description The longest time for which it is given, in seconds. Null: as long as access is. */
      maxLengthSeconds: number | null;
    };
    RequestableServiceGroup: {
      /** @description The access roles that members may ask for. */
      accessRoles: components['schemas']['RequestableAccessRole'][];
      /** @description The default length of access, in seconds. Null: as long as allowed. */
      defaultLengthSeconds: number | null;
      id: string;
      /** @description The longest time for which access is given, in seconds. Null: any, also without an end. */
      maxLengthSeconds: number | null;
      name: string;
      reasonRequired: boolean;
    };
    RequestableServiceGroupList: {
      data: components['schemas']['RequestableServiceGroup'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    RequestAccess: {
      /** @description The key of an access role that the rules of the service group let members ask for. */
      accessRole?: string;
      /**
       * @description The requested end: ISO 8601 with a time zone. An open request lapses then. Without this and `lengthSeconds`: the default of the service
       *     group; both together are refused.
       */
      expiresAt?: string;
      /** @description Or the requested length, in seconds from the approval. */
      lengthSeconds?: number;
      /** @description The reason, 1 to 500 characters, which some service groups require. It becomes the reason of the membership. */
      reason?: string;
      /** @description A service group whose rules say that members may ask. */
      serviceGroupId: string;
    };
    RequestingUser: {
      email: string;
      id: string;
      name: string;
      /**
       * @description Those of removed users are no longer open.
       * @enum {string}
       */
      status: 'active' | 'invited' | 'removed' | 'suspended';
    };
    Resource: {
      /** @description `sgrp_` followed by a ULID, or `external:` followed by the external id of a service group: `external:prod`. */
      id: string;
      properties?: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      type: 'service_group';
    };
    ResourceSearch: {
      action: components['schemas']['Action'];
      /**
       * @description Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
       *     key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
       */
      context?: {
        [key: string]: unknown;
      };
      page?: components['schemas']['SearchPage'];
      resource: components['schemas']['KindOfResource'];
      subject: components['schemas']['Subject'];
    };
    RevertedChange: {
      /** @description Of the change that was undone: the `correlationId` of its events. */
      correlationId: string;
      /** @description The `correlationId` of the events that undid it: undoing these makes the change again. */
      revertedBy: string;
    };
    RevertSample: {
      /** @description As they are called now, or were. */
      name: string | null;
      /**
       * @description `done`: it would be undone. `refused`: see `problem`, also where there is nothing to undo. `unchanged` is no longer used.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['ChangeProblem'] | null;
      serviceGroupId: string | null;
      userId: string | null;
    };
    RoleFacet: {
      admin: number;
      member: number;
      owner: number;
    };
    RotateApiKey: {
      /** @description When the key expires: ISO 8601 with a time zone. Default: unchanged. */
      expiresAt?: string;
      /**
       * @description How long the present secret remains valid; a day by default, at most a week.
       * @default 86400
       */
      graceSeconds: number;
    };
    RotateWebhookSecret: {
      /**
       * @description How long requests are also signed with the present secret; a day by default, at most a week.
       * @default 86400
       */
      graceSeconds: number;
      /** @description A secret of your own: `whsec_` and 24 to 64 random bytes in base64. Default: a new one. */
      secret?: string;
    };
    RowProblem: {
      code: string;
      detail: string;
      /** @description The problem the row would have as a separate request. */
      status: number;
    };
    RowResult: {
      /** @description The index of the row, from 0. */
      index: number;
      /**
       * @description `done`: it changed something. `unchanged`: there was nothing to change. `refused`: see `problem`.
       * @enum {string}
       */
      outcome: 'done' | 'refused' | 'unchanged';
      problem: components['schemas']['RowProblem'] | null;
      /** @description The version of the row's user. Null if the row was refused. */
      userId: string | null;
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
      /** @description The name: unique in the account, ignoring case. */
      displayName?: string;
      /** @description The id used by the client: unique in the account. */
      externalId?: string;
      /** @description The id, assigned by Rollbook. */
      id?: string;
      /** @description The users who may enter. Omitted if there are too many for one answer. */
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
      /** @description The schemas of the resource. */
      schemas: string[];
    };
    ScimKey: {
      /** @description Whether it may create, change and remove admins too. */
      changesAdmins: boolean;
      /** @description Null if it does not expire. */
      expiresAt: string | null;
      /** @description The last four characters of the key. */
      hint: string;
      /** @description `akey_` followed by a ULID. */
      id: string;
      /** @description Accurate to a few seconds. Null if it has not been used since it was created or rotated. */
      lastUsedAt: string | null;
      name: string;
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
    ScimRefusal: {
      /** @description The key it was sent with. */
      apiKeyId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      code: string;
      method: string;
      /** @description What to do about it. */
      remedy: string;
      /** @description The requested type of resource, as in the path: `Users`. Null for a path that SCIM does not have. */
      resource: string | null;
      /** @description The id of the user, service group or team, as in the path. Null if it has none, or not one of Rollbook’s. */
      resourceId: string | null;
      status: number;
      /** @description What was wrong. */
      title: string;
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
    ScimSetUp: {
      /** @description The API keys that may use it, newest first; at most 100. */
      apiKeys: components['schemas']['ScimKey'][];
      /** @description What identity providers call the base URL or tenant URL. Null if `ROLLBOOK_PUBLIC_URL` is not set. */
      baseUrl: string | null;
      /** @description The most recent requests of a week that were refused, newest first; at most 20. They are recorded within about ten seconds. */
      refusals: components['schemas']['ScimRefusal'][];
      /** @description The same, for an identity provider whose groups are to be teams. */
      teamsBaseUrl: string | null;
    };
    /** @description A person in the account. */
    ScimUser: {
      /** @description Whether the user may sign in: false while they are suspended or only invited. */
      active?: boolean;
      /** @description Postal addresses. */
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
      /** @description Addresses, stored as sent. Rollbook itself uses userName. */
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
      /** @description What the user has, stored as sent. */
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
      /** @description The id used by the client: unique in the account. */
      externalId?: string;
      /** @description The service groups the user may enter. Only returned on request. */
      groups?: ({
        /** @description The name of the group. */
        display?: string;
        /** @description The id of the group. */
        value?: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description The id, assigned by Rollbook. */
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
        /** @description A title before the name. */
        honorificPrefix?: string;
        /** @description A suffix after the name. */
        honorificSuffix?: string;
        /** @description Further given names. */
        middleName?: string;
      };
      /** @description What the user is called. */
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
      /** @description The schemas of the resource. */
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
        /** @description The employee number. */
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
      /** @description The email of the user: unique in the account, ignoring case. */
      userName?: string;
      /** @description How the user belongs to the organisation. */
      userType?: string;
    };
    Scope: {
      /**
       * @description `platform`: only for operators’ keys.
       * @enum {string}
       */
      level: 'account' | 'platform';
      /** @description As in `scopes` of an API key. */
      scope: string;
      /** @description What a key with the scope may do. */
      summary: string;
    };
    ScopeList: {
      data: components['schemas']['Scope'][];
      /** @description Always null: all scopes are on one page. */
      nextCursor: string | null;
    };
    SearchAnswer: {
      /** @description One for each kind of which something was found, 20 items at most in all. */
      data: components['schemas']['SearchGroup'][];
    };
    SearchGroup: {
      /** @description The best first. */
      items: components['schemas']['SearchHit'][];
      /** @enum {string} */
      kind:
        | 'access-request'
        | 'access-roles'
        | 'account'
        | 'api-key'
        | 'delivery'
        | 'event'
        | 'import'
        | 'job'
        | 'log-stream'
        | 'service-group'
        | 'team'
        | 'user'
        | 'webhook-endpoint';
    };
    SearchHit: {
      accountId: string;
      id: string;
      /** @description As the resource itself has it. Also `removed`, and `erased` if the person’s data was erased. */
      status: string | null;
      /** @description An email, the hint of an API key, a URL, or a time. */
      subtitle: string | null;
      /** @description A name; the URL of a webhook endpoint or a delivery; the sentence of an event; the type of a job. */
      title: string;
      /** @description Of a delivery, whose `id` is that of its event. */
      webhookEndpointId?: string;
    };
    SearchPage: {
      limit?: number;
      /** @description `next_token` of the previous page. */
      token?: string;
    };
    SearchResult: {
      page: components['schemas']['FoundPage'];
      results: components['schemas']['Found'][];
    };
    SeeAs: {
      /** @description 1 to 200 visible characters. It is stored in the user's history. */
      reason: string;
    };
    SeeingAs: {
      accountId: string;
      /** @description Null once it has ended, as are the following. */
      accountName: string | null;
      email: string | null;
      /** @description The service groups that they manage, at most 100. */
      managedServiceGroups: components['schemas']['ManagedServiceGroupRef'][] | null;
      name: string | null;
      /** @description The permissions of that role; while seeing as them, only those that read. */
      permissions: components['schemas']['Permission'][] | null;
      /** @enum {string|null} */
      role: 'admin' | 'member' | null | 'owner';
      /**
       * Format: date-time
       * @description ISO 8601, UTC. When it ends, at the latest.
       */
      until: string;
      userId: string;
    };
    ServiceGroup: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description The id in another system. */
      externalId: string | null;
      /** @description `sgrp_` followed by a ULID. */
      id: string;
      /** @description Kept up to date from the stream of changes: seconds late, or minutes if there are many. Null in answers with `asOf`. */
      memberCount: number | null;
      /** @description When they were counted. ISO 8601, UTC. */
      memberCountAsOf: string | null;
      /** @description The rules for memberships. */
      membershipRules: components['schemas']['MembershipRules'];
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /** @description The number of teams whose users may enter it. `memberCount` does not count these. */
      teamCount: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    ServiceGroupList: {
      data: components['schemas']['ServiceGroup'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Of a search: up to which change of the search entries it is current. */
      position?: number;
      /** @description With `count=true`. */
      total?: components['schemas']['Total'];
    };
    Session: {
      /** @description True for the calling session. */
      current: boolean;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. When the session ends in any case.
       */
      expiresAt: string;
      id: string;
      issuer: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Accurate to a few minutes.
       */
      lastSeenAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      signedInAt: string;
      /** @description The browser's user agent. */
      userAgent: string | null;
    };
    SessionAccount: {
      accountId: string;
      accountName: string;
      /** @description What that role may do. */
      permissions: components['schemas']['Permission'][];
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description Their user in that account. */
      userId: string;
    };
    SessionList: {
      data: components['schemas']['Session'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    SignInRule: {
      /** @description People who sign in with a verified email of one of these domains are linked to the user with this email. No subdomains. */
      domains: string[];
      /** @description The claim that has a user's external id: people who sign in are linked to the user that SCIM provisioned with it. */
      externalIdClaim?: string;
      /** @description The identity provider's issuer identifier: exactly the `iss` of its tokens. */
      issuer: string;
    };
    StatusFacet: {
      active: number;
      invited: number;
      suspended: number;
    };
    StillOpenServiceGroup: {
      serviceGroup: components['schemas']['MemberServiceGroup'];
      /** @description Every way that remains, their own membership first. */
      via: components['schemas']['RemainingPath'][];
    };
    Subject: {
      /** @description `user_` followed by a ULID, or `external:` followed by the external id of a user: `external:ada`. */
      id: string;
      properties?: {
        [key: string]: unknown;
      };
      /** @enum {string} */
      type: 'user';
    };
    SubjectSearch: {
      action: components['schemas']['Action'];
      /**
       * @description Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
       *     key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
       */
      context?: {
        [key: string]: unknown;
      };
      page?: components['schemas']['SearchPage'];
      resource: components['schemas']['Resource'];
      subject: components['schemas']['KindOfSubject'];
    };
    Team: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description The id in another system. */
      externalId: string | null;
      /** @description `team_` followed by a ULID. */
      id: string;
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
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    TeamAccess: {
      /** @description Absent: its users may only enter. */
      accessRole?: components['schemas']['AccessRoleReference'];
      /** @description Who gave it: `operator:…`, `user:…` or `api-key:…`. */
      addedBy: string;
      /** @description When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
      expiresAt?: string;
      /** @description The ids of the service group and the team, joined by a dot. */
      id: string;
      /** @description Why it was given. */
      reason?: string;
      serviceGroup: components['schemas']['MemberServiceGroup'];
      serviceGroupId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
      team: components['schemas']['TeamReference'];
      teamId: string;
    };
    TeamAccessList: {
      data: components['schemas']['TeamAccess'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    TeamList: {
      data: components['schemas']['Team'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    TeamMember: {
      /** @description Who added them: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      addedBy: string;
      /** @description When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
      expiresAt?: string;
      /** @description The ids of the team and the user, joined by a dot. */
      id: string;
      /** @description Why they are in it. */
      reason?: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      since: string;
      team: components['schemas']['TeamReference'];
      teamId: string;
      user: components['schemas']['MemberUser'];
      userId: string;
    };
    TeamMemberChange: {
      /** @description When it ends by itself: a time in the future, ISO 8601 with a time zone. Null: it does not. */
      expiresAt?: string | null;
      /** @description Why they are in it, from now on. 1 to 500 characters. */
      reason?: string;
    };
    TeamMemberList: {
      data: components['schemas']['TeamMember'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    TeamMemberTerms: {
      /** @description When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. */
      expiresAt?: string | null;
      /** @description Why they are in it. 1 to 500 characters. */
      reason?: string;
    };
    TeamReference: {
      id: string;
      name: string;
    };
    TeamsOfServiceGroup: {
      /** @description In the order in which they were added. */
      data: components['schemas']['TeamAccess'][];
      /** @description Always null: a service group has at most 40. */
      nextCursor: string | null;
    };
    TeamsOfUser: {
      /** @description In the order in which they joined them. */
      data: components['schemas']['TeamMember'][];
      /** @description Always null: a user is in at most 40. */
      nextCursor: string | null;
    };
    Total: {
      /** @description False: there are at least this many. */
      exact: boolean;
      value: number;
    };
    TriedBulkJob: {
      done: number;
      /** @description Always true. */
      dryRun: boolean;
      /** @description The first 20 events that would be published. */
      events: components['schemas']['Event'][];
      refused: number;
      /** @description The number of selected users. */
      rows: number;
      /** @description The first refused ones, then the first others: 20 in all. */
      samples: components['schemas']['BulkSample'][];
      /** @description The number of users that were checked: the first 2,000. The counts refer to these. */
      tried: number;
      unchanged: number;
      warnings: components['schemas']['ChangeWarning'][];
    };
    TriedRevert: {
      done: number;
      /** @description Always true. */
      dryRun: boolean;
      /** @description The first 20 events that would be published. */
      events: components['schemas']['Event'][];
      refused: number;
      /** @description The number of users, service groups and teams of the change. More than 200 of an import may be fewer: two of its rows can be about one user. */
      rows: number;
      /** @description The first refused ones, then the first others: 20 in all. */
      samples: components['schemas']['RevertSample'][];
      /** @description The number of those that were checked: about the last 200 of the change. The counts refer to these. */
      tried: number;
      /** @description Always 0. */
      unchanged: number;
      /** @description Always empty. */
      warnings: components['schemas']['ChangeWarning'][];
    };
    Usage: {
      /** @description When those without a limit were counted. What is limited is counted in the transactions that change it. ISO 8601, UTC. */
      asOf: string;
      /** @description Memberships in all service groups together. */
      members: components['schemas']['LimitUsage'];
      serviceGroups: components['schemas']['LimitUsage'];
      users: components['schemas']['LimitUsage'];
    };
    User: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      email: string;
      /** @description The id in another system. */
      externalId: string | null;
      /** @description `user_` followed by a ULID. */
      id: string;
      /**
       * @description When they last used Rollbook as themselves, with a session or a token of their own, accurate to about five minutes; null if they
       *     have not in the last 400 days. Only if `fields` names it, and not with `asOf` or `status=removed`.
       */
      lastSeenAt?: string | null;
      metadata: {
        [key: string]: unknown;
      };
      name: string;
      /** @enum {string} */
      role: 'admin' | 'member' | 'owner';
      /** @description The number of service groups the user is a member of. */
      serviceGroupCount: number;
      /**
       * @description `removed` only in lists of removed users.
       * @enum {string}
       */
      status: 'active' | 'invited' | 'removed' | 'suspended';
      /** @description The number of teams the user is in. `serviceGroupCount` does not count what these open. */
      teamCount: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
      updatedBy: string | null;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    UserFacets: {
      /** @description How many there are of each role. */
      role: components['schemas']['RoleFacet'];
      /** @description How many there are of each status. */
      status: components['schemas']['StatusFacet'];
    };
    UserList: {
      data: components['schemas']['User'][];
      /** @description With `facets=true`. */
      facets?: components['schemas']['UserFacets'];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Of a search: up to which change of the search entries it is current. */
      position?: number;
      /** @description With `count=true`. */
      total?: components['schemas']['Total'];
    };
    WebhookAttempt: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Milliseconds. */
      durationMs: number;
      /** @description Why the attempt failed. Null if it succeeded. */
      error: string | null;
      /** @description The first 512 bytes of the answer. Null if there were none. */
      response: string | null;
      /** @description The HTTP status of the answer. Null if there was none. */
      status: number | null;
    };
    WebhookDelivery: {
      /** @description The number of attempts. */
      attemptCount: number;
      /** @description The last ten attempts, oldest first. */
      attempts: components['schemas']['WebhookAttempt'][];
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
       * @description ISO 8601, UTC. Null if none is planned.
       */
      nextAttemptAt: string | null;
      /**
       * @description `failed`: given up; sent again only on request.
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
    WebhookDeliveryList: {
      data: components['schemas']['WebhookDelivery'][];
      /** @description Null on the last page. */
      nextCursor: string | null;
    };
    WebhookDeliveryWithEvent: {
      /** @description The number of attempts. */
      attemptCount: number;
      /** @description The last ten attempts, oldest first. */
      attempts: components['schemas']['WebhookAttempt'][];
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description The body of the request: a CloudEvent. Erased data is placeholders. */
      event: {
        [key: string]: unknown;
      };
      eventType: string;
      /** @description The id of the event, and the `webhook-id` of every attempt. */
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC. Null if none is planned.
       */
      nextAttemptAt: string | null;
      /**
       * @description `failed`: given up; sent again only on request.
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
    WebhookEndpoint: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Empty if it has none. */
      description: string;
      /**
       * @description On request, because it answered 410 Gone, or because it failed for five days. Null while it is active.
       * @enum {string|null}
       */
      disabledReason: 'failing' | 'gone' | null | 'requested';
      /** @description Empty: all events. */
      eventTypes: string[];
      /** @description `whep_` followed by a ULID. */
      id: string;
      /** @description 1, 2, 3 …: incremented when the secret is rotated. */
      secretVersion: number;
      /** @enum {string} */
      status: 'active' | 'disabled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      url: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    WebhookEndpointFacets: {
      /** @description How many there are of each status. */
      status: components['schemas']['WebhookStatusFacet'];
    };
    WebhookEndpointList: {
      data: components['schemas']['WebhookEndpointWithHealth'][];
      /** @description With `facets=true`. */
      facets?: components['schemas']['WebhookEndpointFacets'];
      /** @description Null on the last page. */
      nextCursor: string | null;
      /** @description Of a search: up to which change of the search entries it is current. */
      position?: number;
      /** @description With `count=true`. */
      total?: components['schemas']['Total'];
    };
    WebhookEndpointWithHealth: {
      accountId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Empty if it has none. */
      description: string;
      /**
       * @description On request, because it answered 410 Gone, or because it failed for five days. Null while it is active.
       * @enum {string|null}
       */
      disabledReason: 'failing' | 'gone' | null | 'requested';
      /** @description Empty: all events. */
      eventTypes: string[];
      /**
       * Format: date-time
       * @description ISO 8601, UTC: since when it has accepted nothing. Null if its last delivery was accepted, or it is disabled.
       */
      failingSince: string | null;
      /** @description `whep_` followed by a ULID. */
      id: string;
      /** @description 1, 2, 3 …: incremented when the secret is rotated. */
      secretVersion: number;
      /** @enum {string} */
      status: 'active' | 'disabled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      url: string;
      /** @description Incremented with each event; also the ETag. */
      version: number;
    };
    WebhookStatistics: {
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
    WebhookStatusFacet: {
      active: number;
      disabled: number;
    };
  };
}
export interface operations {
  authZenConfiguration: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AuthZenConfiguration'];
        };
      };
    };
  };
  protectedResource: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ProtectedResource'];
        };
      };
    };
  };
  evaluate: {
    parameters: {
      header?: {
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EvaluationRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Decision'];
        };
      };
    };
  };
  evaluateMany: {
    parameters: {
      header?: {
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EvaluationsRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Decisions'];
        };
      };
    };
  };
  searchActions: {
    parameters: {
      header?: {
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ActionSearch'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ActionSearchResult'];
        };
      };
    };
  };
  searchResources: {
    parameters: {
      header?: {
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResourceSearch'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['SearchResult'];
        };
      };
    };
  };
  searchSubjects: {
    parameters: {
      header?: {
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SubjectSearch'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['SearchResult'];
        };
      };
    };
  };
  acceptBySignIn: {
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptBySignIn'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Redirect'];
        };
      };
    };
  };
  backchannelLogout: {
    requestBody: {
      content: {
        'application/x-www-form-urlencoded': components['schemas']['LogoutToken'];
      };
    };
    responses: {
      /** @description Done. */
      200: {};
    };
  };
  completeSignIn: {
    responses: {
      /** @description Done. */
      303: {};
    };
  };
  completeSignInAt: {
    parameters: {
      path: {
        provider: string;
      };
    };
    responses: {
      /** @description Done. */
      303: {};
    };
  };
  login: {
    parameters: {
      query?: {
        /** @description Passed to the provider: the login to suggest. */
        loginHint?: string;
        /** @description Seconds: people who authenticated longer ago have to do so again. For actions that need a recent sign-in. */
        maxAge?: number;
        /** @description The name of the identity provider. Required if there are several. */
        provider?: string;
        /** @description The address to return to: a path of this API's origin. */
        returnTo?: string;
      };
    };
    responses: {
      /** @description Done. */
      302: {};
    };
  };
  logout: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Redirect'];
        };
      };
    };
  };
  listProviders: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ProviderList'];
        };
      };
    };
  };
  live: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Liveness'];
        };
      };
    };
  };
  ready: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Readiness'];
        };
      };
    };
  };
  acceptInvitation: {
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptInvitation'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AcceptedInvitation'];
        };
      };
    };
  };
  listScimTeamsGroups: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description The maximum number of results, up to 100. */
        count?: number;
        /** @description Empty for the first page, then `nextCursor` of the previous page (RFC 9865). */
        cursor?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
        /** @description RFC 7644, section 3.4.2.2, where the table can answer it without reading everything. */
        filter?: string;
        /** @description The attribute to sort by. */
        sortBy?: string;
        /** @description `ascending` or `descending`. */
        sortOrder?: string;
        /** @description Starts at 1. For lists of up to 10,000. */
        startIndex?: number;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  createScimTeamsGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
    };
  };
  getScimTeamsGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  replaceScimTeamsGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
    };
  };
  removeScimTeamsGroup: {
    parameters: {
      header?: {
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  patchScimTeamsGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  listScimTeamsResourceTypes: {
    parameters: {
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  getScimTeamsResourceType: {
    parameters: {
      path: {
        accountId: string;
        resourceTypeName: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimResourceType'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  listScimTeamsSchemas: {
    parameters: {
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  getScimTeamsSchema: {
    parameters: {
      path: {
        accountId: string;
        schemaId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimSchema'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  getScimTeamsServiceProviderConfig: {
    parameters: {
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimServiceProviderConfig'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  listScimTeamsUsers: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description The maximum number of results, up to 100. */
        count?: number;
        /** @description Empty for the first page, then `nextCursor` of the previous page (RFC 9865). */
        cursor?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
        /** @description RFC 7644, section 3.4.2.2, where the table can answer it without reading everything. */
        filter?: string;
        /** @description The attribute to sort by. */
        sortBy?: string;
        /** @description `ascending` or `descending`. */
        sortOrder?: string;
        /** @description Starts at 1. For lists of up to 10,000. */
        startIndex?: number;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  createScimTeamsUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  getScimTeamsUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  replaceScimTeamsUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  removeScimTeamsUser: {
    parameters: {
      header?: {
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  patchScimTeamsUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  listScimGroups: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description The maximum number of results, up to 100. */
        count?: number;
        /** @description Empty for the first page, then `nextCursor` of the previous page (RFC 9865). */
        cursor?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
        /** @description RFC 7644, section 3.4.2.2, where the table can answer it without reading everything. */
        filter?: string;
        /** @description The attribute to sort by. */
        sortBy?: string;
        /** @description `ascending` or `descending`. */
        sortOrder?: string;
        /** @description Starts at 1. For lists of up to 10,000. */
        startIndex?: number;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  createScimGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
    };
  };
  getScimGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  replaceScimGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
    };
  };
  removeScimGroup: {
    parameters: {
      header?: {
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  patchScimGroup: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimGroup'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  listScimResourceTypes: {
    parameters: {
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  getScimResourceType: {
    parameters: {
      path: {
        accountId: string;
        resourceTypeName: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimResourceType'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  listScimSchemas: {
    parameters: {
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  getScimSchema: {
    parameters: {
      path: {
        accountId: string;
        schemaId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimSchema'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  getScimServiceProviderConfig: {
    parameters: {
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimServiceProviderConfig'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  listScimUsers: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description The maximum number of results, up to 100. */
        count?: number;
        /** @description Empty for the first page, then `nextCursor` of the previous page (RFC 9865). */
        cursor?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
        /** @description RFC 7644, section 3.4.2.2, where the table can answer it without reading everything. */
        filter?: string;
        /** @description The attribute to sort by. */
        sortBy?: string;
        /** @description `ascending` or `descending`. */
        sortOrder?: string;
        /** @description Starts at 1. For lists of up to 10,000. */
        startIndex?: number;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimList'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  createScimUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  getScimUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description The ETag of the version you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
      /** @description The client has this version already. */
      304: {};
    };
  };
  replaceScimUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  removeScimUser: {
    parameters: {
      header?: {
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  patchScimUser: {
    parameters: {
      query?: {
        /** @description Return only these attributes, separated by commas. */
        attributes?: string;
        /** @description Return all but these attributes, separated by commas. */
        excludedAttributes?: string;
      };
      header?: {
        /** @description If a request is repeated with the same key, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
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
        content: {
          'application/scim+json': components['schemas']['ScimUser'];
        };
      };
    };
  };
  listAccounts: {
    parameters: {
      query?: {
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The account with this external id, if there is one. Strongly consistent. Cannot be combined with other filters. */
        externalId?: string;
        /** @description `true`: the answer says how many there are of each kind, among those that the other filters leave. */
        facets?: boolean;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
        sort?: '-createdAt' | '-name' | 'createdAt' | 'name';
        /** @description Only accounts with this status. */
        status?: 'active' | 'suspended';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccountList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createAccount: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateAccount'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
    };
  };
  getAccount: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  closeAccount: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeAccount: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeAccount'];
        'application/merge-patch+json': components['schemas']['ChangeAccount'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Account'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listAccessRequests: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        serviceGroupId?: string;
        /** @description Only those with this status. `requested`: those that are open, by service group. */
        status?: 'approved' | 'lapsed' | 'refused' | 'requested' | 'withdrawn';
        userId?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRequestList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  requestAccess: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RequestAccess'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['AccessRequest'];
        };
      };
    };
  };
  getAccessRequest: {
    parameters: {
      query?: {
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accessRequestId: string;
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRequest'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listAccessRequestEvents: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description `actor`: the answer says who each actor is, also in the sentence. */
        include?: 'actor';
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accessRequestId: string;
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  withdrawAccessRequest: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accessRequestId: string;
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRequest'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  countAccessRequests: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['OpenRequestCount'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getAccessRoles: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRoleSet'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  replaceAccessRoles: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceAccessRoles'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRoleSet'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listAccessRoleEvents: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description `actor`: the answer says who each actor is, also in the sentence. */
        include?: 'actor';
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listActors: {
    parameters: {
      query: {
        /** @description Up to 99, separated by commas, as in an event’s `actor`, in `updatedBy` and in `addedBy`; also ids of users and API keys. */
        ids: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ActorList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
        sort?: '-createdAt' | '-name' | 'createdAt' | 'name';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createApiKey: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiKey'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['IssuedApiKey'];
        };
      };
    };
  };
  getApiKey: {
    parameters: {
      query?: {
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        apiKeyId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ApiKey'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  revokeApiKey: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        apiKeyId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  rotateApiKey: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        apiKeyId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateApiKey'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['IssuedApiKey'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  createBulkJob: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBulkJob'];
      };
    };
    responses: {
      /** @description With dryRun=true: what the job would do. */
      '2XX': {
        content: {
          'application/json': components['schemas']['TriedBulkJob'];
        };
      };
      /** @description Done. */
      202: {
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
    };
  };
  readChanges: {
    parameters: {
      query?: {
        /**
         * @description `nextCursor` of an earlier answer, or `now` for what comes from now on. Without it: from the beginning. It is valid as long as the
         *     account exists, for this feed only.
         */
        after?: string;
        /** @description The maximum number of events to look at. A page also ends after a megabyte of them, and may end earlier. */
        limit?: number;
        /** @description Only events of this account, user, service group or API key. */
        subject?: string;
        /** @description Only events of these types, separated by commas. */
        type?: string;
        /** @description How long to wait for a change if there is none yet, in seconds. At most 64 answers wait for the changes of an account. */
        wait?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Changes'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  revertChange: {
    parameters: {
      query?: {
        /** @description The `actor` of its events: needed only if several actors have sent the same correlation id. */
        actor?: string;
        /** @description The time of one of its events, ISO 8601: needed only if the id contains no time. */
        at?: string;
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
        correlationId: string;
      };
    };
    responses: {
      /** @description It is undone; of a large change with dryRun=true: what the job would do. */
      200: {
        content: {
          'application/json':
            | (components['schemas']['RevertedChange'] | components['schemas']['TriedRevert'])
            | components['schemas']['DryRun'];
        };
      };
      /** @description A job undoes it. */
      202: {
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
    };
  };
  readSnapshot: {
    parameters: {
      query?: {
        /** @description `next` of an earlier page of the snapshot: the page behind it. */
        after?: string;
        /**
         * @description `events`: a line for each event. `access`: only what access depends on, many to a line; `serviceGroups` are arrays of id, version and, if there
         *     is one, external id; `users` of id, status, version and external id; `members` of a `serviceGroup` are ids, or arrays of id, end (null without
         *     one) and, if there is one, the id of the access role. Members who are not among the `users` have come since: leave them out, the feed has them.
         *     A line of the type `access_roles`, once the account has had some, has them as arrays of id, key and permissions. Lines of the type `team_access` and
         *     `team_places` have the teams of service groups and of users, in the form of `members`; lines of the type `teams` those that were not removed: only these
         *     give anything.
         */
        form?: 'access' | 'events';
        /**
         * @description The number of lines after which a page ends, of a megabyte at most. Its last line then says where the next one begins: `next`. Without it
         *     everything is sent in one answer; functions need it for what is larger than they can answer.
         */
        limit?: number;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/x-ndjson': string;
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Only changes made by this actor: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
        actor?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description Only events from this time: ISO 8601 with a time zone. */
        from?: string;
        /** @description `actor`: the answer says who each actor is, also in the sentence. */
        include?: 'actor';
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `desc`: newest first. `asc`: oldest first. */
        order?: 'asc' | 'desc';
        /** @description Only events whose sentence has words that begin with these, in any order. */
        q?: string;
        /** @description Only events about this account, user, service group, API key, webhook endpoint or request for access; of a membership about either side. */
        subject?: string;
        /** @description Only events before this time: ISO 8601 with a time zone. */
        to?: string;
        /** @description Only events of these types, separated by commas. */
        type?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AuditLog'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getEvent: {
    parameters: {
      query?: {
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description `actor`: the answer says who the actor is, also in the sentence. */
        include?: 'actor';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        eventId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Event'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getEventProof: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        eventId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['EventProof'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  exportRows: {
    parameters: {
      query?: {
        /** @description Only changes made by this actor: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
        actor?: string;
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `true`: CSV begins with a byte order mark, without which some spreadsheets do not read it as UTF-8. */
        bom?: boolean;
        /** @description CSV with a header, or one JSON object per line. */
        format?: 'csv' | 'ndjson';
        /** @description Only events from this time: ISO 8601 with a time zone. */
        from?: string;
        /**
         * @description Only what has all these words, as in the list of users, of service groups or of events; for memberships and who is in teams, only those
         *     of users who are found by them.
         */
        q?: string;
        /** @description For users, memberships and who is in teams: only users with this role. */
        role?: 'admin' | 'member' | 'owner';
        /** @description For memberships: only those of this service group. */
        serviceGroupId?: string;
        /** @description For users, memberships and who is in teams: only users with this status. */
        status?: 'active' | 'invited' | 'suspended';
        /** @description Only events about this account, user, service group, API key, webhook endpoint or request for access; of a membership about either side. */
        subject?: string;
        /** @description For who is in teams: only this team. */
        teamId?: string;
        /** @description Only events before this time: ISO 8601 with a time zone. */
        to?: string;
        /** @description Only events of these types, separated by commas. */
        type?: string;
        /** @description For memberships and who is in teams: only those of this user. */
        userId?: string;
      };
      path: {
        accountId: string;
        exported: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
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
        /** @description For CSV: what its columns are, in their order, instead of their headings. Of those without a name here nothing is imported. */
        columns?: string;
        /** @description Creates a job that reports what it would do, and changes nothing. */
        dryRun?: boolean;
        /** @description The name of the file, up to 200 characters, shown with jobs and imports. */
        fileName?: string;
        /** @description The rows to leave out, by their first lines, such as those refused before: up to 500, separated by commas. */
        omit?: string;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        kind: string;
      };
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
        content: {
          'application/json': components['schemas']['Import'];
        };
      };
    };
  };
  inspectImport: {
    parameters: {
      path: {
        accountId: string;
        kind: string;
      };
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
        content: {
          'application/json': components['schemas']['ImportInspection'];
        };
      };
    };
  };
  listImports: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ImportList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getImport: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Import'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listImportErrors: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Only rows that begin in this line or a later one. */
        fromLine?: number;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ImportErrorList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listInvitations: {
    parameters: {
      query?: {
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description `true`: the answer says how many there are of each kind, among those that the other filters leave. */
        facets?: boolean;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description Only invitations with this role. */
        role?: 'admin' | 'member' | 'owner';
        /** @description What the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case. */
        sort?: '-createdAt' | '-email' | '-name' | 'createdAt' | 'email' | 'name';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['InvitationList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  inviteUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvitation'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['InvitedUser'];
        };
      };
    };
  };
  getInvitation: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Invitation'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  revokeInvitation: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  resendInvitation: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['InvitedUser'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  inviteUsers: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateInvitations'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json':
            components['schemas']['InvitationBatchResult'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listJobs: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only jobs with this status: a page may then be shorter than its limit. */
        status?: 'cancelled' | 'done' | 'paused' | 'running';
        /** @description Only jobs of this type. */
        type?:
          | 'bulk'
          | 'close-account'
          | 'erase-user'
          | 'import'
          | 'remove-service-group-memberships'
          | 'remove-team'
          | 'remove-user-memberships'
          | 'revert';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['JobList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getJob: {
    parameters: {
      query?: {
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Job'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  cancelJob: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Job'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  pauseJob: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Job'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listRefused: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['RefusedRowList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  downloadRefusedRows: {
    parameters: {
      query?: {
        /** @description `true`: CSV begins with a byte order mark, without which some spreadsheets do not read it as UTF-8. */
        bom?: boolean;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'text/csv': string;
        };
      };
    };
  };
  resumeJob: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        jobId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Job'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  getLog: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Log'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listLogStreams: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['LogStreamList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createLogStream: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateLogStream'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['LogStream'];
        };
      };
    };
  };
  getLogStream: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        logStreamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['LogStreamWithHealth'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  removeLogStream: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        logStreamId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeLogStream: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        logStreamId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeLogStream'];
        'application/merge-patch+json': components['schemas']['ChangeLogStream'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['LogStream'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  disableLogStream: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        logStreamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['LogStream'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  enableLogStream: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        logStreamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['LogStream'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  replaceStreamSecret: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        logStreamId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceStreamSecret'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['LogStream'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  replayLogStream: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        logStreamId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplayLogStream'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Done. */
      202: {
        content: {
          'application/json': components['schemas']['LogStream'];
        };
      };
    };
  };
  getLogCheckpoint: {
    parameters: {
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'text/plain': string;
        };
      };
    };
  };
  getLogTile: {
    parameters: {
      path: {
        accountId: string;
        level: string;
        path: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/octet-stream': string;
        };
      };
    };
  };
  changeMemberships: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMemberships'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ChangedMemberships'];
        };
      };
    };
  };
  diffMemberships: {
    parameters: {
      query: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The earlier of the two moments: ISO 8601 with a time zone. */
        from: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description The later one: ISO 8601 with a time zone. Now, by default. Changes of the 45 seconds before it may still be missing. */
        to?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['MembershipDiff'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listEndingMemberships: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description Only memberships that end from this time on: ISO 8601 with a time zone. Now, by default: what has ended is not listed. */
        from?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only memberships that end before this time: ISO 8601 with a time zone. Seven days after `from`, by default. */
        to?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['MembershipList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getMembershipMatrix: {
    parameters: {
      query: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The columns: up to 50 service group ids, separated by commas. */
        groupIds: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description The rows: users with all these words, as in a list of users, page by page. */
        q?: string;
        /** @description The rows: up to 50 user ids, separated by commas, all on one page, in this order. Default: all users, page by page. */
        userIds?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Matrix'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  reactivateAccount: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Account'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listRequestableServiceGroups: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['RequestableServiceGroupList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getScimSetUp: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ScimSetUp'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listServiceGroups: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The service group with this external id, if there is one. Cannot be combined with other filters. */
        externalId?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only those whose name begins with this, ignoring case, in the order of their names (`desc`: reversed). */
        namePrefix?: string;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
        sort?: '-createdAt' | '-name' | 'createdAt' | 'name';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ServiceGroupList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createServiceGroup: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateServiceGroup'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['ServiceGroup'];
        };
      };
    };
  };
  getServiceGroup: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ServiceGroup'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  removeServiceGroup: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeServiceGroup: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeServiceGroup'];
        'application/merge-patch+json': components['schemas']['ChangeServiceGroup'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ServiceGroup'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listAccessRequestsOfServiceGroup: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only those with this status. `requested`: those that are open, by service group. */
        status?: 'approved' | 'lapsed' | 'refused' | 'requested' | 'withdrawn';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRequestList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  approveAccessRequest: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accessRequestId: string;
        accountId: string;
        serviceGroupId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApproveAccessRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRequest'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  refuseAccessRequest: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accessRequestId: string;
        accountId: string;
        serviceGroupId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RefuseAccessRequest'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRequest'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  countAccessRequestsOfServiceGroup: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['OpenRequestCount'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listCandidates: {
    parameters: {
      query: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /**
         * @description Only people who have all these words, in any order: each is the beginning of a word of their name or email. Letter case and
         *     accents do not count.
         */
        q: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['CandidateList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listServiceGroupEvents: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description `actor`: the answer says who each actor is, also in the sentence. */
        include?: 'actor';
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listManagers: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ManagerList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  addManager: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Manager'] | components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['Manager'];
        };
      };
    };
  };
  removeManager: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  listMembers: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description True: only memberships that end by themselves. A page may then be short, or empty, before the last one. */
        ending?: boolean;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description `direct`: memberships of their own. `all`: also what users may enter by a team, each user and service group once, with each way in `via`;
         *     every page but the last is full unless very much of it has just ended.
         */
        paths?: 'all' | 'direct';
        /**
         * @description Only what has all these words in its name, of users also in their email, in any order: each is the beginning of one. Letter case and
         *     accents do not count. Cannot be combined with `asOf`.
         */
        q?: string;
        /**
         * @description What of the users the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case.
         *     Cannot be combined with `asOf`.
         */
        sort?: '-createdAt' | '-email' | '-name' | 'createdAt' | 'email' | 'name';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['MembershipList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getMember: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Membership'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  addMember: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['MembershipTerms'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Membership'] | components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['Membership'];
        };
      };
    };
  };
  removeMember: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
        /** @description `return=representation`: the answer is a 200 that says what remains, instead of a 204. A request that is repeated with its `Idempotency-Key` is a 204 all the same. */
        Prefer?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
    };
    responses: {
      /** @description 200, with Prefer: return=representation: what remains. 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['RemainingPaths'] | components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeMembership: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MembershipChangeTerms'];
        'application/merge-patch+json': components['schemas']['MembershipChangeTerms'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Membership'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  explainAccess: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description What they would do: a permission of an access role, such as `logs.read`, or `enter`. */
        permission?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Explanation'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  changeMembers: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeMembers'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['BatchResult'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  diffMembers: {
    parameters: {
      query: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The earlier of the two moments: ISO 8601 with a time zone. */
        from: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description The later one: ISO 8601 with a time zone. Now, by default. Changes of the 45 seconds before it may still be missing. */
        to?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['MembershipDiff'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listTeamsOfServiceGroup: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamsOfServiceGroup'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  addTeamToServiceGroup: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        teamId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['MembershipTerms'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamAccess'] | components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['TeamAccess'];
        };
      };
    };
  };
  removeTeamFromServiceGroup: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
        /** @description `return=representation`: the answer is a 200 that says what remains, instead of a 204. A request that is repeated with its `Idempotency-Key` is a 204 all the same. */
        Prefer?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description 200, with Prefer: return=representation: what remains. 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['RemainingPaths'] | components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeTeamAccess: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        serviceGroupId: string;
        teamId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MembershipChangeTerms'];
        'application/merge-patch+json': components['schemas']['MembershipChangeTerms'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamAccess'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  suspendAccount: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Account'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listTeams: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The team with this external id, if there is one. Cannot be combined with `asOf`. */
        externalId?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createTeam: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateTeam'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['CreatedTeam'];
        };
      };
    };
  };
  getTeam: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Team'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  removeTeam: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeTeam: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeTeam'];
        'application/merge-patch+json': components['schemas']['ChangeTeam'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Team'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listTeamEvents: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description `actor`: the answer says who each actor is, also in the sentence. */
        include?: 'actor';
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listTeamMembers: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description True: only what ends by itself. A page may then be short, or empty, before the last one. */
        ending?: boolean;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words in its name, of users also in their email, in any order: each is the beginning of one. Letter case and
         *     accents do not count. Cannot be combined with `asOf`.
         */
        q?: string;
        /**
         * @description What of the users the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case.
         *     Cannot be combined with `asOf`.
         */
        sort?: '-createdAt' | '-email' | '-name' | 'createdAt' | 'email' | 'name';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamMemberList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  addTeamMember: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
        userId: string;
      };
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TeamMemberTerms'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AddedTeamMember'] | components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['AddedTeamMember'];
        };
      };
    };
  };
  removeTeamMember: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
        /** @description `return=representation`: the answer is a 200 that says what remains, instead of a 204. A request that is repeated with its `Idempotency-Key` is a 204 all the same. */
        Prefer?: string;
      };
      path: {
        accountId: string;
        teamId: string;
        userId: string;
      };
    };
    responses: {
      /** @description 200, with Prefer: return=representation: what remains. 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['LeftTeam'] | components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeTeamMember: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TeamMemberChange'];
        'application/merge-patch+json': components['schemas']['TeamMemberChange'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamMember'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listServiceGroupsOfTeam: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description True: only what ends by itself. A page may then be short, or empty, before the last one. */
        ending?: boolean;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words in its name, of users also in their email, in any order: each is the beginning of one. Letter case and
         *     accents do not count. Cannot be combined with `asOf`.
         */
        q?: string;
        /** @description What of the service groups the list is sorted by; with a minus, in reverse order. Cannot be combined with `asOf`. */
        sort?: '-createdAt' | '-name' | 'createdAt' | 'name';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        teamId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamAccessList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getUsage: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Usage'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listUsers: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /**
         * @description Users whom the caller has just created, changed or removed, separated by commas: the search finds them as they are now. It
         *     finds any other change within a second, as a rule.
         */
        changed?: string;
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The user with this email, ignoring case, if there is one. Cannot be combined with other filters. */
        email?: string;
        /**
         * @description Only users whose email begins with this, ignoring case, in the order of their emails (`desc`: reversed). With
         *     `status` or `role`, which are applied afterwards, a page may be shorter than `limit` even if it is not the last one.
         */
        emailPrefix?: string;
        /** @description The user with this external id, if there is one. Cannot be combined with other filters. */
        externalId?: string;
        /** @description `true`: the answer says how many there are of each kind, among those that the other filters leave. */
        facets?: boolean;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description Only members of this service group; with `paths=all` also who may enter it by a team. */
        groupId?: string;
        /**
         * @description The users with these ids, as far as they exist: up to 100 ids separated by commas, all on one page, in this order. Use it to
         *     find the names for `updatedBy`, `addedBy` and the like. Cannot be combined with other filters.
         */
        ids?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only users who are not members of this service group; with `paths=all` only who may not enter it by a team either. */
        notInGroupId?: string;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description Of `groupId` and `notInGroupId`: `direct`, the default, looks at memberships alone, `all` also at teams, up to 5 seconds behind. */
        paths?: 'all' | 'direct';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description Only users with this role. */
        role?: 'admin' | 'member' | 'owner';
        /** @description What the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case. */
        sort?: '-createdAt' | '-email' | '-name' | 'createdAt' | 'email' | 'name';
        /**
         * @description Only users with this status. `removed`: people who were removed in the last 90 days and are not erased; can be combined with
         *     `q`, `role` and `ids` only.
         */
        status?: 'active' | 'invited' | 'removed' | 'suspended';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['UserList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUser'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['User'];
        };
      };
    };
  };
  getUser: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  removeUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeUser'];
        'application/merge-patch+json': components['schemas']['ChangeUser'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['User'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listAccessRequestsOfUser: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only those with this status. `requested`: those that are open, by service group. */
        status?: 'approved' | 'lapsed' | 'refused' | 'requested' | 'withdrawn';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['AccessRequestList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  activateUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['User'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  eraseUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  listUserEvents: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description `actor`: the answer says who each actor is, also in the sentence. */
        include?: 'actor';
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['EventList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listIdentities: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['IdentityList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  linkIdentity: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LinkIdentity'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['Identity'];
        };
      };
    };
  };
  unlinkIdentity: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        identityId: string;
        userId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  listManagedServiceGroups: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ManagedServiceGroupList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  reactivateUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['User'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  seeAs: {
    parameters: {
      path: {
        accountId: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SeeAs'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['SeeingAs'];
        };
      };
    };
  };
  listServiceGroupsOfUser: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description True: only memberships that end by themselves. A page may then be short, or empty, before the last one. */
        ending?: boolean;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description `direct`: memberships of their own. `all`: also what users may enter by a team, each user and service group once, with each way in `via`;
         *     every page but the last is full unless very much of it has just ended.
         */
        paths?: 'all' | 'direct';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['MembershipList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  replaceServiceGroups: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReplaceServiceGroups'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json':
            components['schemas']['ReplacedServiceGroups'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  diffServiceGroupsOfUser: {
    parameters: {
      query: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The earlier of the two moments: ISO 8601 with a time zone. */
        from: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /** @description The later one: ISO 8601 with a time zone. Now, by default. Changes of the 45 seconds before it may still be missing. */
        to?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['MembershipDiff'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listUserSessions: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['SessionList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  endUserSession: {
    parameters: {
      path: {
        accountId: string;
        sessionId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  suspendUser: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['User'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listTeamsOfUser: {
    parameters: {
      query?: {
        /**
         * @description Answers as it was at this time: ISO 8601 with a time zone, not in the future. Changes of the last 45 seconds may still be
         *     missing.
         */
        asOf?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        userId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['TeamsOfUser'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createUsers: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUsers'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['BatchResult'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listWebhookEndpoints: {
    parameters: {
      query?: {
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description `true`: the answer says how many there are of each kind, among those that the other filters leave. */
        facets?: boolean;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description What the list is sorted by; with a minus, in reverse order. */
        sort?: '-createdAt' | '-url' | 'createdAt' | 'url';
        /** @description Only webhook endpoints with this status. */
        status?: 'active' | 'disabled';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookEndpointList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateWebhookEndpoint'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['IssuedWebhookEndpoint'];
        };
      };
    };
  };
  getWebhookEndpoint: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookEndpointWithHealth'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  removeWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  changeWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeWebhookEndpoint'];
        'application/merge-patch+json': components['schemas']['ChangeWebhookEndpoint'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookEndpoint'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only deliveries with this status. */
        status?: 'delivered' | 'failed' | 'pending';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getWebhookDelivery: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        eventId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookDeliveryWithEvent'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  redeliverWebhook: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        eventId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Done. */
      202: {
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  disableWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookEndpoint'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  enableWebhookEndpoint: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookEndpoint'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  recoverWebhooks: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RecoverWebhooks'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Done. */
      202: {
        content: {
          'application/json': components['schemas']['RecoveredWebhooks'];
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateWebhookSecret'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json':
            components['schemas']['IssuedWebhookEndpoint'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  getWebhookStatistics: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['WebhookStatistics'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  testWebhook: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
      path: {
        accountId: string;
        webhookEndpointId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Done. */
      202: {
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
    };
  };
  listOperatorApiKeys: {
    parameters: {
      query?: {
        /** @description `true`: the answer says how many there are on all pages. */
        count?: boolean;
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description `asc`: oldest first. `desc`: newest first. */
        order?: 'asc' | 'desc';
        /**
         * @description Only what has all these words, in any order: each is the beginning of a word of a name, an email, an external id or an
         *     id. Letter case and accents do not count.
         */
        q?: string;
        /** @description What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
        sort?: '-createdAt' | '-name' | 'createdAt' | 'name';
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ApiKeyList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  createOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiKey'];
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Created. */
      201: {
        content: {
          'application/json': components['schemas']['IssuedApiKey'];
        };
      };
    };
  };
  getOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Field names, separated by commas: the answer then has only these and the ids. */
        fields?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        apiKeyId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ApiKey'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  revokeOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        apiKeyId: string;
      };
    };
    responses: {
      /** @description 200, with dryRun=true: what would be committed. */
      '2XX': {
        content: {
          'application/json': components['schemas']['DryRun'];
        };
      };
      /** @description Gone. */
      204: {};
    };
  };
  rotateOperatorApiKey: {
    parameters: {
      query?: {
        /** @description Returns the events that the request would commit, and writes nothing. */
        dryRun?: boolean;
      };
      header?: {
        /** @description If the request is repeated with the same key within 24 hours, the first answer is returned. */
        'Idempotency-Key'?: string;
        /** @description The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag. */
        'If-Match'?: string;
      };
      path: {
        apiKeyId: string;
      };
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateApiKey'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['IssuedApiKey'] | components['schemas']['DryRun'];
        };
      };
    };
  };
  readAllChanges: {
    parameters: {
      query?: {
        /**
         * @description `nextCursor` of an earlier answer, or `now` for what comes from now on. Without it: from the beginning. It is valid as long as the
         *     account exists, for this feed only.
         */
        after?: string;
        /** @description The maximum number of events to look at. A page also ends after a megabyte of them, and may end earlier. */
        limit?: number;
        /** @description Only events of this account, user, service group or API key. */
        subject?: string;
        /** @description Only events of these types, separated by commas. */
        type?: string;
        /** @description How long to wait for a change if there is none yet, in seconds. At most 64 answers wait for the changes of an account. */
        wait?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Changes'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  listEventTypes: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['EventTypeList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  inspectInvitation: {
    requestBody: {
      content: {
        'application/json': components['schemas']['AcceptInvitation'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['InspectedInvitation'];
        };
      };
    };
  };
  getInstallationBatch: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        batch: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['LogBatch'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getInstallationCheckpoint: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          'text/plain': string;
        };
      };
    };
  };
  getInstallationTile: {
    parameters: {
      path: {
        level: string;
        path: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/octet-stream': string;
        };
      };
    };
  };
  getMe: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Me'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  inspectNotice: {
    requestBody: {
      content: {
        'application/json': components['schemas']['InspectNotice'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['Notice'];
        };
      };
    };
  };
  listOperatorSessions: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description The name of the identity provider. Required if operators sign in at several. */
        provider?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
      path: {
        operatorId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['SessionList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  endOperatorSession: {
    parameters: {
      path: {
        operatorId: string;
        sessionId: string;
      };
    };
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  listScopes: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['ScopeList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  search: {
    parameters: {
      query: {
        /** @description For operators, who without it search only accounts, and ids of anything. Others always search their own account. */
        accountId?: string;
        /**
         * @description Words that begin the words of a name, an email, an external id or a URL, in any order; letter case and accents do not
         *     count. Or an id: of an account, user, service group, API key, webhook endpoint, job, import, event (with its deliveries)
         *     or request (its events).
         */
        q: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
        /** @description `Rollbook-Position` of an answer to a write: what is read is at least as new. It is waited for, 5 seconds at most. Where the API runs as functions, the answer is `position_not_reached` at once, with `Retry-After`. */
        'Rollbook-At-Least'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['SearchAnswer'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  getSession: {
    parameters: {
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['CurrentSession'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  chooseAccount: {
    requestBody: {
      content: {
        'application/json': components['schemas']['ChooseAccount'];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['CurrentSession'];
        };
      };
    };
  };
  endSeeingAs: {
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  listOwnSessions: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['SessionList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
  endOwnSession: {
    parameters: {
      path: {
        sessionId: string;
      };
    };
    responses: {
      /** @description Gone. */
      204: {};
    };
  };
  listUsage: {
    parameters: {
      query?: {
        /** @description `nextCursor` of the previous page. Valid only for the same list of the same account. */
        cursor?: string;
        /** @description Only from this day, in UTC: `2026-03-01`. */
        from?: string;
        /** @description The maximum number of items per page. */
        limit?: number;
        /** @description Only before this day, in UTC: `2026-04-01`. */
        to?: string;
      };
      header?: {
        /** @description The ETag of the answer you have: 304 if it has not changed. */
        'If-None-Match'?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          'application/json': components['schemas']['MeteredUsageList'];
        };
      };
      /** @description The content is the one named by If-None-Match. */
      304: {};
    };
  };
}

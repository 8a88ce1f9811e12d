/** Why a command was refused. The API maps each code to one HTTP status. */
export type DomainErrorCode =
  | 'invalid_name'
  | 'invalid_email'
  | 'invalid_external_id'
  | 'invalid_metadata'
  | 'invalid_membership_rules'
  | 'membership_too_long'
  | 'reason_required'
  | 'account_not_found'
  | 'account_exists'
  | 'account_suspended'
  | 'user_not_found'
  | 'user_exists'
  | 'user_suspended'
  | 'user_invited'
  | 'user_not_invited'
  | 'invitation_not_found'
  | 'invitation_accepted'
  | 'rate_limited'
  | 'user_not_removed'
  | 'user_not_erasable'
  | 'user_erased'
  | 'email_taken'
  | 'identity_taken'
  | 'identity_not_found'
  | 'invalid_identity'
  | 'too_many_identities'
  | 'invalid_sign_in_rules'
  | 'seeing_as'
  | 'last_owner'
  | 'service_group_not_found'
  | 'service_group_exists'
  | 'service_group_name_taken'
  | 'membership_not_found'
  | 'invalid_expires_at'
  | 'manager_not_found'
  | 'too_many_managers'
  | 'external_id_taken'
  | 'limit_reached'
  | 'invalid_webhook_url'
  | 'invalid_event_types'
  | 'webhook_endpoint_not_found'
  | 'webhook_endpoint_exists'
  | 'webhook_endpoint_disabled'
  | 'too_many_webhook_endpoints'
  | 'invalid_secret'
  | 'log_stream_not_found'
  | 'log_stream_exists'
  | 'log_stream_replay_too_old'
  | 'too_many_log_streams'
  | 'delivery_not_found'
  | 'event_not_found'
  | 'job_not_found'
  | 'job_not_cancellable'
  | 'empty_selection'
  | 'empty_import'
  | 'invalid_row'
  | 'owner_needed'
  | 'not_permitted'
  | 'api_key_not_found'
  | 'api_key_exists'
  | 'invalid_scope'
  | 'invalid_access_role'
  | 'access_role_not_found'
  | 'access_role_not_offered'
  | 'access_roles_not_enabled'
  | 'teams_not_enabled'
  | 'team_not_found'
  | 'team_exists'
  | 'team_name_taken'
  | 'team_place_not_found'
  | 'team_access_not_found'
  | 'teams_not_allowed'
  | 'too_many_teams'
  | 'too_many_service_groups'
  | 'access_request_not_found'
  | 'access_request_open'
  | 'access_request_decided'
  | 'access_requests_closed'
  | 'own_access_request'
  | 'already_member'
  | 'version_mismatch'
  | 'idempotency_key_reused'
  | 'change_too_large'
  | 'change_not_found'
  | 'change_superseded'
  | 'change_not_revertible';

/** A domain rule was violated. Nothing was changed. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  /**
   * @param code stable and machine-readable
   * @param message one sentence for people
   * @param field the name of the input field at fault, if there is one
   * @param parts the errors of several fields, if this error represents all of them
   */
  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly field?: string,
    readonly parts: readonly DomainError[] = [],
  ) {
    super(message);
  }
}

/** @throws the error itself if no rule was violated */
export function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

/** What an act returns, or the error with which a rule refuses it. */
export function orRefusal<Result>(act: () => Result): Result | DomainError {
  try {
    return act();
  } catch (error) {
    return asRefusal(error);
  }
}

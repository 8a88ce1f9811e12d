/**
 * Every `code` an answer can carry, with its HTTP status and title: the one table that turns a reason into a status.
 * The codes are part of the public contract: add, never rename.
 */
export const PROBLEMS = {
  // The request as a message
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  body_not_an_object: { status: 400, title: 'The body is not a JSON object' },
  body_too_deep: { status: 400, title: 'The body is nested too deeply' },
  forbidden_key: { status: 400, title: 'The body has a key that is not allowed' },
  invalid_text: { status: 400, title: 'A text has characters that are not allowed' },
  invalid_number: { status: 400, title: 'A number is out of the range that can be stored' },
  malformed_request: { status: 400, title: 'The request could not be understood' },
  malformed_url: { status: 400, title: 'The URL could not be decoded' },
  duplicate_parameter: { status: 400, title: 'A query parameter is given twice' },
  url_too_long: { status: 414, title: 'The URL is too long' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  route_not_found: { status: 404, title: 'There is no such route' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },

  // What a field or parameter must be
  validation_failed: { status: 400, title: 'Several fields are not valid' },
  required: { status: 400, title: 'A required field is missing' },
  unknown_field: { status: 400, title: 'A field is not known' },
  wrong_type: { status: 400, title: 'A field has the wrong type' },
  too_short: { status: 400, title: 'A field is too short' },
  too_long: { status: 400, title: 'A field is too long' },
  out_of_range: { status: 400, title: 'A number is out of range' },
  not_allowed_value: { status: 400, title: 'A value is not one of those allowed' },
  invalid_format: { status: 400, title: 'A field has the wrong format' },
  invalid_email: { status: 400, title: 'An email address is not valid' },
  invalid_scope: { status: 400, title: 'A scope is not one an API key can have here' },
  invalid_webhook_url: { status: 400, title: 'A webhook URL is not valid' },
  invalid_event_types: { status: 400, title: 'A choice of event types is not valid' },
  invalid_row: { status: 400, title: 'A row of an import is not valid' },
  empty_import: { status: 400, title: 'An import has no rows' },
  invalid_id: { status: 400, title: 'An id is not valid' },
  invalid_cursor: { status: 400, title: 'The cursor is not valid here' },

  // What only SCIM asks
  invalid_syntax: { status: 400, title: 'The request is not one of SCIM' },
  invalid_value: { status: 400, title: 'A value is not one of those allowed' },
  invalid_filter: { status: 400, title: 'The filter cannot be answered' },
  invalid_path: { status: 400, title: 'The path names no attribute' },
  invalid_count: { status: 400, title: 'The page asked for is not one' },
  no_target: { status: 400, title: 'The path finds nothing to change' },
  read_only: { status: 400, title: 'The attribute cannot be changed' },
  too_many_results: { status: 400, title: 'There is more than one answer can hold' },

  // Who asks, and what they may
  token_missing: { status: 401, title: 'A bearer token is needed' },
  token_invalid: { status: 401, title: 'The token is not accepted' },
  token_expired: { status: 401, title: 'The token has expired' },
  token_not_yet_valid: { status: 401, title: 'The token is not valid yet' },
  not_permitted: { status: 403, title: 'The caller may not do this' },
  owner_needed: { status: 403, title: 'Only an owner may do this' },
  user_suspended: { status: 403, title: 'The calling user is suspended' },
  user_invited: { status: 403, title: 'The calling user is not active yet' },
  operator_needed: { status: 403, title: 'Only an operator may do this' },
  user_removed: { status: 403, title: 'The calling user is no longer in the account' },
  account_suspended: { status: 403, title: 'The account is suspended' },

  // What is not there
  account_not_found: { status: 404, title: 'There is no such account' },
  user_not_found: { status: 404, title: 'There is no such user' },
  service_group_not_found: { status: 404, title: 'There is no such service group' },
  membership_not_found: { status: 404, title: 'There is no such membership' },
  job_not_found: { status: 404, title: 'There is no such job' },
  api_key_not_found: { status: 404, title: 'There is no such API key' },
  invitation_not_found: { status: 404, title: 'There is no such invitation' },
  webhook_endpoint_not_found: { status: 404, title: 'There is no such webhook endpoint' },
  delivery_not_found: { status: 404, title: 'There is no such delivery' },
  event_not_found: { status: 404, title: 'There is no such event' },

  // What stands in the way
  version_mismatch: { status: 412, title: 'The resource has another version' },
  precondition_required: { status: 428, title: 'An If-Match header is needed' },
  invalid_if_match: { status: 400, title: 'The If-Match header is not valid' },
  invalid_idempotency_key: { status: 400, title: 'The Idempotency-Key header is not valid' },
  invalid_name: { status: 400, title: 'A name is not valid' },
  invalid_external_id: { status: 400, title: 'An external id is not valid' },
  invalid_metadata: { status: 400, title: 'The metadata is not valid' },
  external_id_taken: { status: 409, title: 'The external id is taken' },
  limit_reached: { status: 409, title: 'A limit of the account is reached' },
  email_taken: { status: 409, title: 'The email is taken' },
  service_group_name_taken: { status: 409, title: 'The name is taken' },
  service_group_not_active: { status: 409, title: 'The service group is not active' },
  user_not_removed: { status: 409, title: 'The user is not removed' },
  user_not_erasable: { status: 409, title: 'The data of the user cannot be erased' },
  user_erased: { status: 410, title: 'The personal data of the user is erased' },
  last_owner: { status: 409, title: 'An account keeps at least one owner' },
  account_exists: { status: 409, title: 'The account exists already' },
  user_exists: { status: 409, title: 'The user exists already' },
  api_key_exists: { status: 409, title: 'The API key exists already' },
  service_group_exists: { status: 409, title: 'The service group exists already' },
  user_not_invited: { status: 409, title: 'The user is not invited' },
  webhook_endpoint_exists: { status: 409, title: 'The webhook endpoint exists already' },
  webhook_endpoint_disabled: { status: 409, title: 'The webhook endpoint is disabled' },
  too_many_webhook_endpoints: { status: 409, title: 'The account has as many webhook endpoints as it may' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was used for another request' },
  change_too_large: { status: 422, title: 'The change is too large to be kept' },
  too_many_changes: { status: 409, title: 'Too many changes at once' },

  rate_limited: { status: 429, title: 'Too many requests' },

  // Our own trouble
  service_unavailable: { status: 503, title: 'The service is not available for the moment' },
  internal_error: { status: 500, title: 'Something went wrong' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

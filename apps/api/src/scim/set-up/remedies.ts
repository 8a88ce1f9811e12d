import type { ProblemCode } from '../../problems/catalogue.js';

/** What the person who sets up an identity provider can do about a refusal. */
const REMEDIES: Partial<Record<ProblemCode, string>> = {
  not_permitted:
    'The key lacks a scope, or the request is about an owner, whom no key can change. Use a key with the scope scim; to provision admins it also needs admins:write.',
  account_not_found:
    'The key belongs to this account, but the address names another. Enter the base URL of this account.',
  account_suspended: 'The account is suspended. Reactivate it first.',
  email_taken:
    'Somebody in this account has that email already. Change one of the two, then retry in the identity provider.',
  external_id_taken:
    'Another resource has that external id. Check that nobody is assigned twice in the identity provider.',
  service_group_name_taken:
    'A service group with that name exists. Link the group to it in the identity provider, or rename one.',
  team_name_taken:
    'A team with that name exists. Link the group to it in the identity provider, or rename one.',
  team_not_found: 'The team was removed here. Unlink it in the identity provider, and push it again.',
  too_many_teams: 'The person is in as many teams as one can be. Remove them from one first.',
  user_not_found:
    'The user was removed here. Remove the assignment in the identity provider, and assign them again.',
  service_group_not_found:
    'The service group was removed here. Unlink it in the identity provider, and push it again.',
  invalid_email: 'userName must be an email address. Map it to one in the identity provider.',
  invalid_name:
    'The name is empty or too long, or has characters that names may not have. Change the mapping or the name.',
  invalid_filter: 'Rollbook cannot search by that. Map the matching attribute to userName or externalId.',
  last_owner:
    'The last owner cannot be suspended or removed. Make somebody else an owner in the dashboard first.',
  owner_needed:
    'The person is an owner, whom no API key can change. Change them in the dashboard, or do not provision them.',
  user_suspended:
    'The person is suspended and was left out. They come with the next push after they are active.',
  version_mismatch: 'Somebody else changed it meanwhile. The identity provider reads it again and retries.',
  limit_reached: 'The account is full. Remove somebody, or ask an operator for a higher limit.',
  route_not_found:
    'There is nothing at this path. Enter the base URL exactly, without anything after the account id.',
  method_not_allowed:
    'There is no such operation at this path. Check the base URL and the actions that are switched on.',
};

const OTHERWISE =
  'Look the request up in the identity provider’s own log: its answer has the whole sentence. Mend the attribute it names, and retry.';

export function remedyFor(code: ProblemCode): string {
  return REMEDIES[code] ?? OTHERWISE;
}

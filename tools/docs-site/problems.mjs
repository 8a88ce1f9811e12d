// A page for each code of a problem, at the address that `type` has with ROLLBOOK_PROBLEM_BASE_URL.
import { pageOf } from './stage.mjs';

/** What to do about any problem of a status, and about those that need more than that. */
const BY_STATUS = {
  400: 'Correct the request. `detail` says what is wrong, and `errors` has the place of each field that is not valid. Sent again as it is, it fails again.',
  401: 'Get a new token, or sign in again, and repeat the request.',
  403: 'Do not repeat the request: the caller may not do this. Use a credential that may, or have the permission granted.',
  404: 'Check the ids of the path. What belongs to another account is answered as if it did not exist.',
  405: 'Use one of the methods in the `Allow` header.',
  408: 'Send the request again, with the same `Idempotency-Key`.',
  409: 'Read the resource as it is now, and decide what to do. Sent again as it is, the request fails until that has changed.',
  410: 'Nothing: this is final.',
  412: 'Read the resource again (`current` has it if the caller may read it), decide again, and send its new `ETag` as `If-Match`.',
  413: 'Send less at once: several smaller requests, or an import.',
  414: 'Shorten the query.',
  415: 'Set `Content-Type` to one that the route accepts.',
  422: 'Change the request: as it is, it cannot be carried out.',
  428: 'Send `If-Match` with the `ETag` of the resource as you read it.',
  429: 'Wait as long as `Retry-After` says, then send the same request with the same `Idempotency-Key`.',
  431: 'Send fewer or shorter headers.',
  500: 'It is not known whether the change was made. Read the resource, or repeat the request with the same `Idempotency-Key`. `requestId` finds the cause in the log.',
  503: 'Wait as long as `Retry-After` says, then send the same request with the same `Idempotency-Key`. Nothing was changed.',
};
const BY_CODE = {
  email_taken:
    'Another user of the account has this email. Find them (`GET …/users?email=`), and change that user, or choose another email.',
  service_group_name_taken:
    'Names of service groups are compared without regard to case. Choose another name, or use the service group that has it.',
  external_id_taken:
    'Something else in the account has this external id. Find it by `externalId`, and use or change it.',
  last_owner: 'Make another active user an owner first. An account cannot be left without one.',
  limit_reached: 'Remove what is no longer needed, or have an operator raise the limit of the account.',
  already_member: 'Nothing: the user has what was requested.',
  idempotency_key_reused: 'A key stands for one request, whole. Use a new one for another request.',
  invalid_cursor:
    'Start the list again without a cursor. A cursor belongs to one list with its filters, and expires.',
  unknown_field:
    'Remove the field, or correct its name: fields that are not known are refused, so that a misspelt one is noticed.',
  token_missing: 'Send `Authorization: Bearer …` with a token of a configured issuer, or an API key.',
  token_invalid:
    'Check that the issuer, the audience and the signing key are those that the API is configured with.',
  token_not_yet_valid: 'Compare the clocks of the API and of the issuer.',
  not_permitted:
    '`detail` names the permission. An owner gives it by a role, an operator by a scope of the key.',
  cross_site_request:
    'Call the API from a page of its own origin, or with a token from an origin in `ROLLBOOK_CORS_ORIGINS`.',
  user_suspended: 'Have an owner reactivate the user.',
  account_suspended: 'Have an operator reactivate the account.',
  change_too_large: 'Split the change into several requests, or use a bulk job or an import.',
  answer_too_large: 'Request fewer at once by `limit`, or fewer fields by `fields`.',
  position_not_reached: 'Wait as long as `Retry-After` says, then read again: the copy is behind your write.',
  sign_in_not_configured: 'Configure an identity provider (`ROLLBOOK_SIGN_IN_PROVIDERS`).',
  public_url_not_configured: 'Set `ROLLBOOK_PUBLIC_URL`.',
};

export function problemPages(problems, routesOf) {
  const unknown = Object.keys(BY_CODE).filter((code) => !problems[code]);
  if (unknown.length > 0)
    throw new Error(`There is no problem ${unknown.join(', ')}: tools/docs-site/problems.mjs`);
  const pages = Object.entries(problems).map(([code, { status, title }]) => {
    const advice = BY_CODE[code] ?? BY_STATUS[status];
    if (!advice)
      throw new Error(`${code}: nothing says what to do at status ${status}: tools/docs-site/problems.mjs`);
    const routes = routesOf.get(code) ?? [];
    return pageOf(
      `problems/${code}/index`,
      `# \`${code}\`

${title}.

- Status: ${status}
- \`code\`: \`${code}\`
- \`type\`: \`urn:rollbook:problem:${code}\`, or the address of this page if \`ROLLBOOK_PROBLEM_BASE_URL\` is set

## What to do

${advice}

See [all codes](../index.md) and [how errors are answered](../../api/errors.md).

## Routes that answer with it

${routes.length === 0 ? 'No route has it for itself: any may answer with it.' : routes.map((route) => `- \`${route}\``).join('\n')}
`,
    );
  });
  const rows = Object.entries(problems)
    .sort()
    .map(([code, { status, title }]) => `| [\`${code}\`](${code}/index.md) | ${status} | ${title} |`);
  const index = pageOf(
    'problems/index',
    `# Problems\n\nEvery \`code\` of a refusal, each with a page that says what to do.\n\n| code | status | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`,
  );
  return { index, pages };
}

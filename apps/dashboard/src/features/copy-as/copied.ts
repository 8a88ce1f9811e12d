import type { ApiCall } from '../../api/writes.js';

const SAFE_WORD = /^[\w.,:@/=+-]+$/;

/** Quotes text as one word of a shell. */
function word(text: string): string {
  return SAFE_WORD.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const asWord = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? word(String(value)) : undefined;

export function curlOf(origin: string, { method, path, request }: ApiCall): string {
  const { path: values = {}, query = {}, body, ifMatch } = request;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${word(origin + filled + search)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(ifMatch === undefined ? [] : [`-H ${word(`If-Match: ${ifMatch === '*' ? '*' : `"${ifMatch}"`}`)}`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${word(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** The request as a call of the typed client. */
export function clientCallOf({ method, path, request }: ApiCall): string {
  const { path: values, query, body, ifMatch } = request;
  const given = JSON.stringify({ path: values, query, body, ifMatch }, null, 2);
  const keysAsWritten = given.replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
  const answer = method === 'get' ? 'const answer = ' : '';
  return `${answer}await client.${method}('${path}'${given === '{}' ? '' : `, ${keysAsWritten}`});`;
}

const OF_ACCOUNT = '/v1/accounts/{accountId}';
/**
 * By method and route: the words of the command, with placeholders for path and body values (`{scopes...}`: several words) and options
 * for other values of the body or query (`--expires=expiresAt`: by another name).
 */
export const COMMANDS: Readonly<Record<string, string>> = {
  'post /v1/accounts': 'accounts create {name}',
  [`post ${OF_ACCOUNT}/suspend`]: 'accounts suspend {accountId}',
  [`post ${OF_ACCOUNT}/reactivate`]: 'accounts reactivate {accountId}',
  [`delete ${OF_ACCOUNT}`]: 'accounts close {accountId}',
  [`post ${OF_ACCOUNT}/service-groups`]: 'groups create {name}',
  [`patch ${OF_ACCOUNT}/service-groups/{serviceGroupId}`]: 'groups rename {serviceGroupId} {name}',
  [`delete ${OF_ACCOUNT}/service-groups/{serviceGroupId}`]: 'groups remove {serviceGroupId}',
  [`put ${OF_ACCOUNT}/service-groups/{serviceGroupId}/members/{userId}`]:
    'members add {serviceGroupId} {userId} --until=expiresAt --reason --access-role=accessRole',
  [`patch ${OF_ACCOUNT}/service-groups/{serviceGroupId}/members/{userId}`]:
    'members change {serviceGroupId} {userId} --until=expiresAt --reason --access-role=accessRole',
  [`delete ${OF_ACCOUNT}/service-groups/{serviceGroupId}/members/{userId}`]:
    'members remove {serviceGroupId} {userId}',
  [`patch ${OF_ACCOUNT}/users/{userId}`]: 'users change {userId} --name --email --role',
  [`post ${OF_ACCOUNT}/users/{userId}/suspend`]: 'users suspend {userId}',
  [`post ${OF_ACCOUNT}/users/{userId}/reactivate`]: 'users reactivate {userId}',
  [`delete ${OF_ACCOUNT}/users/{userId}`]: 'users remove {userId}',
  [`post ${OF_ACCOUNT}/users/{userId}/erase`]: 'users erase {userId}',
  [`post ${OF_ACCOUNT}/invitations/{userId}/resend`]: 'invitations resend {userId}',
  [`delete ${OF_ACCOUNT}/invitations/{userId}`]: 'invitations revoke {userId}',
  [`post ${OF_ACCOUNT}/api-keys`]: 'api-keys create {name} {scopes...} --expires=expiresAt',
  [`post ${OF_ACCOUNT}/api-keys/{apiKeyId}/rotate`]: 'api-keys rotate {apiKeyId} --grace=graceSeconds',
  [`delete ${OF_ACCOUNT}/api-keys/{apiKeyId}`]: 'api-keys revoke {apiKeyId}',
  [`get ${OF_ACCOUNT}/access-roles`]: 'access-roles list',
  [`get ${OF_ACCOUNT}/api-keys`]: 'api-keys list',
  [`get ${OF_ACCOUNT}/events`]: 'events list --limit --type',
  'get /v1/event-types': 'events types',
  [`get ${OF_ACCOUNT}/scim`]: 'scim show',
  [`get ${OF_ACCOUNT}/webhook-endpoints`]: 'webhooks list',
  [`get ${OF_ACCOUNT}/webhook-endpoints/{webhookEndpointId}`]: 'webhooks get {webhookEndpointId}',
  [`get ${OF_ACCOUNT}/webhook-endpoints/{webhookEndpointId}/deliveries`]:
    'webhooks deliveries {webhookEndpointId} --status',
  [`get ${OF_ACCOUNT}/webhook-endpoints/{webhookEndpointId}/deliveries/{eventId}`]:
    'webhooks delivery {webhookEndpointId} {eventId}',
};

/** How an answer is paged and ordered: a command prints all of it, in its own order. */
const OF_PAGES = new Set(['limit', 'order', 'cursor', 'include']);

/** The request as a `rollbook` command; undefined if no command expresses all of it. */
export function commandOf({ method, path, request }: ApiCall): string | undefined {
  const values: Record<string, unknown> = {
    ...request.path,
    ...request.query,
    ...(request.body as Record<string, unknown> | undefined),
  };
  const accountId = request.path?.['accountId'];
  const words = COMMANDS[`${method} ${path}`]?.split(' ');
  if (!words) return undefined;
  const unsaid = new Set(
    Object.keys(values).filter((name) => values[name] !== undefined && !OF_PAGES.has(name)),
  );
  unsaid.delete('accountId');
  const said = words.flatMap((each) => {
    const [, variable, option, field] = /^(?:\{(\w+)(?:\.\.\.)?\}|(--[\w-]+)(?:=(\w+))?)$/.exec(each) ?? [];
    const name = variable ?? field ?? option?.slice(2);
    if (!name) return [each];
    const value = values[name];
    unsaid.delete(name);
    if (option && value === undefined) return [];
    return [...(option ? [option] : []), ...[value].flat().map(asWord)];
  });
  if (said.includes(undefined) || unsaid.size > 0) return undefined;
  const account = accountId && words[0] !== 'accounts' ? ` --account ${accountId}` : '';
  return `rollbook ${said.join(' ')}${account}`;
}

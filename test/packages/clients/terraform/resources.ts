export type Attributes = Record<string, string>;

export interface Company {
  account: string;
  /** Ids by name. */
  people: Record<string, string>;
  groups: Record<string, string>;
  request: ReturnType<typeof requestsTo>;
}

export interface Kind {
  /** What is created, and what it is changed to; where both are one there is nothing to change. */
  first: string;
  second: string;
  importId(attributes: Attributes): string;
  /** Somebody else changes it, to another value each time. */
  changeElsewhere(attributes: Attributes, time: number): Promise<unknown>;
  /** What the API has of it. */
  read(attributes: Attributes): Promise<unknown>;
  /** What it has after it was destroyed. */
  left?: unknown;
  /** Destroying it leaves it in Rollbook. */
  isForgotten?: true;
}

export function requestsTo({ url, token }: { url: string; token: string }) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/v1/accounts${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text || 'null');
  };
}

export const inAccountOf = (account: string, body: string) => `  account_id = "${account}"\n${body}`;
const accountOf = ({ id }: Attributes) => `/${id}`;
const groupOf = ({ account_id, id }: Attributes) => `/${account_id}/service-groups/${id}`;
export const endpointOf = ({ account_id, id }: Attributes) => `/${account_id}/webhook-endpoints/${id}`;
export const streamOf = ({ account_id, id }: Attributes) => `/${account_id}/log-streams/${id}`;
const rulesOf = ({ account_id }: Attributes) => `/${account_id}`;
const partOf = (part: string) => (at: Attributes) =>
  `/${at['account_id']}/service-groups/${at['service_group_id']}/${part}${at['user_id'] ? `/${at['user_id']}` : ''}`;
const managerOf = partOf('managers');
export const memberOf = partOf('members');
const relation = ({ account_id, service_group_id, user_id }: Attributes) =>
  [account_id, service_group_id, user_id].filter(Boolean).join('/');
/** Without counts, which come late. */
const identity = ({ name, version }: { name: string; version: number }) => ({ name, version });
const idsOf = ({ data }: { data: { userId: string }[] }) => data.map(({ userId }) => userId).sort();
const issuer = (name: string) => `{ issuer = "https://${name}.example", domains = ["acme.example"] }`;

/** Of log streams: in the configuration, and nowhere else. */
export const STREAM_SECRETS = ['first-of-the-receiver', 'second-of-the-receiver'] as const;

/** Of each resource. */
export function kindsOf({ account, people, groups, request }: Company): Record<string, Kind> {
  const inAccount = (body: string) => inAccountOf(account, body);
  const manages = inAccount(`  service_group_id = "${groups['dev']}"\n  user_id = "${people['ada']}"`);
  const member = (terms: string) => `${manages}\n${terms}`;
  const set = (...names: string[]) =>
    inAccount(
      `  service_group_id = "${groups['all']}"\n  user_ids = ${JSON.stringify(names.map((name) => people[name]))}`,
    );
  return {
    account: {
      first: `  name = "Acme"\n  external_id = "acme"\n  metadata = jsonencode({ region = "eu" })\n  limits = { users = 50 }`,
      second: `  name = "Acme Limited"\n  plan = "team"\n  limits = { users = 60, members = 1000 }`,
      importId: ({ id = '' }) => id,
      changeElsewhere: (at, time) => request('PATCH', accountOf(at), { name: `elsewhere ${time}` }),
      read: async (at) => identity(await request('GET', accountOf(at))),
      left: { name: 'elsewhere 3', version: expect.any(Number) },
      isForgotten: true,
    },
    sign_in_rules: {
      first: inAccount(`  rules = [${issuer('one')}]`),
      second: inAccount(`  rules = [
    ${issuer('two')},
    { issuer = "https://three.example", domains = [], external_id_claim = "oid" },
  ]`),
      importId: ({ account_id = '' }) => account_id,
      changeElsewhere: (at, time) =>
        request('PATCH', rulesOf(at), {
          signInRules: [{ issuer: `https://elsewhere${time}.example`, domains: ['a.example'] }],
        }),
      read: async (at) => (await request('GET', rulesOf(at))).signInRules,
      left: [],
    },
    service_group: {
      first: inAccount(`  name = "prod"
  external_id = "prod"
  metadata = jsonencode({ owner = "<platform>", tags = { tier = 1, old = true } })
  membership_rules = { max_length_seconds = 86400, members_may_ask = true, reason_required = false }`),
      second: inAccount(`  name = "production"
  metadata = jsonencode({ owner = "<platform>", tags = { tier = 2 } })
  membership_rules = { max_length_seconds = 3600, approvers = "admins" }`),
      importId: ({ account_id, id }) => `${account_id}/${id}`,
      changeElsewhere: (at, time) => request('PATCH', groupOf(at), { name: `elsewhere ${time}` }),
      read: async (at) => identity(await request('GET', groupOf(at))),
    },
    service_group_manager: {
      ...{ first: manages, second: manages },
      importId: relation,
      changeElsewhere: (at) => request('DELETE', managerOf(at)),
      read: async (at) => idsOf(await request('GET', partOf('managers')({ ...at, user_id: '' }))),
      left: [],
    },
    membership: {
      first: member(`  reason = "on call"\n  expires_at = "2100-06-01T02:00:00+02:00"`),
      second: member(`  reason = "on call again"\n  expires_at = "2100-06-01T00:00:00Z"`),
      importId: relation,
      changeElsewhere: (at, time) => request('PATCH', memberOf(at), { reason: `elsewhere ${time}` }),
      read: async (at) => request('GET', memberOf(at)),
    },
    service_group_members: {
      first: set('ada', 'charles'),
      second: set('ada', 'mary'),
      importId: relation,
      changeElsewhere: (at) => request('PUT', memberOf({ ...at, user_id: people['grace']! })),
      read: async (at) => idsOf(await request('GET', memberOf(at))),
      left: [],
    },
    webhook_endpoint: {
      first: inAccount(`  url = "https://hooks.acme.example/"\n  description = "all"`),
      second: inAccount(
        `  url = "https://hooks.acme.example/2"\n  event_types = ["user.*", "account.closed"]`,
      ),
      importId: ({ account_id, id }) => `${account_id}/${id}`,
      changeElsewhere: (at, time) => request('PATCH', endpointOf(at), { description: `elsewhere ${time}` }),
      read: (at) => request('GET', endpointOf(at)),
    },
    log_stream: {
      first: inAccount(
        `  url = "https://logs.acme.example/"\n  form = "ndjson"\n  description = "all"\n  secret_wo = "${STREAM_SECRETS[0]}"\n  secret_wo_version = 1`,
      ),
      second: inAccount(
        `  url = "https://logs.acme.example/2"\n  form = "splunk-hec"\n  personal_data = true\n  event_types = ["user.*"]\n  secret_wo = "${STREAM_SECRETS[1]}"`,
      ),
      importId: ({ account_id, id }) => `${account_id}/${id}`,
      changeElsewhere: (at, time) => request('PATCH', streamOf(at), { description: `elsewhere ${time}` }),
      read: (at) => request('GET', streamOf(at)),
    },
  };
}

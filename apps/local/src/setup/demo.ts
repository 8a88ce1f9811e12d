const USERS = [
  { name: 'Ada Lovelace', email: 'ada@acme.example', role: 'owner', externalId: 'ada' },
  { name: 'Grace Hopper', email: 'grace@acme.example', role: 'admin', externalId: 'grace' },
  { name: 'Alan Turing', email: 'alan@acme.example', role: 'member', externalId: 'alan' },
  { name: 'Edsger Dijkstra', email: 'edsger@acme.example', role: 'member', externalId: 'edsger' },
] as const;

const SERVICE_GROUPS = ['dev', 'staging', 'prod'] as const;

/** Which users enter which service group, by their index above. */
const MEMBERS: Readonly<Record<(typeof SERVICE_GROUPS)[number], number[]>> = {
  dev: [0, 1, 2, 3],
  staging: [0, 1, 2],
  prod: [0, 1],
};

export interface Demo {
  accountId: string;
  /** What Ada and prod are called in a question: by external ids, as in every environment, if they have them. */
  owner: string;
  prod: string;
  /** Whether she may: unless that was changed. */
  mayOwnerEnter: boolean;
  /** Alan, who may enter only some service groups. */
  userId: string;
  /** The group that Alan may not enter yet. */
  serviceGroupId: string;
}

type Found = Omit<Demo, 'mayOwnerEnter'>;
type Call = (method: string, path: string, body?: unknown) => Promise<Made>;

interface Made {
  id: string;
  externalId?: string | null;
}

const nameOf = ({ id, externalId }: Made) => (externalId ? `external:${externalId}` : id);

/**
 * Finds the demo account, or creates it if there is no account at all.
 * @param apiUrl `http://127.0.0.1:3000`
 * @param operatorToken a token that may create accounts
 * @returns undefined if the table only has other accounts
 */
export async function findOrLoadDemo(apiUrl: string, operatorToken: string): Promise<Demo | undefined> {
  const call = caller(apiUrl, operatorToken);
  const first = (await call('GET', '/v1/accounts?limit=1')) as unknown as {
    data: { id: string; name: string }[];
  };
  const [oldest] = first.data;
  if (oldest && oldest.name !== 'Acme') return undefined;
  const demo = await (oldest ? findDemo(call, oldest.id) : loadDemo(call));
  if (!demo) return undefined;
  const answer: unknown = await call('POST', '/access/v1/evaluation', questionOf(demo));
  return { ...demo, mayOwnerEnter: (answer as { decision: boolean }).decision };
}

/** May Ada enter prod? */
export function questionOf({ accountId, owner, prod }: Found): object {
  return {
    subject: { type: 'user', id: owner },
    action: { name: 'enter' },
    resource: { type: 'service_group', id: prod },
    context: { account_id: accountId },
  };
}

async function loadDemo(call: Call): Promise<Found> {
  const account = await call('POST', '/v1/accounts', { name: 'Acme' });
  const base = `/v1/accounts/${account.id}`;
  const users = await Promise.all(USERS.map((user) => call('POST', `${base}/users`, user)));
  const groups = await Promise.all(
    SERVICE_GROUPS.map((name) => call('POST', `${base}/service-groups`, { name, externalId: name })),
  );
  const assignments = SERVICE_GROUPS.flatMap((name, group) =>
    MEMBERS[name].map((user) => `${base}/service-groups/${groups[group]?.id}/members/${users[user]?.id}`),
  );
  await Promise.all(assignments.map((path) => call('PUT', path)));
  const [ada, , alan] = users;
  return demoOf(account.id, ada!, alan!, groups[2]!);
}

function demoOf(accountId: string, ada: Made, alan: Made, prod: Made): Found {
  return { accountId, owner: nameOf(ada), prod: nameOf(prod), userId: alan.id, serviceGroupId: prod.id };
}

async function findDemo(call: Call, accountId: string): Promise<Found | undefined> {
  const list = async (path: string) =>
    (await call('GET', `/v1/accounts/${accountId}/${path}?limit=100`)) as unknown as {
      data: (Made & { name: string; email?: string })[];
    };
  const [users, groups] = await Promise.all([list('users'), list('service-groups')]);
  const [ada, , alan] = USERS.map(({ email }) => users.data.find((user) => user.email === email));
  const prod = groups.data.find(({ name }) => name === 'prod');
  if (!ada || !alan || !prod) return undefined;
  return demoOf(accountId, ada, alan, prod);
}

function caller(apiUrl: string, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer}`);
    return JSON.parse(answer) as Made;
  };
}

export interface Person {
  subject: string;
  name: string;
  email: string;
  /** Their description on the page: a role and an account, or operator of the platform. */
  note: string;
  account: { accountId: string; userId: string } | undefined;
}

export const OPERATOR: Person = {
  subject: 'local-operator',
  name: 'Operator',
  email: 'operator@rollbook.example',
  note: 'runs the platform',
  account: undefined,
};

interface Found {
  data: { id: string; name: string; email: string; role: string; status: string }[];
  nextCursor: string | null;
}

/** Without words, those of this many accounts; with words, this many are looked through at once. */
const MAX_ACCOUNTS = 10;
const MAX_USERS = 25;

const has = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

export class People {
  private readonly signingIn = new Map<string, Person>([[OPERATOR.subject, OPERATOR]]);

  constructor(
    private readonly apiUrl: string,
    private readonly operatorToken: string,
  ) {}

  /** The operator, and the first active and invited users of the oldest accounts; with words, those of all accounts who have them. */
  async list(q: string): Promise<Person[]> {
    const people = has(OPERATOR.name, q) ? [OPERATOR] : [];
    for await (const accounts of this.accounts()) {
      const lists = accounts.map((account) => this.usersOf(account, has(account.name, q) ? '' : q));
      people.push(...(await Promise.all(lists)).flat());
      if (q === '' || people.length >= MAX_USERS) break;
    }
    return people;
  }

  private async *accounts(): AsyncGenerator<Found['data']> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ limit: String(MAX_ACCOUNTS), ...(cursor && { cursor }) });
      const found = (await this.call('GET', `/v1/accounts?${query.toString()}`)) as Found;
      yield found.data;
      cursor = found.nextCursor;
    }
  }

  /** The person who was chosen, read again when their tokens are made. */
  chosen(subject: string): Person | undefined {
    return this.signingIn.get(subject);
  }

  /** Makes sure that the chosen person's identity at this provider is linked. */
  async choose(person: Person, issuer: string): Promise<void> {
    const { account, subject } = person;
    this.signingIn.set(subject, person);
    if (!account) return;
    const path = `/v1/accounts/${account.accountId}/users/${account.userId}/identities`;
    await this.call('POST', path, { issuer, subject });
  }

  private async usersOf(account: { id: string; name: string }, q: string): Promise<Person[]> {
    const query = new URLSearchParams({ limit: String(MAX_USERS), ...(q && { q }) });
    const path = `/v1/accounts/${account.id}/users?${query.toString()}`;
    const { data } = (await this.call('GET', path)) as Found;
    const present = data.filter(({ status }) => status !== 'suspended');
    return present.map(({ id, name, email, role, status }) => ({
      subject: id,
      name,
      email,
      note: status === 'invited' ? `invited to ${account.name}` : `${role} of ${account.name}`,
      // Accepting the invitation links who is invited.
      account: status === 'invited' ? undefined : { accountId: account.id, userId: id },
    }));
  }

  private async call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.operatorToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
}

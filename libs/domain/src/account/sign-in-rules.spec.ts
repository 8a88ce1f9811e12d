import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideAccount,
  decideUser,
  evolveAccount,
  evolveUser,
  initialAccount,
  initialUser,
  type Account,
  type NewAccountEvent,
  type PersonSigningIn,
  type SignInRule,
  type NewUserEvent,
} from '../index.js';

const issuer = 'https://login.acme.example';
const rule = { issuer, domains: ['acme.example'] };

describe('the rules of an account for signing in', () => {
  const { given } = specification(initialAccount, evolveAccount);
  const created: NewAccountEvent = { type: 'account.created', data: { name: 'Acme' } };
  const change = (signInRules: SignInRule[] | null) => (state: Parameters<typeof decideAccount>[0]) =>
    decideAccount(state, { type: 'change_account', signInRules });
  const changed = (signInRules: SignInRule[], previousSignInRules: SignInRule[]): NewAccountEvent => ({
    type: 'account.sign_in_rules_changed',
    data: { name: 'Acme', signInRules, previousSignInRules },
  });

  test('are set with folded domains, changed as a whole, and removed', () => {
    given(created)
      .when(change([{ issuer, domains: ['ACME.example'] }]))
      .then(changed([rule], []));
    given(created, changed([rule], []))
      .when(change([{ issuer, domains: [], externalIdClaim: 'oid' }]))
      .then(changed([{ issuer, domains: [], externalIdClaim: 'oid' }], [rule]));
    given(created, changed([rule], []))
      .when(change(null))
      .then(changed([], [rule]));
    given(created, changed([rule], []))
      .when(change([rule]))
      .then();
  });

  test.each<[string, SignInRule[]]>([
    ['an issuer that is no URL', [{ issuer: 'acme', domains: ['acme.example'] }]],
    ['neither domains nor a claim', [{ issuer, domains: [] }]],
    ['an address as a domain', [{ issuer, domains: ['a@acme.example'] }]],
    ['a wildcard', [{ issuer, domains: ['*.acme.example'] }]],
    ['a domain without a dot', [{ issuer, domains: ['acme'] }]],
    ['a domain twice', [{ issuer, domains: ['acme.example', 'ACME.example'] }]],
    ['an issuer twice', [rule, { issuer, domains: [], externalIdClaim: 'oid' }]],
    ['six domains', [{ issuer, domains: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.example`) }]],
    ['an invisible claim', [{ issuer, domains: [], externalIdClaim: 'o\u200bid' }]],
  ])('are refused with %s', (_, rules) => {
    given(created).when(change(rules)).thenRefused('invalid_sign_in_rules');
  });
});

describe('a person who signs in', () => {
  const { given } = specification(initialUser, evolveUser);
  const ada = { userId: 'user_1', name: 'Ada', email: 'Ada@acme.example' } as const;
  const created: NewUserEvent = {
    type: 'user.created',
    data: { ...ada, role: 'member', externalId: 'hr-1' },
  };
  const account: Account = {
    status: 'active',
    accountId: 'acct_1',
    name: 'Acme',
    signInRules: [{ ...rule, externalIdClaim: 'oid' }],
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  const person: PersonSigningIn = {
    issuer,
    subject: '42',
    email: 'ada@acme.example',
    textOf: () => undefined,
  };
  const signingIn =
    (more: Partial<PersonSigningIn> = {}, of = account) =>
    (state: Parameters<typeof decideUser>[0]) =>
      decideUser(
        state,
        { type: 'link_at_sign_in', person: { ...person, ...more } },
        { account: of, anotherOwner: true, now: 0 },
      );
  const linked = (method: 'verified_email' | 'scim', subject = '42'): NewUserEvent => ({
    type: 'user.identity_linked',
    data: { ...ada, issuer, subject, method },
  });
  const byOid = { email: undefined, textOf: (claim: string) => (claim === 'oid' ? 'hr-1' : undefined) };

  test('is linked by a verified email of a domain, or by the external id', () => {
    given(created).when(signingIn()).then(linked('verified_email'));
    given(created).when(signingIn(byOid)).then(linked('scim'));
  });

  test.each<[string, Partial<PersonSigningIn>]>([
    ['without a verified email', { email: undefined }],
    ['with another email', { email: 'bob@acme.example' }],
    ['with a subdomain', { email: 'ada@mail.acme.example' }],
    ['with a domain that only ends so', { email: 'ada@notacme.example' }],
    ['of another issuer', { issuer: `${issuer}.evil.example` }],
    ['with another external id', { email: undefined, textOf: () => 'hr-2' }],
    [
      'with the external id in another claim',
      { email: undefined, textOf: (c) => (c === 'sub' ? 'hr-1' : '') },
    ],
  ])('%s is not linked', (_, more) => {
    given(created).when(signingIn(more)).then();
  });

  test('is not linked to a user who is not active, or has an identity of that provider', () => {
    const { userId, name, email } = ada;
    given({ type: 'user.invited', data: { userId, name, email, role: 'member' } })
      .when(signingIn())
      .then();
    given(created, { type: 'user.suspended', data: { ...ada, role: 'member' } })
      .when(signingIn())
      .then();
    given(created, linked('verified_email', '41')).when(signingIn()).then();
  });

  test('is not linked where the account has no rules, or is suspended', () => {
    const { signInRules: _, ...without } = account;
    given(created).when(signingIn({}, without)).then();
    given(created)
      .when(signingIn({}, { ...account, status: 'suspended' }))
      .thenRefused('account_suspended');
  });
});

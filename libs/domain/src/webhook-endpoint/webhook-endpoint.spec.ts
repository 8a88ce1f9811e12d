import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideWebhookEndpoint,
  disableWebhookEndpoint,
  evolveWebhookEndpoint,
  initialWebhookEndpoint,
  removeWebhookEndpointWithAccount,
  wantsEvent,
  type Account,
  type AccountState,
  type WebhookEndpointCommand,
  type NewWebhookEndpointEvent,
  type WebhookEndpointState,
} from '../index.js';

const { given } = specification(initialWebhookEndpoint, evolveWebhookEndpoint);

const active: Account = {
  status: 'active',
  accountId: 'acct_1',
  name: 'Acme',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const command =
  (command: WebhookEndpointCommand, account: AccountState = active) =>
  (state: WebhookEndpointState) =>
    decideWebhookEndpoint(state, command, { account });

const identity = { webhookEndpointId: 'whep_1', url: 'https://acme.example/hooks' } as const;
const create = { type: 'create_webhook_endpoint', ...identity } as const;
const created: NewWebhookEndpointEvent = {
  type: 'webhook_endpoint.created',
  data: { ...identity, description: '', eventTypes: [] },
};
const disabled: NewWebhookEndpointEvent = {
  type: 'webhook_endpoint.disabled',
  data: { ...identity, reason: 'gone' },
};
const removed: NewWebhookEndpointEvent = { type: 'webhook_endpoint.removed', data: identity };

describe('a webhook endpoint', () => {
  test('is created for all events, or for some, each once and in order', () => {
    given().when(command(create)).then(created);
    given()
      .when(
        command({ ...create, eventTypes: ['user.*', 'account.closed', 'user.*'], description: ' audit ' }),
      )
      .then({
        type: 'webhook_endpoint.created',
        data: { ...identity, description: 'audit', eventTypes: ['account.closed', 'user.*'] },
      });
  });

  test('is changed, and tells what it was before', () => {
    given(created)
      .when(command({ type: 'change_webhook_endpoint', url: 'https://acme.example/new' }))
      .then({
        type: 'webhook_endpoint.changed',
        data: {
          ...created.data,
          url: 'https://acme.example/new',
          description: '',
          eventTypes: [],
          previousUrl: identity.url,
          previousDescription: '',
          previousEventTypes: [],
        },
      });
    given(created)
      .when(command({ type: 'change_webhook_endpoint', url: identity.url, eventTypes: [] }))
      .then();
  });

  test('gets its secrets one after the other', () => {
    const rotate = { type: 'rotate_webhook_secret', previousUntil: '2026-01-02T00:00:00.000Z' } as const;
    const rotated = (secretVersion: number): NewWebhookEndpointEvent => ({
      type: 'webhook_endpoint.secret_rotated',
      data: { ...identity, secretVersion, previousUntil: rotate.previousUntil },
    });
    given(created).when(command(rotate)).then(rotated(2));
    given(created, rotated(2)).when(command(rotate)).then(rotated(3));
  });

  test('is disabled and enabled, once each', () => {
    given(created)
      .when((state) => disableWebhookEndpoint(state, 'gone'))
      .then(disabled);
    given(created, disabled)
      .when(command({ type: 'disable_webhook_endpoint' }))
      .then();
    const enabled: NewWebhookEndpointEvent = { type: 'webhook_endpoint.enabled', data: identity };
    given(created, disabled)
      .when(command({ type: 'enable_webhook_endpoint' }))
      .then(enabled);
    given(created, disabled, enabled)
      .when(command({ type: 'enable_webhook_endpoint' }))
      .then();
    expect(given(created, disabled).state).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect(given(created, disabled, enabled).state).not.toHaveProperty('disabledReason');
  });

  test('that is removed is gone for every command, and cannot be disabled by what it answers', () => {
    given(created)
      .when(command({ type: 'remove_webhook_endpoint' }))
      .then(removed);
    given(created, removed)
      .when(command({ type: 'enable_webhook_endpoint' }))
      .thenRefused('webhook_endpoint_not_found');
    given(created, removed)
      .when((state) => disableWebhookEndpoint(state, 'failing'))
      .then();
    given(created, removed).when(removeWebhookEndpointWithAccount).then();
  });

  test('does not change in a suspended account', () => {
    given(created)
      .when(command({ type: 'remove_webhook_endpoint' }, { ...active, status: 'suspended' }))
      .thenRefused('account_suspended');
  });

  test.each([
    'ftp://acme.example',
    'acme.example/hooks',
    'https://',
    'https://user@acme.example',
    'https://user:secret@acme.example/hooks',
    'https://acme.example/#fragment',
    'https://acme.example\\@other.example',
    'https://acme .example',
    `https://acme.example/${'x'.repeat(2_000)}`,
    'javascript:alert(1)',
    'https://[::1',
    'https://acme.example:port/',
    'https://acme.example:99999/',
    'https://acme.example:0/',
    'https://acme..example/',
    'https://.acme.example/',
    'https://-acme.example/',
    'https://acme-.example/',
    `https://${'a'.repeat(64)}.example/`,
    `https://${'a.'.repeat(130)}example/`,
    'https://acme.example%2f@other/',
    'https://xn--a/',
    'https://999.999.999.999/',
    'https://acme.exa\u200bmple/',
    'https://x_.example/',
    'https://my_hook.example/',
    'https://acme.example/\n',
    'https://acme.example\n',
    ' https://acme.example/',
    'https://acme.example/\u202egnp',
  ])('has a URL that is not %s', (url) => {
    given()
      .when(command({ ...create, url }))
      .thenRefused('invalid_webhook_url');
  });

  test.each([
    'https://acme.example',
    'https://acme.example:8443/hooks?a=b',
    'http://[::1]:3000/',
    'http://127.0.0.1:65535/',
    'https://bücher.example/hooks',
    'https://acme.example./',
    'http://hooks:8080/',
    'HTTPS://ACME.example/Hooks',
  ])('may have the URL %s', (url) => {
    expect(command({ ...create, url })({ status: 'none' })).toMatchObject([{ data: { url } }]);
  });

  test.each([['user'], ['*'], ['user.*.*'], ['User.created'], [''], ['user.created ']])(
    'asks for no event type %p',
    (type) => {
      given()
        .when(command({ ...create, eventTypes: [type] }))
        .thenRefused('invalid_event_types');
    },
  );

  test('wants the types it asks for, the groups it asks for, or all', () => {
    expect(wantsEvent({ eventTypes: [] }, 'user.created')).toBe(true);
    expect(wantsEvent({ eventTypes: ['user.*'] }, 'user.created')).toBe(true);
    expect(wantsEvent({ eventTypes: ['user.*'] }, 'users.created')).toBe(false);
    expect(wantsEvent({ eventTypes: ['user.created'] }, 'user.removed')).toBe(false);
  });
});

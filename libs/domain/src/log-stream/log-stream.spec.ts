import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideLogStream,
  disableLogStream,
  evolveLogStream,
  initialLogStream,
  removeLogStreamWithAccount,
  type Account,
  type AccountState,
  type LogStreamCommand,
  type LogStreamState,
  type NewLogStreamEvent,
} from '../index.js';

const { given } = specification(initialLogStream, evolveLogStream);

const active: Account = {
  status: 'active',
  accountId: 'acct_1',
  name: 'Acme',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const command =
  (command: LogStreamCommand, account: AccountState = active) =>
  (state: LogStreamState) =>
    decideLogStream(state, command, { account });

const identity = { logStreamId: 'lstr_1', url: 'https://logs.example/in' } as const;
const create = { type: 'create_log_stream', form: 'ndjson', ...identity } as const;
const settings = {
  ...identity,
  form: 'ndjson',
  personalData: false,
  eventTypes: [],
  description: '',
} as const;
const created: NewLogStreamEvent = { type: 'log_stream.created', data: settings };
const toDatadog: NewLogStreamEvent = { type: 'log_stream.created', data: { ...settings, form: 'datadog' } };
const disabled: NewLogStreamEvent = { type: 'log_stream.disabled', data: { ...identity, reason: 'failing' } };
const removed: NewLogStreamEvent = { type: 'log_stream.removed', data: identity };
const now = '2026-03-02T18:00:00.000Z';

describe('a log stream', () => {
  test('is created for all events and without personal data, unless told otherwise', () => {
    given().when(command(create)).then(created);
    given()
      .when(
        command({ ...create, personalData: true, eventTypes: ['user.*', 'user.*'], description: ' SIEM ' }),
      )
      .then({
        type: 'log_stream.created',
        data: { ...settings, personalData: true, eventTypes: ['user.*'], description: 'SIEM' },
      });
    given(created).when(command(create)).thenRefused('log_stream_exists');
    given()
      .when(command({ ...create, url: '' }))
      .thenRefused('invalid_webhook_url');
  });

  test('is changed, and tells what it was before', () => {
    given(created)
      .when(command({ type: 'change_log_stream', form: 'cloudevents', personalData: true }))
      .then({
        type: 'log_stream.changed',
        data: {
          ...settings,
          form: 'cloudevents',
          personalData: true,
          previousUrl: identity.url,
          previousForm: 'ndjson',
          previousPersonalData: false,
          previousEventTypes: [],
          previousDescription: '',
        },
      });
    given(created)
      .when(command({ type: 'change_log_stream', form: 'ndjson', eventTypes: [] }))
      .then();
  });

  test('gets a new secret, of which only the number is told', () => {
    given(created)
      .when(command({ type: 'replace_stream_secret' }))
      .then({ type: 'log_stream.secret_replaced', data: { ...identity, secretVersion: 2 } });
  });

  test('is disabled and enabled', () => {
    given(created)
      .when(command({ type: 'disable_log_stream' }))
      .then({ type: 'log_stream.disabled', data: { ...identity, reason: 'requested' } });
    given(created)
      .when((state) => disableLogStream(state, 'failing'))
      .then(disabled);
    given(created, disabled)
      .when((state) => disableLogStream(state, 'gone'))
      .then();
    given(created, disabled)
      .when(command({ type: 'enable_log_stream' }))
      .then({ type: 'log_stream.enabled', data: identity });
    given(created)
      .when(command({ type: 'enable_log_stream' }))
      .then();
  });

  test('is replayed from a time, or from the beginning', () => {
    given(created)
      .when(command({ type: 'replay_log_stream', from: undefined, now }))
      .then({ type: 'log_stream.replayed', data: { ...identity, from: null } });
    given(created)
      .when(command({ type: 'replay_log_stream', from: '2026-01-01T00:00:00.000Z', now }))
      .then({ type: 'log_stream.replayed', data: { ...identity, from: '2026-01-01T00:00:00.000Z' } });
  });

  test('to Datadog is replayed from 18 hours ago at most', () => {
    const from = '2026-03-02T00:00:00.000Z';
    given(toDatadog)
      .when(command({ type: 'replay_log_stream', from, now }))
      .then({ type: 'log_stream.replayed', data: { ...identity, from } });
    for (const older of ['2026-03-01T23:59:59.999Z', undefined])
      given(toDatadog)
        .when(command({ type: 'replay_log_stream', from: older, now }))
        .thenRefused('log_stream_replay_too_old');
  });

  test('is removed, on request or with its account', () => {
    given(created)
      .when(command({ type: 'remove_log_stream' }))
      .then(removed);
    given(created).when(removeLogStreamWithAccount).then(removed);
    given(created, removed).when(removeLogStreamWithAccount).then();
    given(created, removed)
      .when(command({ type: 'enable_log_stream' }))
      .thenRefused('log_stream_not_found');
  });

  test('is not changed in a suspended account', () => {
    given(created)
      .when(command({ type: 'disable_log_stream' }, { ...active, status: 'suspended' }))
      .thenRefused('account_suspended');
  });
});

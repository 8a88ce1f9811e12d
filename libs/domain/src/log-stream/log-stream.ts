import { activeAccount, type AccountState } from '../account/account.js';
import type { Recorded } from '../schema/recorded.js';
import { DomainError } from '../values/errors.js';
import type { LogStreamId } from '../values/ids.js';
import { parseDescription, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import type { DisabledReason } from '../webhook-endpoint/events.js';
import { parseEventTypes, parseWebhookUrl } from '../webhook-endpoint/url-and-event-types.js';
import type { LogStreamIdentity, NewLogStreamEvent } from './events.js';
import { MAX_AGE_MS, type LogForm } from './fields.js';

interface Settings {
  url: string;
  form: LogForm;
  personalData: boolean;
  /** Types, or groups such as `user.*`. Empty: all. */
  eventTypes: readonly string[];
  description: string;
}

export interface LogStream extends Settings {
  status: 'active' | 'disabled' | 'removed';
  logStreamId: LogStreamId;
  accountId: string;
  /** 1, 2, 3 …: the number of the secret, which is part of no event. */
  secretVersion: number;
  disabledReason?: DisabledReason;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type LogStreamState = { status: 'none' } | LogStream;

export type LogStreamInput = Pick<Settings, 'url' | 'form'> & Partial<Settings>;

export type LogStreamCommand =
  | ({ type: 'create_log_stream'; logStreamId: LogStreamId } & LogStreamInput)
  | ({ type: 'change_log_stream' } & Partial<Settings>)
  | { type: 'replace_stream_secret' }
  | { type: 'disable_log_stream' }
  | { type: 'enable_log_stream' }
  /** @param from ISO 8601; undefined for everything. @param now ISO 8601 */
  | { type: 'replay_log_stream'; from: string | undefined; now: string }
  | { type: 'remove_log_stream' };

export const initialLogStream: LogStreamState = { status: 'none' };

/**
 * Decides what a command does to a log stream. Returns nothing if there is nothing to change.
 * @throws DomainError
 */
export function decideLogStream(
  state: LogStreamState,
  command: LogStreamCommand,
  { account }: { account: AccountState },
): NewLogStreamEvent[] {
  activeAccount(account);
  if (command.type === 'create_log_stream') {
    if (state.status !== 'none')
      throw new DomainError('log_stream_exists', 'This log stream already exists.');
    const { type: _, logStreamId, ...input } = command;
    const none = { form: input.form, personalData: false, eventTypes: [], description: '' };
    return [{ type: 'log_stream.created', data: { logStreamId, ...parseSettings(input, none) } }];
  }
  const stream = existingLogStream(state);
  switch (command.type) {
    case 'change_log_stream':
      return changeStream(stream, command);
    case 'replace_stream_secret': {
      const data = { ...identity(stream), secretVersion: stream.secretVersion + 1 };
      return [{ type: 'log_stream.secret_replaced', data }];
    }
    case 'disable_log_stream':
      return disableLogStream(stream, 'requested');
    case 'enable_log_stream':
      return stream.status === 'active' ? [] : [{ type: 'log_stream.enabled', data: identity(stream) }];
    case 'replay_log_stream':
      return replayStream(stream, command);
    case 'remove_log_stream':
      return removeLogStreamWithAccount(stream);
    default:
      return command satisfies never;
  }
}

/** What a stream's own answers do to it, even in a suspended account. */
export function disableLogStream(state: LogStreamState, reason: DisabledReason): NewLogStreamEvent[] {
  if (state.status !== 'active') return [];
  return [{ type: 'log_stream.disabled', data: { ...identity(state), reason } }];
}

/** What closing its account does to a log stream. */
export function removeLogStreamWithAccount(state: LogStreamState): NewLogStreamEvent[] {
  if (state.status === 'none' || state.status === 'removed') return [];
  return [{ type: 'log_stream.removed', data: identity(state) }];
}

function replayStream(
  stream: LogStream,
  { from, now }: { from: string | undefined; now: string },
): NewLogStreamEvent[] {
  const maxAgeMs = MAX_AGE_MS[stream.form];
  if (maxAgeMs !== undefined && Date.parse(from ?? '1970-01-01') < Date.parse(now) - maxAgeMs)
    throw new DomainError(
      'log_stream_replay_too_old',
      `${stream.form} takes no event older than ${maxAgeMs / 3_600_000} hours: replay from a later time.`,
      'from',
    );
  return [{ type: 'log_stream.replayed', data: { ...identity(stream), from: from ?? null } }];
}

function changeStream(stream: LogStream, change: Partial<Settings>): NewLogStreamEvent[] {
  const { logStreamId } = stream;
  const settings = parseSettings(change, stream);
  const isSame = (Object.keys(settings) as (keyof Settings)[]).every(
    (name) => String(settings[name]) === String(stream[name]),
  );
  if (isSame) return [];
  const previous = {
    previousUrl: stream.url,
    previousForm: stream.form,
    previousPersonalData: stream.personalData,
    previousEventTypes: stream.eventTypes,
    previousDescription: stream.description,
  };
  return [{ type: 'log_stream.changed', data: { logStreamId, ...settings, ...previous } }];
}

function parseSettings(
  change: Partial<Settings>,
  present: Omit<Settings, 'url'> & { url?: string },
): Settings {
  const url = change.url ?? present.url ?? '';
  return parseAll({
    url: () => (url === present.url ? url : parseWebhookUrl(url)),
    form: () => change.form ?? present.form,
    personalData: () => change.personalData ?? present.personalData,
    eventTypes: () => parseEventTypes(change.eventTypes ?? present.eventTypes),
    description: () => parseUnlessKept(change.description, present.description, parseDescription),
  });
}

export function evolveLogStream(state: LogStreamState, event: Recorded<NewLogStreamEvent>): LogStreamState {
  const { version, at } = event;
  if (event.type === 'log_stream.created') {
    const { accountId, data } = event;
    const times = { createdAt: at, updatedAt: at };
    return { status: 'active', accountId, ...data, secretVersion: 1, version, ...times };
  }
  const stream: LogStream = { ...existingLogStream(state), version, updatedAt: at };
  switch (event.type) {
    case 'log_stream.changed': {
      const { url, form, personalData, eventTypes, description } = event.data;
      return { ...stream, url, form, personalData, eventTypes, description };
    }
    case 'log_stream.secret_replaced':
      return { ...stream, secretVersion: event.data.secretVersion };
    case 'log_stream.disabled':
      return { ...stream, status: 'disabled', disabledReason: event.data.reason };
    case 'log_stream.enabled': {
      const { disabledReason: _, ...rest } = stream;
      return { ...rest, status: 'active' };
    }
    case 'log_stream.replayed':
      return stream;
    case 'log_stream.removed':
      return { ...stream, status: 'removed' };
    default:
      return event satisfies never;
  }
}

/**
 * A removed stream is as absent as one that never existed.
 * @throws DomainError `log_stream_not_found`
 */
export function existingLogStream(state: LogStreamState): LogStream {
  if (state.status === 'none' || state.status === 'removed')
    throw new DomainError('log_stream_not_found', 'There is no such log stream in this account.');
  return state;
}

function identity({ logStreamId, url }: LogStream): LogStreamIdentity {
  return { logStreamId, url };
}

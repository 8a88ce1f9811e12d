import {
  commandLogStream,
  createLogStream,
  disableStreamForItsAnswers,
  findLogStream,
  getLogStream,
  listLogStreams,
  removeLogStream,
  streamsOf,
} from '../aggregates/log-stream/log-streams.js';
import { renewClaim } from '../aggregates/webhook-endpoint/queues.js';
import { positionAt } from '../reads/feed/position-at.js';
import { readFeed } from '../reads/feed/read-feed.js';
import { pattern } from './reads.js';
import { accountId, at, context, logStreamId } from './samples/sample.js';
import { HOLDER } from './samples/webhook-sample.js';

const stream = { url: 'https://logs.acme.example/', form: 'ndjson', secret: 'token' } as const;

export const logStreamRoutes = {
  getLogStream: pattern('a log stream, and how far it is', { logStreamId }, (tenant, input) =>
    getLogStream(tenant, input.logStreamId),
  ),
  listLogStreams: pattern('the log streams of an account', { limit: 25 }, (tenant, page) =>
    listLogStreams(tenant, page),
  ),
  createLogStream: pattern(
    'create a log stream',
    { url: stream.url },
    (tenant) => createLogStream(tenant, stream, context),
    { note: 'Its queue and its sealed secret come with it: they are items like those of webhook endpoints.' },
  ),
  changeLogStream: pattern(
    'change a log stream; disable and enable it likewise',
    { logStreamId, description: 'SIEM' },
    (tenant, { description }) =>
      commandLogStream(tenant, logStreamId, { type: 'change_log_stream', description }, context),
  ),
  replaceStreamSecret: pattern('replace the secret of a log stream', { logStreamId }, (tenant) =>
    commandLogStream(tenant, logStreamId, { type: 'replace_stream_secret' }, context, 'token'),
  ),
  replayLogStream: pattern(
    'replay a log stream',
    { logStreamId, from: at },
    (tenant, { from }) =>
      commandLogStream(tenant, logStreamId, { type: 'replay_log_stream', from, now: at }, context),
    { note: 'Takes the claim from the process that works on it.' },
  ),
  removeLogStream: pattern('remove a log stream', { logStreamId }, (tenant, input) =>
    removeLogStream(tenant, input.logStreamId, context),
  ),
};

export const logStreamMaintenance = {
  findLogStream: pattern('the log stream of a batch', { logStreamId }, (tenant, input) =>
    findLogStream(tenant, input.logStreamId),
  ),
  streamsOf: pattern('the log streams that an event wakes', {}, ({ directory }) =>
    streamsOf(directory, accountId, { consistent: false }),
  ),
  positionAt: pattern(
    'where a replay begins',
    { since: at },
    ({ directory }, { since }) => positionAt(directory, accountId, since),
    { note: 'A page of 200 parts at a time, from the end of the feed.' },
  ),
  readFeedForStream: pattern('the events of a batch', { limit: 25 }, ({ directory }, request) =>
    readFeed(directory, accountId, request),
  ),
  noteFollowerOfStream: pattern('note that a feed is read: once a minute', {}, ({ directory }) =>
    directory.feedClock.noteFollower(),
  ),
  storeProgress: pattern('store how far a log stream is, and keep its claim', {}, ({ directory }) =>
    renewClaim(
      directory,
      { accountId, webhookEndpointId: logStreamId, holder: HOLDER, failingSince: undefined, wakeups: 1 },
      60_000,
      { position: { sequence: 1_000_000, offset: 1 }, tries: 0, sentAt: at, sentTo: at },
    ),
  ),
  disableStreamForItsAnswers: pattern('disable a log stream that is gone', { logStreamId }, (tenant) =>
    disableStreamForItsAnswers(tenant, logStreamId, 'gone', context),
  ),
};

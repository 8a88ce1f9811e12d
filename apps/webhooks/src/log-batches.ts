import {
  FeedNotReadyError,
  findLogStream,
  grantTenant,
  positionAt,
  readFeed,
  readSecrets,
  renewClaim,
  type Directory,
  type FeedPage,
  type QueueClaim,
  type StreamProgress,
  type WebhookSecrets,
} from '#libs/directory';
import { EVENT_TYPES, idOf, MAX_AGE_MS, wantsEvent, type LogStream } from '#libs/domain';
import { retryAfterMs } from '#libs/client';
import { toPublishedEvent } from '#libs/event-contracts';
import { rulesOf, secretHeaders, writeBatch } from '#libs/log-forms';
import { healthBy, send, type AttemptOptions, type EndpointHealth } from './attempt.js';
import { delayBeforeNext, RETRY_DELAYS_MS } from './schedule.js';

type Queue = Pick<QueueClaim, 'wakeups' | 'wokenAt'>;

export interface BatchRound {
  /** Of the receiver, if a batch was sent. */
  health?: EndpointHealth;
  tookMs?: number;
  /** There is nothing to do now. */
  isDone: boolean;
  isParked?: true;
  nextDueAt: (queue: Queue) => string | undefined;
}

/** Events, and bytes as they are stored, that a batch is made from. */
const [MAX_READ_EVENTS, MAX_READ_BYTES] = [1_000, 1_000_000];
/** Before a feed is read again to which what was heard of has not been appended yet. */
const LOOK_AGAIN_MS = 1_000;
const FEED_BEGINS_MS = 10_000;
/** An account's events are passed over for some seconds by processes that do not know its first stream yet. */
const YOUNG_MS = 60_000;
/** A stream gives no event up: after these it is tried every half an hour, until it is disabled. */
const STREAM_DELAYS_MS = RETRY_DELAYS_MS.slice(0, 4);
/** A smaller batch may be accepted, and the refused event is found. */
const SMALLER_MAY_DO = new Set([400, 413, 422]);

/** Sends what follows in the feed, and stores how far the stream is: at least once, in order, nothing skipped. */
export async function sendNextBatch(
  options: AttemptOptions & { claimMs: number },
  claim: QueueClaim,
): Promise<BatchRound> {
  const { directory, claimMs } = options;
  const tenant = grantTenant(directory, claim.accountId);
  const [stream, secrets] = await Promise.all([
    findLogStream(tenant, idOf('log-stream', claim.webhookEndpointId)),
    readSecrets(directory, claim),
  ]);
  if (stream?.status !== 'active')
    return {
      isDone: true,
      isParked: true,
      nextDueAt: ({ wakeups }) => (wakeups === claim.wakeups ? undefined : isoIn(directory, 0)),
    };
  const progress = claim.progress ?? { since: stream.createdAt, tries: 0 };
  const changedSince = progress.refusal && stream.updatedAt > progress.refusal.at;
  // Disabled and enabled, or changed: it has its whole time again.
  if (changedSince) claim.failingSince = undefined;
  else if (progress.retryAt !== undefined && progress.retryAt > isoIn(directory, 0))
    return { isDone: true, nextDueAt: () => progress.retryAt };
  try {
    const page = await nextEvents(directory, stream, progress);
    const sent = await sendPage(options, stream, secrets, { progress, page });
    const isSame = JSON.stringify(sent.progress) === JSON.stringify(claim.progress);
    if (!isSame && !(await renewClaim(directory, claim, claimMs, sent.progress)))
      return { isDone: true, nextDueAt: () => isoIn(directory, 0) };
    claim.progress = sent.progress;
    return { ...sent, ...nextTurn(directory, stream, sent.progress, page) };
  } catch (error) {
    if (!(error instanceof FeedNotReadyError)) throw error;
    return { isDone: true, nextDueAt: () => isoIn(directory, FEED_BEGINS_MS) };
  }
}

const isoIn = ({ now }: Directory, ms: number) => new Date(now() + ms).toISOString();

async function nextEvents(
  directory: Directory,
  stream: LogStream,
  { position, since, atMost }: StreamProgress,
): Promise<FeedPage> {
  const { accountId, form, eventTypes } = stream;
  const { maxEntries, maxBytes } = rulesOf(form);
  const types = eventTypes.length === 0 ? undefined : EVENT_TYPES.filter((type) => wantsEvent(stream, type));
  // Where nothing else reads feeds, that is what makes them complete.
  await directory.feedClock.noteFollower();
  const page = await readFeed(directory, accountId, {
    after: position ?? (await positionAt(directory, accountId, since)),
    limit: Math.min(maxEntries, atMost ?? MAX_READ_EVENTS, MAX_READ_EVENTS),
    maxBytes: Math.min(maxBytes, MAX_READ_BYTES),
    types,
  });
  return since === undefined
    ? page
    : { ...page, events: page.events.filter(({ event }) => event.at >= since) };
}

interface Sent extends Pick<BatchRound, 'health' | 'tookMs'> {
  progress: StreamProgress;
}

async function sendPage(
  options: AttemptOptions,
  stream: LogStream,
  secrets: WebhookSecrets | undefined,
  { progress, page }: { progress: StreamProgress; page: FeedPage },
): Promise<Sent> {
  const { directory, signal } = options;
  const { form, personalData } = stream;
  const { events } = page;
  if (events.length === 0) return { progress: movedTo(progress, page.position, page.upToDate) };
  const batch = writeBatch(
    form,
    events.map(({ event }) => toPublishedEvent(event)),
    { personalData },
  );
  const { attempt, answer } = await send(options, stream.url, () => {
    const [secret] = secrets?.secrets ?? [];
    if (secret === undefined) throw new Error('The stream has no secret: replace the secret.');
    requireYoungEnough(directory, stream, events[0]!.event.at);
    const headers = { 'content-type': batch.contentType, ...secretHeaders(form, secret) };
    return { headers, body: batch.body };
  });
  // Interrupted: the next worker sends it again.
  if (signal.aborted && !answer) return { progress };
  const health = healthBy(answer?.status);
  const tookMs = attempt.durationMs;
  const last = events[batch.taken - 1]!;
  const next = events[batch.taken]?.event.at;
  if (health === 'well') {
    const isAll = next === undefined;
    const moved = movedTo(progress, isAll ? page.position : last.position, isAll && page.upToDate);
    const { atMost = MAX_READ_EVENTS, ...rest } = moved;
    const waitingSince = next ?? (page.upToDate ? undefined : last.event.at);
    const accepted: StreamProgress = {
      ...rest,
      ...{ sentAt: attempt.at, sentTo: last.event.at },
      ...(atMost * 2 < MAX_READ_EVENTS && { atMost: atMost * 2 }),
      ...(waitingSince !== undefined && { waitingSince }),
    };
    return { health, tookMs, progress: accepted };
  }
  const requestedMs = retryAfterMs(answer?.headers['retry-after'], directory.now()) ?? 0;
  const { at, status, error = '', response } = attempt;
  const { event } = events[0]!;
  const refusal = {
    ...{ at, error, eventId: event.eventId },
    ...(status !== undefined && { status }),
    ...(response !== undefined && { response }),
  };
  const { retryAt: _, ...before } = progress;
  const refused = { ...before, waitingSince: event.at, refusal };
  if (SMALLER_MAY_DO.has(status ?? 0) && batch.taken > 1)
    return { tookMs, progress: { ...refused, atMost: Math.floor(batch.taken / 2) } };
  const tries = progress.tries + 1;
  const { retryDelaysMs: delays = STREAM_DELAYS_MS } = options;
  const delay = delayBeforeNext(delays, Math.min(tries, delays.length), requestedMs, directory.random) ?? 0;
  return { health, tookMs, progress: { ...refused, tries, retryAt: isoIn(directory, delay) } };
}

/** After an accepted batch, or where there was nothing to send. */
function movedTo(
  { since, sentAt, sentTo, refusal, atMost }: StreamProgress,
  { sequence, offset }: FeedPage['position'],
  upToDate: boolean,
): StreamProgress {
  // The answer's text may repeat what was sent: it is kept only while it is needed.
  const { response: _, ...kept } = refusal ?? {};
  return {
    position: { sequence, offset },
    tries: 0,
    ...(since !== undefined && !upToDate && { since }),
    ...(sentAt !== undefined && { sentAt }),
    ...(sentTo !== undefined && { sentTo }),
    ...(refusal && { refusal: kept as typeof refusal }),
    ...(atMost !== undefined && { atMost }),
  };
}

function requireYoungEnough({ now }: Directory, { form }: LogStream, at: string): void {
  const maxAgeMs = MAX_AGE_MS[form];
  if (maxAgeMs === undefined || Date.parse(at) >= now() - maxAgeMs) return;
  throw new Error(
    `The next event is older than ${form} takes (${maxAgeMs / 3_600_000} hours): replay from a later time to leave it out.`,
  );
}

function nextTurn(
  directory: Directory,
  { createdAt }: LogStream,
  { retryAt, waitingSince }: StreamProgress,
  { upToDate, completeTo }: FeedPage,
): Pick<BatchRound, 'isDone' | 'nextDueAt'> {
  if (retryAt !== undefined) return { isDone: true, nextDueAt: () => retryAt };
  if (!upToDate || waitingSince !== undefined) return { isDone: false, nextDueAt: () => isoIn(directory, 0) };
  const nextDueAt = ({ wokenAt = createdAt }: Queue) => {
    const heardOf = Math.max(Date.parse(wokenAt), Date.parse(createdAt) + YOUNG_MS);
    return completeTo !== undefined && completeTo >= heardOf ? undefined : isoIn(directory, LOOK_AGAIN_MS);
  };
  return { isDone: true, nextDueAt };
}

import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { changedBy, dataQuery, forget, readQuery } from '../../../api/queries.js';
import { queryClient } from '../../../api/query-client.js';

changedBy({ 'log-streams': /^log_stream\./ });

const STREAMS = '/v1/accounts/{accountId}/log-streams';
const STREAM = `${STREAMS}/{logStreamId}` as const;

export type Stream = Schemas['LogStreamWithHealth'];
type Create = RequestTo<typeof STREAMS, 'post'>['body'];
export type StreamInput = Omit<Create, 'secret'>;

/** How far it is changes by itself. */
const REFRESH_MS = 5_000;

export const streamsQuery = (accountId: string) => ({
  ...dataQuery(['log-streams', accountId], STREAMS, { path: { accountId }, query: { limit: 100 } }),
  refetchInterval: REFRESH_MS,
});

export const streamQuery = (path: { accountId: string; logStreamId: string }) => ({
  ...readQuery(['log-streams', path.accountId, path.logStreamId], STREAM, { path }),
  refetchInterval: REFRESH_MS,
});

const pathOf = ({ accountId, id: logStreamId }: Stream) => ({ accountId, logStreamId });

async function thenForget<T>(accountId: string, sent: Promise<T>): Promise<T> {
  const answer = await sent;
  forget(accountId, 'log-streams', 'events');
  return answer;
}

export const createStream = (accountId: string, body: Create) =>
  thenForget(accountId, api.post(STREAMS, { path: { accountId }, body }));

export const changeStream = (stream: Stream, body: StreamInput) =>
  thenForget(stream.accountId, api.patch(STREAM, { path: pathOf(stream), body, ifMatch: stream.version }));

export const replaceSecret = (stream: Stream, secret: string) =>
  thenForget(
    stream.accountId,
    api.post(`${STREAM}/replace-secret`, { path: pathOf(stream), body: { secret } }),
  );

export const setDisabled = (stream: Stream, disabled: boolean) =>
  thenForget(
    stream.accountId,
    api.post(`${STREAM}/${disabled ? 'disable' : 'enable'}`, { path: pathOf(stream) }),
  );

export const replay = (stream: Stream, from: string | undefined) =>
  thenForget(
    stream.accountId,
    api.post(`${STREAM}/replay`, { path: pathOf(stream), body: from === undefined ? {} : { from } }),
  );

export async function removeStream(stream: Stream): Promise<void> {
  await api.delete(STREAM, { path: pathOf(stream) });
  // Its page is left, and not read again.
  void queryClient.invalidateQueries({ queryKey: ['log-streams', stream.accountId], exact: true });
}

import { get, type IncomingMessage } from 'node:http';
import { Controller, Get, Module, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Allow } from '../../../apps/api/src/auth/caller/allow.decorator.js';
import { textStream } from '../../../apps/api/src/http/edge/text-stream.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';

/** Who may read when an answer begins may not read all of it. */

const PAUSE_MS = 50;

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'line\n';
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** An export that takes as long as it likes. */
@Controller('v1/accounts/:accountId')
class EndlessController {
  @Allow('events:read')
  @Get('endless')
  async lines(@Res() reply: FastifyReply): Promise<void> {
    await reply.type('text/plain').send(textStream(endless()));
  }
}

@Module({ controllers: [EndlessController] })
class EndlessModule {}

let api: RunningApi;
beforeAll(async () => {
  api = await startApi({ additionalModules: [EndlessModule] });
});
afterAll(() => api.close());

function open(path: string, key: string): Promise<IncomingMessage> {
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    get(`${api.url}${path}`, { headers }, resolve).on('error', reject);
  });
}

/** Reads until it ends or breaks off. */
function outcome(answer: IncomingMessage): Promise<'ended' | 'broken off'> {
  return new Promise((resolve) => {
    answer.resume().once('end', () => resolve('ended'));
    answer.once('error', () => resolve('broken off'));
  });
}

test('what is sent to a key that is revoked, or to a user whose role is changed, breaks off', async () => {
  const { path, asks, account, admin } = await createTeam(api);
  const scopes = ['events:read', 'users:read'];
  const { body } = await asks.owner('POST', `${path}/api-keys`, { name: 'Copy', scopes });
  const { id, key } = body as { id: string; key: string };
  const stays = (await asks.owner('POST', `${path}/api-keys`, { name: 'Stays', scopes })).body as {
    key: string;
  };
  const asAdmin = await api.issuer.signUserToken({ accountId: account.id, userId: admin.id });
  const streams = await Promise.all([
    open(`${path}/endless`, key),
    open(`${path}/changes`, key),
    open(`${path}/endless`, asAdmin),
  ]);
  const kept = await open(`${path}/endless`, stays.key);
  expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  await asks.owner('DELETE', `${path}/api-keys/${id}`);
  await asks.owner('PATCH', `${path}/users/${admin.id}`, { role: 'member' }, { 'if-match': '*' });
  expect(await Promise.all(streams.map(outcome))).toEqual(streams.map(() => 'broken off'));
  expect(kept.destroyed).toBe(false);
  kept.destroy();
});

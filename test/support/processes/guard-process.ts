import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi, type RunningApi } from '../api/api.js';
import { createAccount, createUser } from '../api/people.js';
import { startProcessorOf, type ProcessorOfApi } from '../streams/processor-of-api.js';
import { startProcess, type Process } from './processes.js';

/** `rollbook guard` in a process of its own. */
export type GuardProcess = Process & { url: string };

/** The external ids of an account of its own are `ada`, who may enter `prod`, and `dev`. */
export interface CompanyWithGuards {
  api: RunningApi;
  /** A test may stop it, and put another here. */
  processor: ProcessorOfApi;
  folder: string;
  accountId: string;
  ada: { id: string };
  prod: { id: string };
  dev: { id: string };
  startGuard(more?: NodeJS.ProcessEnv): Promise<GuardProcess>;
  stop(): Promise<void>;
}

export const isReady = async (url: string) => (await fetch(`${url}/health`)).status === 200;

export async function startCompanyWithGuards(): Promise<CompanyWithGuards> {
  const api = await startApi();
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-guards-'));
  const { id: accountId } = await createAccount(api);
  const path = `/v1/accounts/${accountId}`;
  const ada = await createUser(api, accountId);
  await api.operator('PATCH', `${path}/users/${ada.id}`, { externalId: 'ada' }, { 'if-match': '*' });
  const groupOf = async (externalId: string) =>
    (await api.operator('POST', `${path}/service-groups`, { name: externalId, externalId })).body as {
      id: string;
    };
  const [prod, dev] = [await groupOf('prod'), await groupOf('dev')];
  await api.operator('PUT', `${path}/service-groups/${prod.id}/members/${ada.id}`);
  const company: CompanyWithGuards = {
    ...{ api, folder, accountId, ada, prod, dev, processor: await startProcessorOf(api) },
    async startGuard(more) {
      const guard = await startProcess('guard', {
        ROLLBOOK_API_URL: api.url,
        ROLLBOOK_API_TOKEN: await api.issuer.signOperatorToken({ subject: 'tester' }),
        ROLLBOOK_ACCOUNT: accountId,
        ROLLBOOK_GUARD_PORT: '0',
        ...more,
      });
      return { ...guard, url: guard.message.url! };
    },
    async stop() {
      await company.processor.stop();
      await api.close();
      await rm(folder, { recursive: true });
    },
  };
  return company;
}

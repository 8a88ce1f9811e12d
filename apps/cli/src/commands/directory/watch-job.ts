import { setTimeout as delay } from 'node:timers/promises';
import { printOne, type Api } from '../../api/api.js';
import { watchImport } from './csv.js';
import { hasEnded } from '../../api/job-end.js';
import { startProgress } from '../../terminal/progress.js';

const POLL_MS = 300;
const SOMETHING_IS_WRONG = 1;

export async function watchJob(api: Api, jobId: string): Promise<void> {
  const progress = startProgress();
  const path = { ...api.path(), jobId };
  for (;;) {
    const found = await api.client.get('/v1/accounts/{accountId}/jobs/{jobId}', { path });
    // An import says more than its job: what it created and changed.
    if (found.type === 'import') return watchImport(api, jobId);
    progress.show(found.bulk?.action ?? found.type, found.processed, found.rows ?? found.processed);
    if (hasEnded(found)) {
      progress.clear();
      printOne(api, found);
      if (found.stop) process.exitCode = SOMETHING_IS_WRONG;
      if (found.refused) await printRefused(api, path);
      return;
    }
    await delay(POLL_MS);
  }
}

async function printRefused(api: Api, path: { accountId: string; jobId: string }): Promise<void> {
  process.exitCode = SOMETHING_IS_WRONG;
  const { body } = await api.client.download('/v1/accounts/{accountId}/jobs/{jobId}/refused.csv', { path });
  process.stdout.write(await new Response(body).text());
}

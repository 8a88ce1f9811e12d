import { setTimeout as delay } from 'node:timers/promises';
import { printOne, printRows, type Api } from '../../api/api.js';
import { startProgress } from '../../terminal/progress.js';

const POLL_MS = 300;
const SOMETHING_IS_WRONG = 1;
const IMPORT = '/v1/accounts/{accountId}/imports/{jobId}';

/** Follows a job to its end. Of an import it prints more: what was created and changed, and why rows were refused. */
export async function watchJob(api: Api, jobId: string): Promise<void> {
  const progress = startProgress();
  const path = { ...api.path(), jobId };
  for (;;) {
    const found = await api.client.get('/v1/accounts/{accountId}/jobs/{jobId}', { path });
    const title = found.import?.kind ?? found.bulk?.action ?? found.type;
    progress.show(title, found.processed, found.rows ?? found.processed);
    // One that stopped by itself continues only if somebody resumes it.
    if (found.status === 'done' || found.status === 'cancelled' || found.stop) {
      progress.clear();
      const isImport = found.type === 'import';
      printOne(api, isImport ? await api.client.get(IMPORT, { path }) : found);
      if (found.stop || found.refused) process.exitCode = SOMETHING_IS_WRONG;
      if (found.refused && isImport)
        await printRows(api, ['line', 'code', 'detail'], api.client.each(`${IMPORT}/errors`, { path }));
      else if (found.refused) await printRefused(api, path);
      return;
    }
    await delay(POLL_MS);
  }
}

async function printRefused(api: Api, path: { accountId: string; jobId: string }): Promise<void> {
  const { body } = await api.client.download('/v1/accounts/{accountId}/jobs/{jobId}/refused.csv', { path });
  process.stdout.write(await new Response(body).text());
}

import type { CommandContext, Outcome } from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { batchAnsweredBefore, executeOnce } from './batch-receipts.js';

/**
 * Executes commands that share one receipt. What `prepare` refuses leaves none; what it returns may have been interrupted
 * before, and is then executed again, whatever the version is by now.
 */
export async function executeTogether<State>(
  { directory, accountId }: Tenant,
  context: CommandContext,
  prepare: () => Promise<(context: CommandContext) => Promise<State>>,
): Promise<Outcome<State>> {
  const before = await batchAnsweredBefore(directory, accountId, context);
  if (before) return { ...before, state: undefined as State, events: [] };
  const act = await prepare();
  return executeOnce(directory, accountId, context, ({ again }) =>
    act({ ...context, receipt: undefined, ...(again && { expectedVersion: undefined }) }),
  );
}

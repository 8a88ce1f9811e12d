import type { Tenant } from '../core/tenant.js';
import { recountAll } from '../projections/recount.js';
import { rebuildEntries } from '../reads/search/stored/fold-changes.js';
import { repairAccount } from './repair.js';
import { verifyAccount } from './verify.js';
import type { Verification, VerifyOptions } from './walk.js';

export interface Rebuild {
  written: number;
  verification: Verification;
}

/** The writes of a pass may reveal more: an owner item of a head that was missing, for example. */
const MAX_PASSES = 3;
/** Changes in the second of a count may be counted twice: the times of stream records are whole seconds. */
const STREAM_SECOND_MS = 1_000;

/**
 * Recreates everything of an account that is derived from its events, whatever is left of it: heads, claims, owner
 * items, memberships and past memberships, counts, search entries, and the fence and job of a removal that was under way.
 */
export async function rebuildAccount(tenant: Tenant, options: VerifyOptions = {}): Promise<Rebuild> {
  let written = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const { repaired } = await repairAccount(tenant, {
      recheckAfterMs: options.recheckAfterMs ?? 0,
      ...(options.onProgress && { onProgress: options.onProgress }),
      dryRun: false,
    });
    written += repaired.length;
    if (repaired.length === 0) break;
  }
  if (written > 0) await tenant.directory.sleep(STREAM_SECOND_MS);
  await recountAll(tenant.directory, tenant.accountId);
  await rebuildEntries(tenant.directory, tenant.accountId);
  return { written, verification: await verifyAccount(tenant, options) };
}

import { isHeld, type Actor } from '#libs/domain';
import type { Directory } from '../../../core/directory.js';

/** Who ends a membership whose time has come. */
export const ENDS_BY_ITSELF: Actor = 'system:expiry';

/**
 * Whether a stored membership holds now: from its end on it does not, although its item stays until the end has been committed.
 * Every reader of memberships asks this, so that no answer depends on how far the worker is.
 */
export function isHeldNow(
  { steadyNow }: Pick<Directory, 'steadyNow'>,
  { endsAt: expiresAt }: { endsAt?: string | undefined },
): boolean {
  return expiresAt === undefined || isHeld({ expiresAt }, steadyNow());
}

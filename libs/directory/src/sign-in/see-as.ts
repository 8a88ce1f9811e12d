import { DomainError, type UserId } from '#libs/domain';
import type { Directory } from '../core/directory.js';
import { command } from '../core/command.js';
import type { CommandContext } from '../core/execute.js';
import { ifConditionHolds } from '../core/retries.js';
import type { Tenant } from '../core/tenant.js';
import { decideInTurn, loadUser, ofUsers } from '../aggregates/user/users.js';
import { sessionEntity } from '../table/items/sessions.js';
import type { Session } from './sessions.js';

/** The user as whom a session reads, and until when. */
export type Seeing = NonNullable<Session['seeing']>;

/**
 * Lets a session read as a user, and nothing else, in one commit with the event in the user's history.
 * @throws DomainError `seeing_as` if the session does so already, or has ended; `user_not_found`, `user_suspended`, `user_invited`
 */
export async function seeAs(
  tenant: Tenant,
  { sessionId, userId, until, reason }: { sessionId: string; userId: UserId; until: string; reason: string },
  context: CommandContext,
): Promise<Seeing> {
  const { directory, accountId } = tenant;
  const seeing = { accountId, userId, until };
  const session = {
    operation: sessionEntity.update(
      { sessionId },
      { set: { seeing }, condition: (c) => c.notExists('seeing') },
    ),
    refusal: () => new DomainError('seeing_as', 'The session is already seeing as a user, or has ended.'),
  };
  const { change, view } = ofUsers(tenant);
  await command(tenant, context, {
    change,
    aggregateId: userId,
    load: () => loadUser(tenant, userId),
    decide: (loaded, by) => decideInTurn(directory, loaded, [{ type: 'see_as', reason, until }], by),
    view: (changed, loaded) => ({ ...view(changed, loaded), guards: [session] }),
  });
  return seeing;
}

/** The session acts as its own person again. */
export async function endSeeingAs({ table }: Directory, sessionId: string): Promise<void> {
  await ifConditionHolds(table.update(sessionEntity, { sessionId }, { remove: ['seeing'] }));
}

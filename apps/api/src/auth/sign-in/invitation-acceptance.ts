import type { Directory } from '#libs/directory';
import type { Identity } from '#libs/domain';

/** Accepts invitations for people who sign in with one: provided by the invitations, of which signing in knows nothing else. */
export abstract class InvitationAcceptance {
  /** @throws DomainError as `acceptInvitation` of the directory */
  abstract accept(
    directory: Directory,
    token: string,
    context: { correlationId: string; identity: Identity },
  ): Promise<unknown>;
}

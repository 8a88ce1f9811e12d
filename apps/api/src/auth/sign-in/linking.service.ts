import { Injectable } from '@nestjs/common';
import {
  linkAtSignIn,
  listAccountsOfIdentity,
  type AccountOfIdentity,
  type Directory,
} from '#libs/directory';
import { DomainError, type Identity } from '#libs/domain';
import { InvitationAcceptance } from './invitation-acceptance.js';
import type { ProvenIdentity } from './providers.js';

interface SigningIn extends Identity {
  claims: ProvenIdentity['claims'];
  correlationId: string;
}

/** Links the identity of a person who signs in to the users whom they prove to be. */
@Injectable()
export class LinkingService {
  constructor(private readonly invitations: InvitationAcceptance) {}

  /**
   * Accepts an invitation with the identity that was just proven.
   * @throws DomainError as `acceptInvitation`, except that an invitation the person has already accepted is no error
   */
  async accept(
    directory: Directory,
    token: string,
    { issuer, subject, correlationId }: SigningIn,
  ): Promise<void> {
    try {
      await this.invitations.accept(directory, token, { correlationId, identity: { issuer, subject } });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invitation_accepted') throw error;
    }
  }

  /** The accounts a person may use, including those whose rules take them for a user of theirs from now on. */
  async accountsOf(
    directory: Directory,
    { issuer, subject, claims, correlationId }: SigningIn,
  ): Promise<AccountOfIdentity[]> {
    const accounts = await listAccountsOfIdentity(directory, { issuer, subject });
    const textOf = (claim: string) => (Object.hasOwn(claims, claim) ? textIn(claims[claim]) : undefined);
    // Exactly true: a provider that sends anything else has not said that it verified the address.
    const email = claims['email_verified'] === true ? textOf('email') : undefined;
    const person = { issuer, subject, email, textOf };
    const linked = await linkAtSignIn(directory, person, accounts, { correlationId });
    return linked.length === 0 ? accounts : listAccountsOfIdentity(directory, { issuer, subject });
  }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

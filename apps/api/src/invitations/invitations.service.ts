import { Inject, Injectable } from '@nestjs/common';
import {
  acceptInvitation,
  getInvitation,
  inviteAgain,
  inviteUser,
  listInvitations,
  removeUser,
  type CommandContext,
  type Directory,
  type InvitationTerms,
  type InvitationView,
  type Outcome,
  type Page,
  type PageRequest,
  type Removal,
  type Tenant,
} from '#libs/directory';
import { DomainError, type User } from '#libs/domain';
import { hashOf, invitationToken, readInvitationToken } from '#libs/invitation-tokens';
import { mayManageOwners, type Caller } from '../access-control/caller.js';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { directoryProblem } from '../problems/directory-problems.js';
import { Problem } from '../problems/problem.js';
import type { CreateInvitationDto, InvitationResultDto } from './invitations.dto.js';
import { representInvitation } from './invitations.dto.js';

const VALID_FOR_MS = 7 * 24 * 60 * 60 * 1000;
const ROWS_AT_ONCE = 5;

@Injectable()
export class InvitationsService {
  constructor(
    @Inject(DIRECTORY) private readonly directory: Directory,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async invite(
    tenant: Tenant,
    caller: Caller,
    { name, email, role = 'member' }: CreateInvitationDto,
    command: CommandContext,
  ): Promise<Outcome<User>> {
    if (role === 'owner' && !mayManageOwners(caller))
      throw new Problem('owner_needed', 'Only an owner or an operator may invite an owner.');
    return inviteUser(this.directory, tenant, { name, email, role }, this.terms(), command);
  }

  /** Each row by itself: one that is refused stops no other. Rows that were invited before are refused the next time. */
  async inviteMany(
    tenant: Tenant,
    caller: Caller,
    rows: readonly CreateInvitationDto[],
    command: CommandContext,
  ): Promise<InvitationResultDto[]> {
    const results: InvitationResultDto[] = [];
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      const part = rows.slice(first, first + ROWS_AT_ONCE);
      results.push(
        ...(await Promise.all(
          part.map((row, at) => this.inviteRow(tenant, caller, row, first + at, command)),
        )),
      );
    }
    return results;
  }

  private async inviteRow(
    tenant: Tenant,
    caller: Caller,
    row: CreateInvitationDto,
    index: number,
    command: CommandContext,
  ): Promise<InvitationResultDto> {
    try {
      const { state } = await this.invite(tenant, caller, row, command);
      const invitation = representInvitation(await this.get(tenant, state.userId));
      return { index, status: 'invited', invitation, code: null, detail: null };
    } catch (error) {
      const problem = error instanceof Problem ? error : directoryProblem(error);
      if (!problem) throw error;
      return { index, status: 'refused', invitation: null, code: problem.code, detail: problem.detail };
    }
  }

  async resend(
    tenant: Tenant,
    caller: Caller,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<User>> {
    await this.requireManageable(tenant, caller, userId);
    return inviteAgain(this.directory, tenant, userId, this.terms(), command);
  }

  /** The user is removed: its email is free again, and the token is no good any more. */
  async revoke(
    tenant: Tenant,
    caller: Caller,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<Removal>> {
    const { version } = await this.requireManageable(tenant, caller, userId);
    // Of this version, which is invited: who has accepted meanwhile is not removed.
    const expectedVersion = command.expectedVersion ?? version;
    return removeUser(this.directory, tenant, userId, { ...command, expectedVersion });
  }

  get(tenant: Tenant, userId: string): Promise<InvitationView> {
    return getInvitation(this.directory, tenant, userId);
  }

  list(tenant: Tenant, page: PageRequest): Promise<Page<InvitationView>> {
    return listInvitations(this.directory, tenant, page);
  }

  accept(token: string, correlationId: string): Promise<User> {
    const presented = readInvitationToken(token);
    if (!presented) throw new DomainError('invitation_not_found', 'This is no invitation.');
    return acceptInvitation(this.directory, presented, { correlationId });
  }

  /** What an owner was invited with is for owners to repeat or to take back. */
  private async requireManageable(tenant: Tenant, caller: Caller, userId: string): Promise<User> {
    const { user } = await this.get(tenant, userId);
    if (user.role === 'owner' && !mayManageOwners(caller))
      throw new Problem('owner_needed', 'Only an owner or an operator may do this to an invited owner.');
    return user;
  }

  private terms(): InvitationTerms {
    const { invitationSecret } = this.configuration;
    const tokenHashOf = (accountId: string, eventId: string) =>
      hashOf(invitationToken(invitationSecret, accountId, eventId));
    return { tokenHashOf, validForMs: VALID_FOR_MS };
  }
}

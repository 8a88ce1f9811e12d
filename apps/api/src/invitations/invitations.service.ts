import { Inject, Injectable } from '@nestjs/common';
import {
  acceptInvitation,
  ContentionError,
  getInvitation,
  inspectInvitation,
  INVITATION_VALID_FOR_MS,
  inviteAgain,
  inviteUser,
  listInvitations,
  removeUser,
  type AcceptanceContext,
  type BatchOutcome,
  type CommandContext,
  type Directory,
  type InspectedInvitation,
  type InvitationTerms,
  type InvitationView,
  type Outcome,
  searchInvitations,
  type SearchPage,
  type Removal,
  type RowResult,
} from '#libs/directory';
import { DomainError, type User } from '#libs/domain';
import { hashOf, invitationToken, readInvitationToken } from '#libs/secrets';
import { inParallel } from '#libs/pacing';
import { mayManageOwners, requireScope, type RequestTenant } from '../auth/caller/caller.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import type { Change } from '../commands/command.js';
import { isSearch, listSearchOf } from '../http/query/search.dto.js';
import { requireOwnerFor } from '../auth/caller/owner-rules.js';
import type { UserRequest } from '../users/except-owners.js';
import { MailLimits } from './mail-limits.js';
import {
  toInvitationsDto,
  type CreateInvitationDto,
  type InvitationListQueryDto,
} from './invitations.dto.js';

const ROWS_AT_ONCE = 5;
/** An error of the request, not of the row that met it first. */
const OF_THE_WHOLE: ReadonlySet<string> = new Set([
  'account_not_found',
  'account_suspended',
  'idempotency_key_reused',
  'user_erased',
]);

interface InvitedRow {
  result: RowResult<InvitationView>;
  isRepeated: boolean;
}

/** What a command is carried out on: of one that is only repeated, nothing is known. */
type Invited = Pick<User, 'version'> & Partial<Pick<User, 'email'>>;

const NEVER: Invited = { version: 0 };

async function answerBefore<State>(
  run: (context: CommandContext, user: Invited) => Promise<Outcome<State>>,
  command: CommandContext,
): Promise<Outcome<State> | undefined> {
  try {
    return await run({ ...command, expectedVersion: NEVER.version }, NEVER);
  } catch (error) {
    if (!(error instanceof DomainError) || OF_THE_WHOLE.has(error.code)) throw error;
    return undefined;
  }
}

/** An invitation as it was first sent, to be returned again whatever has happened to it since. */
function firstInvitation(
  { state, answeredBefore }: Outcome<User>,
  { actor }: CommandContext,
): InvitationView {
  const user = answeredBefore ? (JSON.parse(String(answeredBefore.answer)) as User) : state;
  const sentAt = user.createdAt;
  const validUntil = new Date(Date.parse(sentAt) + INVITATION_VALID_FOR_MS).toISOString();
  return { user, invitedBy: actor, sentCount: 1, sentAt, validUntil };
}

@Injectable()
export class InvitationsService {
  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly mails: MailLimits,
  ) {}

  async invite({ tenant, caller, command }: Change, input: CreateInvitationDto): Promise<Outcome<User>> {
    if (input.role === 'owner' && !mayManageOwners(caller))
      throw new DomainError('owner_needed', 'Only an owner or an operator may invite an owner.');
    requireOwnerFor(caller, input.role);
    if (input.serviceGroupIds?.length) requireScope(caller, 'memberships:write');
    const admit = () => this.mails.take(tenant.accountId, input.email);
    return inviteUser(tenant, input, this.terms(), { ...command, admit });
  }

  /** Each row on its own. Rows that were already invited are refused the next time. */
  async inviteMany(
    change: Change,
    rows: readonly CreateInvitationDto[],
  ): Promise<BatchOutcome<InvitationView>> {
    const { caller } = change;
    // Before any row: after signing in again, the client sends all of them again.
    for (const { role } of rows)
      if (role !== 'owner' || mayManageOwners(caller)) requireOwnerFor(caller, role);
    if (rows.some(({ serviceGroupIds }) => serviceGroupIds?.length))
      requireScope(caller, 'memberships:write');
    const invited: InvitedRow[] = [];
    await inParallel(rows, ROWS_AT_ONCE, async (row, index) => {
      invited[index] = await this.inviteRow(change, row, index);
    });
    const results = invited.map(({ result }) => result);
    const isRepeated =
      invited.some((row) => row.isRepeated) && !results.some((row) => row.done && row.events.length > 0);
    if (!isRepeated) return { rows: results };
    return { answeredBefore: { answer: JSON.stringify(toInvitationsDto(results)) } };
  }

  private async inviteRow(change: Change, row: CreateInvitationDto, index: number): Promise<InvitedRow> {
    const { receipt, ...rest } = change.command;
    // Each row has its own receipt, so that an interrupted batch continues where it stopped.
    const ofRow = receipt && { ...receipt, idempotencyKey: `${receipt.idempotencyKey}/${index}` };
    try {
      const outcome = await this.invite({ ...change, command: { ...rest, receipt: ofRow } }, row);
      const state = firstInvitation(outcome, change.command);
      const events = [...outcome.events];
      return {
        result: { done: true, state, changed: true, events },
        isRepeated: outcome.answeredBefore !== undefined,
      };
    } catch (error) {
      const ofThisRow =
        error instanceof DomainError ? !OF_THE_WHOLE.has(error.code) : error instanceof ContentionError;
      if (!ofThisRow) throw error;
      return { result: { done: false, error: error as DomainError | ContentionError }, isRepeated: false };
    }
  }

  resend(request: UserRequest): Promise<Outcome<User>> {
    const { tenant, userId } = request;
    return withInvitation(request, (context, { email }) => {
      const admit = email === undefined ? undefined : () => this.mails.take(tenant.accountId, email);
      return inviteAgain(tenant, userId, this.terms(), { ...context, admit });
    });
  }

  list(tenant: RequestTenant, query: InvitationListQueryDto): Promise<SearchPage<InvitationView>> {
    const { limit, cursor, role, order } = query;
    if (!isSearch(query) && role === undefined && order === 'asc')
      return listInvitations(tenant, { limit, cursor });
    return searchInvitations(tenant, { ...listSearchOf(query), role });
  }

  inspect(directory: Directory, token: string): Promise<InspectedInvitation> {
    const presented = readInvitationToken(token);
    if (!presented) throw new DomainError('invitation_not_found', 'token is not that of an invitation.');
    return inspectInvitation(directory, presented, this.terms());
  }

  accept(directory: Directory, token: string, context: AcceptanceContext): Promise<User> {
    const presented = readInvitationToken(token);
    if (!presented) throw new DomainError('invitation_not_found', 'token is not that of an invitation.');
    return acceptInvitation(directory, presented, this.terms(), context);
  }

  private terms(): InvitationTerms {
    const { invitationSecret } = this.configuration;
    const tokenHashOf = (accountId: string, eventId: string) =>
      hashOf(invitationToken(invitationSecret, accountId, eventId));
    return { tokenHashOf };
  }
}

export function revokeInvitation(request: UserRequest): Promise<Outcome<Removal>> {
  const { tenant, userId } = request;
  return withInvitation(request, (context, { version }) => {
    // For this version, which is invited: a user who has accepted in the meantime is not removed.
    const expectedVersion = context.expectedVersion ?? version;
    return removeUser(tenant, userId, { ...context, expectedVersion });
  });
}

/** If the invitation is gone, a repeated request still gets its first answer: with an impossible version, or it fails. */
async function withInvitation<State>(
  { tenant, caller, userId, command }: UserRequest,
  run: (context: CommandContext, user: Invited) => Promise<Outcome<State>>,
): Promise<Outcome<State>> {
  const invitation = await getInvitation(tenant, userId).catch(async (error: unknown) => {
    if (!command.receipt || !(error instanceof DomainError)) throw error;
    return { error, before: await answerBefore(run, command) };
  });
  if ('error' in invitation) {
    if (!invitation.before) throw invitation.error;
    return invitation.before;
  }
  const { user } = invitation;
  requireOwnerFor(caller, user.role);
  return run(command, user);
}

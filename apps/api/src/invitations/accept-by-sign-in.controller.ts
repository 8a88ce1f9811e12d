import { Body, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Public } from '../auth/caller/allow.decorator.js';
import { requireSameOrigin } from '../auth/sessions/same-origin.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { directoryFor } from '../directory/request-directory.js';
import { InvitationAttempts } from './attempts.js';
import { InvitationsService } from './invitations.service.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { Problem } from '../problems/problem.js';
import { Addresses } from '../auth/sign-in/addresses.js';
import { RedirectDto } from '../auth/sign-in/auth.dto.js';
import { AcceptBySignInDto } from './invitations.dto.js';
import { SignInService } from '../auth/sign-in/sign-in.service.js';

@Public()
@ApiTags('SignIn')
@Controller('auth/accept-invitation')
export class AcceptBySignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly addresses: Addresses,
    private readonly attempts: InvitationAttempts,
    private readonly invitations: InvitationsService,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /**
   * Begins a sign-in that accepts an invitation: the person who returns from the identity provider is linked to the invited user. The
   * page sends the browser to `redirectTo`.
   */
  @ApiProblems('sign_in_not_configured', 'unknown_provider', 'invitation_not_found', 'invitation_accepted')
  @ApiProblems('cross_site_request', 'rate_limited')
  @HttpCode(200)
  @Post()
  async acceptBySignIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { token, provider }: AcceptBySignInDto,
  ): Promise<RedirectDto> {
    this.signIn.required();
    requireSameOrigin(request);
    this.addresses.limit(request);
    await this.attempts.requireAllowed(request, token);
    // Nobody should learn only after signing in that it was for nothing.
    const { user, status } = await this.invitations.inspect(directoryFor(request, this.directory), token);
    if (status === 'expired')
      throw new Problem('invitation_not_found', 'The invitation is unknown or no longer valid.');
    const returnTo = `/a/${user.accountId}`;
    const { to, cookies } = await this.signIn.begin(request, { returnTo, provider, invitation: token });
    reply.header('set-cookie', cookies);
    return { redirectTo: to };
  }
}

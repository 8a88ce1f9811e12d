import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readInvitationToken } from '#libs/invitation-tokens';
import { Public } from '../../access-control/allow.decorator.js';
import { requireSameOrigin } from '../../access-control/sessions/same-origin.js';
import { InvitationAttempts } from '../../invitations/attempts.js';
import { ApiProblems } from '../../openapi/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { Addresses } from '../addresses.js';
import { AcceptBySignInDto, RedirectDto } from '../auth.dto.js';
import { SignInService } from '../sign-in.service.js';

@Public()
@ApiTags('SignIn')
@Controller('auth/accept-invitation')
export class AcceptBySignInController {
  constructor(
    private readonly signIn: SignInService,
    private readonly addresses: Addresses,
    private readonly attempts: InvitationAttempts,
  ) {}

  /**
   * Begins a sign-in that accepts an invitation: the person who returns from the identity provider is linked to the invited user. The
   * page sends the browser to `redirectTo`.
   */
  @ApiProblems('sign_in_not_configured', 'unknown_provider', 'invitation_not_found')
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
    this.attempts.requireAllowed(request, token);
    const invited = readInvitationToken(token);
    if (!invited) throw new Problem('invitation_not_found', 'token is not that of an invitation.');
    const returnTo = `/a/${invited.accountId}`;
    const { to, cookies } = await this.signIn.begin(request, { returnTo, provider, invitation: token });
    reply.header('set-cookie', cookies);
    return { redirectTo: to };
  }
}

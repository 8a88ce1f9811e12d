import { Controller, Get, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Public } from '../caller/allow.decorator.js';
import { requireSameOrigin } from '../sessions/same-origin.js';
import { DIRECTORY } from '../../directory/directory.module.js';
import { directoryFor } from '../../directory/request-directory.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { Addresses } from './addresses.js';
import { LoginQueryDto, LogoutTokenDto, ProviderListDto, RedirectDto } from './auth.dto.js';
import { redirect } from './redirect.js';
import { SignInService } from './sign-in.service.js';

@Public()
@ApiTags('SignIn')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly signIn: SignInService,
    private readonly addresses: Addresses,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /** Lists the identity providers at which people can sign in. */
  @ApiProblems('sign_in_not_configured')
  @Get('providers')
  listProviders(): ProviderListDto {
    const { providers } = this.signIn.required();
    return { data: providers.map(({ name, title }) => ({ name, title })), nextCursor: null };
  }

  /** Redirects a browser to the identity provider to sign in. It returns to `returnTo`. */
  @ApiProblems(
    'sign_in_not_configured',
    'unknown_provider',
    'invalid_format',
    'cross_site_request',
    'rate_limited',
  )
  @ApiProblems('too_long', 'too_short', 'out_of_range', 'wrong_type')
  @HttpCode(302)
  @Get('login')
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() { returnTo, provider, loginHint, maxAge }: LoginQueryDto,
  ): Promise<void> {
    this.signIn.required();
    requireNavigation(request);
    this.addresses.limit(request);
    redirect(reply, await this.signIn.begin(request, { returnTo, provider, loginHint, maxAge }));
  }

  /** Ends the session of this browser. Also succeeds if there is none. */
  @ApiProblems('sign_in_not_configured', 'cross_site_request')
  @HttpCode(200)
  @Post('logout')
  async logout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RedirectDto> {
    this.signIn.required();
    requireSameOrigin(request);
    const { to, cookies } = await this.signIn.end(directoryFor(request, this.directory), request);
    reply.header('set-cookie', cookies);
    return { redirectTo: to };
  }

  /** Ends the sessions that an identity provider has ended (OpenID Connect Back-Channel Logout 1.0). */
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ type: LogoutTokenDto })
  @ApiProblems('sign_in_not_configured', 'invalid_logout_token', 'rate_limited')
  @HttpCode(200)
  @Post('backchannel-logout')
  async backchannelLogout(@Req() request: FastifyRequest): Promise<void> {
    this.signIn.required();
    this.addresses.limit(request);
    const { logout_token: token = '' } = (request.body ?? {}) as { logout_token?: string };
    await this.signIn.endFromProvider(directoryFor(request, this.directory), token);
  }
}

/** @throws Problem `cross_site_request` for requests made by a page in the background */
function requireNavigation({ headers }: FastifyRequest): void {
  const mode = headers['sec-fetch-mode'];
  const destination = headers['sec-fetch-dest'];
  if ((mode ?? 'navigate') === 'navigate' && (destination ?? 'document') === 'document') return;
  throw new Problem('cross_site_request', 'The sign-in page must be visited, not fetched or framed.');
}

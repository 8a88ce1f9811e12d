import { Controller, Get, HttpCode, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Public } from '../caller/allow.decorator.js';
import { DIRECTORY } from '../../directory/directory.module.js';
import { directoryFor } from '../../directory/request-directory.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { IgnoresUnknownParameters } from '../../http/query/known-input.guard.js';
import { Addresses } from './addresses.js';
import { redirect } from './redirect.js';
import { SignInService } from './sign-in.service.js';

/** Providers add their own parameters to their answers. */
@IgnoresUnknownParameters()
@Public()
@ApiTags('SignIn')
@Controller('auth/callback')
export class CallbackController {
  constructor(
    private readonly signIn: SignInService,
    private readonly addresses: Addresses,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /** The callback of the identity provider, if there is only one. */
  @ApiProblems('sign_in_not_configured', 'sign_in_failed', 'no_user_for_identity', 'rate_limited')
  @HttpCode(303)
  @Get()
  async completeSignIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.complete(request, reply, undefined);
  }

  /** The callback of an identity provider, if there are several. */
  @ApiProblems('sign_in_not_configured', 'sign_in_failed', 'no_user_for_identity', 'rate_limited')
  @HttpCode(303)
  @Get(':provider')
  async completeSignInAt(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('provider') provider: string,
  ): Promise<void> {
    await this.complete(request, reply, provider);
  }

  private async complete(
    request: FastifyRequest,
    reply: FastifyReply,
    provider: string | undefined,
  ): Promise<void> {
    this.signIn.required();
    this.addresses.limit(request);
    redirect(reply, await this.signIn.complete(directoryFor(request, this.directory), request, provider));
  }
}

import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Public } from '../../auth/caller/allow.decorator.js';
import { DIRECTORY } from '../../directory/directory.module.js';
import { directoryFor } from '../../directory/request-directory.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { InspectNoticeDto, NoticeDto } from './notices.dto.js';
import { NoticesService } from './notices.service.js';

@ApiTags('AccessRequests')
@Controller('v1/notices')
export class NoticesController {
  constructor(
    private readonly notices: NoticesService,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /** Gets the recipients and the content of a mail about access: for the mailer, which computes the token. */
  @Public()
  @ApiProblems('event_not_found')
  @HttpCode(200)
  @Post('inspect')
  inspectNotice(@Req() request: FastifyRequest, @Body() { token }: InspectNoticeDto): Promise<NoticeDto> {
    return this.notices.inspect(directoryFor(request, this.directory), token);
  }
}

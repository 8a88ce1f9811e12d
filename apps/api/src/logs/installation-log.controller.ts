import { Controller, Get, Header, Param, Req, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentDirectory } from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { Problem } from '../problems/problem.js';
import { BYTES, found, LogReaders, NOTE, sendTile, toLogBatchDto, type TileParams } from './log-readers.js';
import { LogBatchDto } from './logs.dto.js';

/** For monitors. An account gets what it needs of this log in its proofs: here it could see how many others there are. */
@ApiTags('Log')
@Allow('log:monitor')
@Controller('v1/log')
export class InstallationLogController {
  constructor(private readonly readers: LogReaders) {}

  /** Gets the newest checkpoint of the log of all accounts, with the cosignatures of its witnesses. */
  @ApiProblems('not_logged')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @Header('content-type', NOTE)
  @Get('checkpoint')
  async getInstallationCheckpoint(@CurrentDirectory() directory: Directory): Promise<string> {
    return found(await this.readers.of(directory).installation.checkpoint());
  }

  /** Gets hashes of the log of all accounts, or its entries, which are the roots of batches, as a tile of https://c2sp.org/tlog-tiles. */
  @ApiProblems('not_logged')
  @ApiOkResponse({ content: { [BYTES]: { schema: { type: 'string', format: 'binary' } } } })
  @Get('tile/:level/*')
  getInstallationTile(
    @CurrentDirectory() directory: Directory,
    @Req() { params }: FastifyRequest,
  ): Promise<StreamableFile> {
    return sendTile(this.readers.of(directory).installation, params as TileParams);
  }

  /** Gets a batch of the log of all accounts: a line for each account that changed. */
  @ApiProblems('not_logged')
  @Get('batches/:batch')
  async getInstallationBatch(
    @CurrentDirectory() directory: Directory,
    @Param('batch') batch: string,
  ): Promise<LogBatchDto> {
    if (!/^(0|[1-9]\d{0,14})$/.test(batch)) throw new Problem('not_logged', 'There is no such batch.');
    const index = Number(batch);
    return toLogBatchDto(index, found(await this.readers.of(directory).installation.batch(index)));
  }
}

import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addScimRefusals, MAX_SCIM_REFUSALS, type Directory, type ScimRefusal } from '#libs/directory';
import { recognizedCaller } from '../../auth/caller/caller.js';
import { DIRECTORY } from '../../directory/directory.module.js';
import { pathOf } from '../../problems/path.js';
import { partsBehind } from '../schema/scim-base.js';
import { refusalOf } from '../protocol/scim-error.js';

const LOOKED_EVERY_MS = 1_000;
/** Of an account: a storm of refusals is one write in this time. */
const WRITTEN_EVERY_MS = 10_000;
/** Beyond these, refusals of further accounts are not recorded for the moment. */
const MAX_ACCOUNTS = 1_000;

const RESOURCES = new Set([
  'Users',
  'Groups',
  'Bulk',
  'Me',
  'ServiceProviderConfig',
  'ResourceTypes',
  'Schemas',
]);
const OWN_ID = /^(user|sgrp|team)_[0-9A-HJKMNP-TV-Z]{26}$/;

interface Waiting {
  refusals: ScimRefusal[];
  writtenAt: number;
}

/** Records, in the background, which requests with an account's own API keys were refused. Others are nobody's. */
@Injectable()
export class ScimRefusals implements OnApplicationShutdown {
  private readonly accounts = new Map<string, Waiting>();
  private readonly logger = new Logger('ScimRefusals');
  private readonly timer: NodeJS.Timeout;
  private writing = Promise.resolve();

  constructor(
    @Inject(DIRECTORY) private readonly directory: Directory,
    { httpAdapter }: HttpAdapterHost,
  ) {
    httpAdapter.getInstance<FastifyInstance>().addHook('onResponse', (request, reply, done) => {
      this.note(request, reply.statusCode);
      done();
    });
    this.timer = setInterval(() => void this.write(), LOOKED_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.write(-Infinity);
  }

  private note(request: FastifyRequest, status: number): void {
    const code = refusalOf(request);
    const caller = recognizedCaller(request);
    if (code === undefined || status >= 500) return;
    if (caller?.kind !== 'api-key' || caller.accountId === undefined) return;
    if (!this.accounts.has(caller.accountId) && this.accounts.size >= MAX_ACCOUNTS) return;
    const at = new Date(this.directory.now()).toISOString();
    const refusal = { at, apiKeyId: caller.id, method: request.method, ...resourceIn(request), status, code };
    const waiting = this.accounts.get(caller.accountId) ?? { refusals: [], writtenAt: -Infinity };
    waiting.refusals = [refusal, ...waiting.refusals].slice(0, MAX_SCIM_REFUSALS);
    this.accounts.set(caller.accountId, waiting);
  }

  /** Writes those of accounts that were not written lately. What cannot be written is kept for the next time. */
  write(notWithinMs = WRITTEN_EVERY_MS): Promise<void> {
    this.writing = this.writing.then(() => this.writeWaiting(notWithinMs));
    return this.writing;
  }

  private async writeWaiting(notWithinMs: number): Promise<void> {
    for (const [accountId, waiting] of this.accounts) {
      const restedMs = Date.now() - waiting.writtenAt;
      if (restedMs < notWithinMs) continue;
      const { refusals } = waiting;
      if (refusals.length === 0) {
        if (restedMs >= WRITTEN_EVERY_MS) this.accounts.delete(accountId);
        continue;
      }
      waiting.refusals = [];
      waiting.writtenAt = Date.now();
      try {
        await addScimRefusals(this.directory, accountId, refusals);
      } catch (error) {
        waiting.refusals = [...waiting.refusals, ...refusals].slice(0, MAX_SCIM_REFUSALS);
        this.logger.warn(`Refused SCIM requests could not be recorded: ${String(error)}`);
      }
    }
  }
}

/** Of the path only our own names and ids: an identity provider may put anything there. */
function resourceIn({ raw }: FastifyRequest): { resource?: string; resourceId?: string } {
  const [resource = '', resourceId = ''] = partsBehind(pathOf(raw.url));
  return {
    ...(RESOURCES.has(resource) && { resource }),
    ...(OWN_ID.test(resourceId) && { resourceId }),
  };
}

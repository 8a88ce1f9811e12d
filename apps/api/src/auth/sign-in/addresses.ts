import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InProcessBuckets } from '../rate-limits/in-process-buckets.js';
import { Problem } from '../../problems/problem.js';
import { clientNetwork } from '../../configuration/trusted-proxies.js';

/** Signing in takes two requests, and each calls the provider. Many people may share one address. */
const OF_ADDRESS = { perSecond: 5, burst: 100 };

@Injectable()
export class Addresses {
  private readonly buckets = new InProcessBuckets();

  /** @throws Problem `rate_limited` */
  limit(request: FastifyRequest): void {
    const { allowed, resetSeconds } = this.buckets.take([clientNetwork(request)], OF_ADDRESS);
    if (allowed) return;
    throw new Problem('rate_limited', 'Too many sign-ins from this address.', {
      headers: { 'retry-after': String(resetSeconds) },
    });
  }
}

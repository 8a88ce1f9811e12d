import type { EventType } from '#libs/domain';

/** An EventBridge event pattern (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html). */
export interface PatternExample {
  need: string;
  pattern: Record<string, unknown>;
}

const source = ['rollbook'];
const types = (...names: EventType[]) => names;

export const PATTERN_EXAMPLES: readonly PatternExample[] = [
  { need: 'everything', pattern: { source } },
  { need: 'everything of one account', pattern: { source, detail: { accountid: ['acct_01EXAMPLE'] } } },
  { need: 'everything about users', pattern: { source, 'detail-type': [{ prefix: 'user.' }] } },
  {
    need: 'who may enter which service group',
    pattern: {
      source,
      'detail-type': types(
        'service_group.member_added',
        'service_group.member_removed',
        'user.activated',
        'user.suspended',
        'user.reactivated',
        'user.removed',
        'account.suspended',
        'account.reactivated',
        'account.closed',
      ),
    },
  },
  {
    need: 'one service group',
    pattern: { source, detail: { data: { serviceGroupId: ['sgrp_01EXAMPLE'] } } },
  },
  {
    need: 'users who became owner',
    pattern: {
      source,
      $or: [
        { 'detail-type': types('user.created', 'user.invited'), detail: { data: { role: ['owner'] } } },
        { 'detail-type': types('user.role_changed'), detail: { data: { role: ['owner'] } } },
      ],
    },
  },
  {
    need: 'changes by people, not by the platform itself',
    pattern: { source, detail: { actor: [{ 'anything-but': { prefix: 'system:' } }] } },
  },
  {
    need: 'everything needed to greet new colleagues from one domain',
    pattern: {
      source,
      'detail-type': types('user.created'),
      detail: { data: { email: [{ suffix: { 'equals-ignore-case': '@example.com' } }] } },
    },
  },
  { need: 'events too large for the bus', pattern: { source, detail: { dataref: [{ exists: true }] } } },
];

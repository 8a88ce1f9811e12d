import type { AccessRequestId, ServiceGroupId, UserId } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { claimOf, ownItemOf } from '../../aggregates/access-request/changes.js';
import {
  accessRequestEntity,
  openAccessRequestEntity,
  ownAccessRequestEntity,
} from '../../table/items/access-requests.js';
import { eventEntity } from '../../table/items/events.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { accountId, at, head, otherUserId, userId } from './sample.js';

/** A service group that members may ask for, for which one of two users has an open request. */

export const requestedGroupId: ServiceGroupId = 'sgrp_2';
export const accessRequestId: AccessRequestId = 'areq_1';
export const requestingUserId: UserId = userId;
export const otherRequestingUserId: UserId = otherUserId;

const request = {
  ...head,
  accessRequestId,
  userId: requestingUserId,
  serviceGroupId: requestedGroupId,
  serviceGroupName: 'prod',
  status: 'requested',
  lapsesAt: '2026-03-17T12:00:00.000Z',
} as const;

export const accessRequestSample: readonly WriteOperation[] = [
  serviceGroupEntity.put({
    ...head,
    serviceGroupId: requestedGroupId,
    name: 'prod',
    status: 'active',
    membershipRules: { membersMayAsk: true },
  }),
  accessRequestEntity.put(request),
  openAccessRequestEntity.put(claimOf(request)),
  ownAccessRequestEntity.put(ownItemOf(request)),
  eventEntity.put({
    eventId: `${accessRequestId}.1`,
    type: 'access_request.requested',
    schemaVersion: 1,
    accountId,
    aggregateId: accessRequestId,
    version: 1,
    at,
    actor: `user:${requestingUserId}`,
    correlationId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
    causationId: 'cmd_1',
    data: {
      accessRequestId,
      userId: requestingUserId,
      userName: '',
      userEmail: '',
      serviceGroupId: requestedGroupId,
      serviceGroupName: 'prod',
      lapsesAt: request.lapsesAt,
    },
    personal: 'sealed',
    personalOf: requestingUserId,
    createdAt: at,
    updatedAt: at,
  }),
];

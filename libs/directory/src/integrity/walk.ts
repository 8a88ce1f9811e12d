import type { Directory } from '../directory.js';
import { apiKeyEntity, eventEntity, serviceGroupEntity, userEntity } from '../entities.js';
import { webhookEndpointEntity } from '../webhooks/entities.js';
import { kindOfId } from '../ids.js';
import type { AccountCheck, StoredHead } from './check-aggregate.js';
import { newTally, type MembershipTally } from './check-index.js';
import type { Removal } from './check-removals.js';
import { confirmed } from './confirm.js';
import type { Diagnosis, Finding } from './findings.js';

export interface VerifyOptions {
  /** Sees each finding, once. */
  onFinding?: (finding: Finding) => void;
  /** Sees how far it is: how many of an account's aggregates and indexes are done. */
  onProgress?: (done: number, total: number) => void;
  /**
   * What looks wrong is looked at again after so long, and counts only when it is still so: commands run meanwhile, and
   * indexes lag behind.
   */
  recheckAfterMs?: number;
  /** Events younger than this are not looked for in the account's log, which is an index. */
  logSettledAfterMs?: number;
  /** How long a removal's job may rest before it is reported. */
  stuckAfterMs?: number;
}

export interface Verification {
  accountId: string;
  aggregates: number;
  events: number;
  memberships: number;
  findings: Record<Finding['level'], number>;
}

/** What a walk over an account has seen so far. */
export interface Walk {
  check: AccountCheck;
  /** Names by service group, filled while these are looked at. */
  groupNames: Map<string, { version: number; name: string }[]>;
  groupIds: string[];
  userIds: string[];
  apiKeyIds: string[];
  webhookEndpointIds: string[];
  isKnown: (aggregateId: string) => boolean;
  verification: Verification;
  holdings: {
    emails: Map<string, string>;
    names: Map<string, string>;
    owners: Set<string>;
    externalIds: Map<string, string>;
  };
  removals: Map<string, Removal>;
  /** How many members each service group has, by the users' events. */
  members: Map<string, number>;
  tally: MembershipTally;
  stuckAfterMs: number;
  /** @param guard the aggregate whose version guards the repair */
  report: (diagnosis: Diagnosis, guard?: StoredHead) => void;
  wasReported: (finding: Finding) => boolean;
  progress: () => void;
  /** Repeats a check that found something wrong, until it is sure. */
  confirm: <T extends { diagnoses: Diagnosis[] }>(run: () => Promise<T>) => Promise<T>;
}

const NOT_USERS: ReadonlySet<string | undefined> = new Set(['serviceGroup', 'apiKey', 'webhookEndpoint']);
const RECHECK_AFTER_MS = 1_000;
const LOG_SETTLED_AFTER_MS = 30_000;
const STUCK_AFTER_MS = 15 * 60 * 1000;

/** @param onDiagnosis sees what would repair each finding */
export async function startWalk(
  directory: Directory,
  accountId: string,
  options: VerifyOptions,
  onDiagnosis?: (diagnosis: Diagnosis, guard: StoredHead | undefined) => void,
): Promise<Walk> {
  const { recheckAfterMs = RECHECK_AFTER_MS, stuckAfterMs = STUCK_AFTER_MS, onFinding } = options;
  const { ids, check, groupNames, events } = await survey(directory, accountId, options);
  const findings = { wrong: 0, stale: 0, pending: 0 };
  const reported = new Set<string>();
  const itemOf = ({ key }: Finding) => JSON.stringify(key);
  const others = [...ids].filter((id) => id !== accountId).sort();
  const groupIds = others.filter((id) => kindOfId(id) === 'serviceGroup');
  const apiKeyIds = others.filter((id) => kindOfId(id) === 'apiKey');
  const webhookEndpointIds = others.filter((id) => kindOfId(id) === 'webhookEndpoint');
  const userIds = others.filter((id) => !NOT_USERS.has(kindOfId(id)));
  return {
    check,
    groupNames,
    groupIds,
    userIds,
    apiKeyIds,
    webhookEndpointIds,
    isKnown: (id) => ids.has(id),
    verification: { accountId, aggregates: ids.size, events, memberships: 0, findings },
    holdings: { emails: new Map(), names: new Map(), owners: new Set(), externalIds: new Map() },
    removals: new Map(),
    members: new Map(),
    tally: newTally(),
    stuckAfterMs,
    report(diagnosis, guard) {
      const { finding } = diagnosis;
      findings[finding.level] += 1;
      if (finding.key) reported.add(itemOf(finding));
      onFinding?.(finding);
      onDiagnosis?.(diagnosis, guard);
    },
    wasReported: (finding) => reported.has(itemOf(finding)),
    progress: counter(ids.size + groupIds.length, options.onProgress),
    confirm: (run) => confirmed(directory, accountId, run, recheckAfterMs),
  };
}

/** Everything of an account that has events or a head, and how many events the log shows of each. */
async function survey(
  directory: Directory,
  accountId: string,
  { logSettledAfterMs = LOG_SETTLED_AFTER_MS }: VerifyOptions,
) {
  const { table, now } = directory;
  const loggedUpTo = new Date(now() - logSettledAfterMs).toISOString();
  const logged = new Map<string, number>();
  const ids = new Set([accountId]);
  let events = 0;
  const log = table.each(eventEntity.by('GSI1'), { accountId }, { select: ['aggregateId', 'at'] });
  for await (const { aggregateId, at } of log) {
    events += 1;
    ids.add(aggregateId);
    if (at <= loggedUpTo) logged.set(aggregateId, (logged.get(aggregateId) ?? 0) + 1);
  }
  const users = table.each(userEntity, { accountId }, { consistent: true, select: ['userId'] });
  for await (const { userId } of users) ids.add(userId);
  const select = ['serviceGroupId'] as const;
  const groups = table.each(serviceGroupEntity, { accountId }, { consistent: true, select });
  for await (const { serviceGroupId } of groups) ids.add(serviceGroupId);
  const apiKeys = table.each(apiKeyEntity, { accountId }, { consistent: true, select: ['apiKeyId'] });
  for await (const { apiKeyId } of apiKeys) ids.add(apiKeyId);
  const endpoints = table.each(
    webhookEndpointEntity,
    { accountId },
    { consistent: true, select: ['webhookEndpointId'] },
  );
  for await (const { webhookEndpointId } of endpoints) ids.add(webhookEndpointId);
  const groupNames: Walk['groupNames'] = new Map();
  const check: AccountCheck = { directory, accountId, groupNames, logged, loggedUpTo };
  return { ids, events, groupNames, check };
}

function counter(total: number, onProgress: VerifyOptions['onProgress']): () => void {
  let done = 0;
  onProgress?.(0, total);
  return () => onProgress?.((done = Math.min(done + 1, total)), total);
}

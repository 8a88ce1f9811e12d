import { AGGREGATE_KINDS, kindOfAggregate, type AggregateKind, type IdOf } from '#libs/domain';
import type { UndeclaredAttributes } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { eventEntity } from '../table/items/events.js';
import type { LogKey } from '../log/log-key.js';
import { headIds } from '../table/items/heads.js';
import type { AccountCheck, StoredHead } from './checks/aggregate.js';
import { newTally, type MembershipTally } from './checks/derived/index-entries.js';
import type { Removal } from './checks/removals.js';
import { confirmed } from './confirm.js';
import type { KnownServiceGroup } from './derivation/compare-attributes.js';
import type { Diagnosis, Finding } from './derivation/findings.js';

export interface VerifyOptions {
  onFinding?: (finding: Finding) => void;
  onProgress?: (done: number, total: number) => void;
  /**
   * After this time, whatever looks wrong is checked again, and counts only if it is still wrong: commands run in the
   * meantime, and indexes lag behind.
   */
  recheckAfterMs?: number;
  /** Events younger than this are not expected in the account's log, which is an index. */
  logSettledAfterMs?: number;
  /** How long a removal's job may stall before it is reported. */
  stuckAfterMs?: number;
  /** Whose newest checkpoint is compared with the events. */
  logKey?: Pick<LogKey, 'origin' | 'publicKey'> | undefined;
}

export interface Verification {
  accountId: string;
  aggregates: number;
  events: number;
  memberships: number;
  findings: Record<Finding['level'], number>;
}

type IdsByKind = { readonly [Kind in AggregateKind]: readonly IdOf<Kind>[] };

export interface Walk {
  check: AccountCheck;
  /** Names by service group, filled while these are checked. */
  groupNames: Map<string, KnownServiceGroup>;
  ids: IdsByKind;
  isKnown: (aggregateId: string) => boolean;
  verification: Verification;
  holdings: {
    emails: Map<string, string>;
    names: Map<string, readonly string[]>;
    owners: Set<string>;
    externalIds: Map<string, string>;
  };
  removals: Map<string, Removal>;
  /** How many members each service group has, according to the users' events. */
  members: Map<string, number>;
  /** Of each team that users are in by their events, one of them. */
  inTeams: Map<string, string>;
  tally: MembershipTally;
  /** The items read so far that store more than their entities declare, by key. */
  undeclared: ReadonlyMap<string, UndeclaredAttributes>;
  recheckAfterMs: number;
  stuckAfterMs: number;
  /** @param guard the aggregate whose version guards the repair */
  report: (diagnosis: Diagnosis, guard?: StoredHead) => void;
  wasReported: (finding: Finding) => boolean;
  progress: () => void;
  /** Repeats a check that found something wrong, until it is sure. */
  confirm: <T extends { diagnoses: Diagnosis[] }>(run: () => Promise<T>) => Promise<T>;
}

const RECHECK_AFTER_MS = 1_000;
const LOG_SETTLED_AFTER_MS = 30_000;
const STUCK_AFTER_MS = 15 * 60 * 1000;

/** @param onDiagnosis called with the repair of each finding */
export async function startWalk(
  directory: Directory,
  accountId: string,
  options: VerifyOptions,
  onDiagnosis?: (diagnosis: Diagnosis, guard: StoredHead | undefined) => void,
): Promise<Walk> {
  const { recheckAfterMs = RECHECK_AFTER_MS, stuckAfterMs = STUCK_AFTER_MS, onFinding } = options;
  const undeclared = new Map<string, UndeclaredAttributes>();
  const note = (found: UndeclaredAttributes) => void undeclared.set(JSON.stringify(found.key), found);
  const inspected = { ...directory, table: directory.table.inspected(note) };
  const { ids, check, groupNames, events } = await survey(inspected, accountId, options);
  const findings = { wrong: 0, stale: 0, pending: 0 };
  const reported = new Set<string>();
  const itemOf = ({ key }: Finding) => JSON.stringify(key);
  const byKind = sortedByKind(ids);
  return {
    check,
    groupNames,
    ids: byKind,
    isKnown: (id) => ids.has(id),
    verification: { accountId, aggregates: ids.size, events, memberships: 0, findings },
    holdings: { emails: new Map(), names: new Map(), owners: new Set(), externalIds: new Map() },
    removals: new Map(),
    members: new Map(),
    inTeams: new Map(),
    tally: newTally(),
    undeclared,
    recheckAfterMs,
    stuckAfterMs,
    report(diagnosis, guard) {
      const { finding } = diagnosis;
      findings[finding.level] += 1;
      if (finding.key) reported.add(itemOf(finding));
      onFinding?.(finding);
      onDiagnosis?.(diagnosis, guard);
    },
    wasReported: (finding) => reported.has(itemOf(finding)),
    progress: counter(ids.size + byKind['service-group'].length, options.onProgress),
    confirm: (run) => confirmed(directory, accountId, run, recheckAfterMs),
  };
}

/** Everything of an account that has events or a head, and how many events of each the log shows. */
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
  for (const kind of AGGREGATE_KINDS)
    if (kind !== 'account') for await (const id of headIds(table, accountId, kind)) ids.add(id);
  const groupNames: Walk['groupNames'] = new Map();
  const check: AccountCheck = { directory, accountId, groupNames, logged, loggedUpTo };
  return { ids, events, groupNames, check };
}

/** Ids without a known prefix are checked as users. */
function sortedByKind(ids: ReadonlySet<string>): IdsByKind {
  const sorted = [...ids].sort();
  const of = (kind: AggregateKind) => sorted.filter((id) => (kindOfAggregate(id) ?? 'user') === kind);
  return Object.fromEntries(AGGREGATE_KINDS.map((kind) => [kind, of(kind)])) as unknown as IdsByKind;
}

function counter(total: number, onProgress: VerifyOptions['onProgress']): () => void {
  let done = 0;
  onProgress?.(0, total);
  return () => onProgress?.((done = Math.min(done + 1, total)), total);
}

import { setMaxListeners } from 'node:events';
import { backoff } from '#libs/pacing';
import { DAY_SECONDS } from '#libs/domain';
import type { KeptState, Rule, Target } from '../state/bus-state.js';
import { compileEventPattern, type EventMatcher } from '../events/event-pattern.js';
import type { Journal, JournalRecord } from '../events/journal.js';
import { ruleArn, targetKey } from '../state/names.js';
import { postJson } from './post.js';
import type { TargetFiles } from './target-files.js';

export interface DeliveryOptions {
  state: KeptState;
  journal: Journal;
  files: TargetFiles;
  deadLetterFile: string;
}

/** EventBridge's defaults (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-retry-policy.html). */
const MAX_ATTEMPTS = 185;
const MAX_AGE_SECONDS = DAY_SECONDS;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 60_000;
/** Events of one target that wait for a retry while later ones continue. */
const MAX_WAITING = 100;
/** How many events a request to the target may carry. */
const EVENTS_AT_ONCE_HEADER = 'x-events-at-once';
const SAVE_DELAY_MS = 1_000;
const SAVE_AGAIN_MS = 1_000;

export class Delivery {
  private readonly following = new Map<
    string,
    { target: string; rule: string; stop: AbortController; done: Promise<void> }
  >();
  private saving: NodeJS.Timeout | undefined;

  constructor(private readonly options: DeliveryOptions) {}

  refresh(): void {
    const wanted = new Map<string, { rule: Rule; target: Target }>();
    for (const rule of this.options.state.rules)
      for (const target of rule.targets)
        if (rule.State === 'ENABLED')
          wanted.set(targetKey(rule.EventBusName, rule.Name, target.Id), { rule, target });
    for (const [key, running] of this.following) {
      const next = wanted.get(key);
      const same =
        next && running.target === JSON.stringify(next.target) && running.rule === next.rule.EventPattern;
      if (same) wanted.delete(key);
      else {
        running.stop.abort();
        this.following.delete(key);
      }
    }
    for (const [key, { rule, target }] of wanted) {
      const stop = new AbortController();
      // Every event that waits for a retry listens to it.
      setMaxListeners(0, stop.signal);
      const done = this.follow(key, rule, target, stop.signal);
      this.following.set(key, { target: JSON.stringify(target), rule: rule.EventPattern, stop, done });
    }
  }

  async stop(): Promise<void> {
    const running = [...this.following.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ done }) => done));
    clearTimeout(this.saving);
    this.options.state.save();
  }

  /** On a full disk it is retried: at worst, deliveries that were not recorded are repeated. */
  private saveSoon(afterMs: number): void {
    this.saving ??= setTimeout(() => {
      this.saving = undefined;
      try {
        this.options.state.save();
      } catch {
        this.saveSoon(SAVE_AGAIN_MS);
      }
    }, afterMs);
  }

  private async follow(key: string, rule: Rule, target: Target, signal: AbortSignal): Promise<void> {
    const { state, journal } = this.options;
    const matches = compileEventPattern(rule.EventPattern);
    // Events the target has not accepted yet although later ones were sent.
    const waiting = new Set<number>();
    let reached = state.cursors[key] ?? journal.lastSeq;
    const moveCursor = () => {
      // Another follower has taken over. Once all are stopped there is none, and deliveries are recorded.
      if (this.following.get(key)?.stop.signal !== signal) return;
      state.cursors[key] = waiting.size > 0 ? Math.min(...waiting) - 1 : reached;
      this.saveSoon(SAVE_DELAY_MS);
    };
    const retries = new Set<Promise<void>>();
    for await (const page of journal.follow(reached, signal)) {
      const wanted = page.filter((record) => isFor(record, rule, matches));
      const together = await this.deliveredTogether(target, wanted, signal);
      for (const record of page) {
        if (!together.has(record) && isFor(record, rule, matches)) {
          // The first attempt is made in order; if it fails, retries run alongside later events.
          if (!(await this.attempt(record, rule, target, 1, signal))) {
            waiting.add(record.seq);
            const retrying = this.retry(record, rule, target, signal).then((isDone) => {
              if (!isDone) return;
              waiting.delete(record.seq);
              moveCursor();
            });
            retries.add(retrying);
            void retrying.finally(() => retries.delete(retrying));
          }
          while (retries.size >= MAX_WAITING && !signal.aborted) await Promise.race(retries);
        }
        reached = record.seq;
        if (signal.aborted && !together.has(record)) break;
      }
      moveCursor();
    }
    await Promise.all(retries);
  }

  /** True if the event was delivered, or given up. */
  private async attempt(
    record: JournalRecord,
    rule: Rule,
    target: Target,
    attempt: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const failure = await this.send(target, JSON.stringify(record.event));
    if (failure === undefined) return true;
    if (signal.aborted) return false;
    const { MaximumRetryAttempts = MAX_ATTEMPTS, MaximumEventAgeInSeconds = MAX_AGE_SECONDS } =
      target.RetryPolicy ?? {};
    const isTooOld = (Date.now() - record.acceptedAt) / 1000 > MaximumEventAgeInSeconds;
    const exhausted =
      attempt > MaximumRetryAttempts
        ? 'MaximumRetryAttempts'
        : isTooOld
          ? 'MaximumEventAgeInSeconds'
          : undefined;
    if (failure.retry && !exhausted) return false;
    try {
      await this.giveUp(record, rule, target, failure.reason, attempt, exhausted);
      return true;
    } catch {
      // A dead letter that cannot be written does not count.
      return false;
    }
  }

  /** False if it was stopped before the event was delivered or given up. */
  private async retry(
    record: JournalRecord,
    rule: Rule,
    target: Target,
    signal: AbortSignal,
  ): Promise<boolean> {
    const retry = backoff(FIRST_RETRY_MS, LONGEST_RETRY_MS);
    for (let attempt = 2; !signal.aborted; attempt += 1) {
      await retry.wait(signal);
      if (!signal.aborted && (await this.attempt(record, rule, target, attempt, signal))) return true;
    }
    return false;
  }

  private async giveUp(
    record: JournalRecord,
    rule: Rule,
    target: Target,
    reason: string,
    attempts: number,
    exhausted: string | undefined,
  ): Promise<void> {
    const named = target.DeadLetterConfig?.Arn;
    const { files, deadLetterFile } = this.options;
    const file = (named && files.pathOf(named)) ?? deadLetterFile;
    const letter = {
      RULE_ARN: ruleArn(rule.EventBusName, rule.Name),
      TARGET_ARN: target.Arn,
      ERROR_CODE: exhausted ? 'SDK_CLIENT_ERROR' : 'NO_RETRY',
      ERROR_MESSAGE: reason,
      RETRY_ATTEMPTS: attempts - 1,
      ...(exhausted ? { EXHAUSTED_RETRY_CONDITION: exhausted } : {}),
      event: record.event,
    };
    await files.append(file, JSON.stringify(letter));
  }

  /**
   * Sends many events in a request, as a list, to a target that asks for it by a header, as a queue on AWS would hand them over.
   * @returns those accepted; the others are sent one by one
   */
  private async deliveredTogether(
    target: Target,
    records: readonly JournalRecord[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<JournalRecord>> {
    const most = Number(target.HttpParameters?.HeaderParameters?.[EVENTS_AT_ONCE_HEADER] ?? 1);
    const delivered = new Set<JournalRecord>();
    for (let at = 0; most > 1 && at < records.length - 1 && !signal.aborted; at += most) {
      const batch = records.slice(at, at + most);
      const inputs = batch.map(({ event }) => JSON.stringify(event));
      if (await this.send(target, `[${inputs.join()}]`)) break;
      for (const record of batch) delivered.add(record);
    }
    return delivered;
  }

  /** Why a target did not accept an event, and whether a retry makes sense. */
  private async send(target: Target, body: string): Promise<{ reason: string; retry: boolean } | undefined> {
    try {
      if (target.Arn.startsWith('file://')) {
        const { files } = this.options;
        // A rule that an earlier version stored can name any file.
        const path = files.pathOf(target.Arn);
        if (path === undefined) return { reason: files.refusalOf(target.Arn), retry: false };
        await files.append(path, body);
        return undefined;
      }
      const url = new URL(target.Arn);
      const { HeaderParameters = {}, QueryStringParameters = {} } = target.HttpParameters ?? {};
      for (const [name, value] of Object.entries(QueryStringParameters)) url.searchParams.set(name, value);
      const status = await postJson(url, body, HeaderParameters);
      if (status >= 200 && status < 300) return undefined;
      // As EventBridge does for API destinations: other client errors are permanent.
      const retry = status >= 500 || status === 429 || status === 409 || status === 401;
      return { reason: `The target answered ${status}.`, retry };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error), retry: true };
    }
  }
}

function isFor(record: JournalRecord, rule: Rule, matches: EventMatcher): boolean {
  return record.bus === rule.EventBusName && matches(record.event);
}

import {
  startStreamProcessorProcess,
  type StreamProcessorProcess,
} from '../../support/streams/stream-processor-process.js';
import type { Random } from './random.js';

/** Steps of the reader, and of the bus, at which a worker ends itself. */
const NAMED_POINTS = [
  'before-handle',
  'before-put',
  'after-handle',
  'before-shard-end',
  'takeover',
  'checkpointed',
];

export interface WorkerOptions {
  table: string;
  endpoint: string;
  busUrl: string;
  workers: number;
  kills: number;
  mutation?: string | undefined;
  random: Random;
  tuning: Record<string, number>;
}

/** A named point that is not reached in this time gives way to a kill at a random moment. */
const PATIENCE_MS = 6_000;

/** Keeps some workers running, ends them with SIGKILL as often as asked, and starts others in their place. */
export function killingWorkers(options: WorkerOptions) {
  const { random, kills, mutation, tuning, ...where } = options;
  const points = new Map<string, number>();
  const running = new Set<StreamProcessorProcess>();
  const notices: string[] = [];
  let planned = 0;
  let killed = 0;
  let stopping = false;

  const start = () => {
    // Each named point in turn, and every so often a moment that nobody chose.
    const plan =
      planned < kills ? [...NAMED_POINTS, 'random'][planned % (NAMED_POINTS.length + 1)] : undefined;
    if (plan) planned += 1;
    const killAt = plan === 'random' ? undefined : plan;
    const killAfter = plan === 'takeover' || plan === 'before-shard-end' ? 0 : random.below(4);
    const worker = startStreamProcessorProcess({ ...where, tuning, mutation, killAt, killAfter });
    running.add(worker);
    let cause = plan;
    const timer = plan
      ? setTimeout(
          () => {
            cause = 'random';
            worker.kill();
          },
          plan === 'random' ? 300 + random.below(1_200) : PATIENCE_MS,
        )
      : undefined;
    void worker.exited.then((how) => {
      clearTimeout(timer);
      running.delete(worker);
      notices.push(...worker.notices);
      if (stopping) return;
      if (how !== 'SIGKILL') notices.push(`A worker ended with ${how}.`);
      killed += 1;
      points.set(cause ?? 'none', (points.get(cause ?? 'none') ?? 0) + 1);
      start();
    });
  };
  for (let n = 0; n < where.workers; n += 1) start();

  return {
    get killed() {
      return killed;
    },
    /** How many ended at each point. */
    points: () => Object.fromEntries(points),
    get notices() {
      return [
        ...notices,
        ...[...running].flatMap((worker) => ['A worker that still runs:', ...worker.notices]),
      ];
    },
    async stop() {
      stopping = true;
      await Promise.all([...running].map((worker) => worker.stop()));
    },
  };
}

import { formatNumber } from '../../components/data/numbers.js';
import { Progress } from '../../components/feedback/progress.js';
import { TEXTS as JOB_TEXTS } from '../jobs/texts.js';
import type { Import } from './queries.js';
import { TEXTS } from './texts.js';

interface ImportProgressProps {
  job: Import | undefined;
  /** It is on its way to the API. */
  isSending: boolean;
  dryRun?: boolean;
}

/** Says how far a job has come, also to those who do not see it. */
export function ImportProgress({ job, isSending, dryRun = false }: ImportProgressProps) {
  const isRunning = job !== undefined && (job.status === 'running' || job.status === 'paused') && !job.stop;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm">
        {isSending ? TEXTS.sending : job && sentenceOf(job, dryRun)}
      </p>
      {isRunning && (
        <Progress label={dryRun ? TEXTS.checking : TEXTS.running} value={job.processed} of={job.rows} />
      )}
      {isRunning && !dryRun && <p className="text-xs text-muted">{TEXTS.runningHint}</p>}
    </div>
  );
}

function sentenceOf({ status, stop, rows, refused, processed }: Import, dryRun: boolean): string {
  if (stop) return JOB_TEXTS.stopped(stop.detail);
  if (status === 'cancelled') return dryRun ? TEXTS.checkCancelled : TEXTS.importCancelled;
  if (status !== 'done') return dryRun ? TEXTS.checking : TEXTS.running;
  return dryRun ? TEXTS.would(rows - refused, refused) : TEXTS.did(processed - refused, refused);
}

const COUNTS = Object.entries(TEXTS.counts) as [keyof typeof TEXTS.counts, string][];

export function ImportCounts({ job }: { job: Import }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
      {COUNTS.map(([name, title]) => (
        <div key={name} className="rounded-md border border-line px-3 py-2">
          <dt className="text-xs text-muted">{title}</dt>
          <dd
            className={`text-xl font-semibold tabular-nums ${name === 'refused' && job.refused > 0 ? 'text-bad' : ''}`}
          >
            {formatNumber(job[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

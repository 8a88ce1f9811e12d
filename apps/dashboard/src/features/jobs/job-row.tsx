import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button, buttonClass } from '../../components/controls/button.js';
import { formatNumber } from '../../components/data/numbers.js';
import { Time } from '../../components/data/time.js';
import { Badge } from '../../components/feedback/badge.js';
import { Problem } from '../../components/feedback/problem.js';
import { useMay } from '../../session/session.js';
import { UndoButton } from '../undo/undo-button.js';
import { Progress } from '../../components/feedback/progress.js';
import { isCheck, refusedUrl, steerJob, type Job } from '../../api/resources/jobs.js';
import { TEXTS } from './texts.js';

/** Its rows stay changed when it has ended. */
function isUndoable({ status, rows, processed, refused, import: imported }: Job): boolean {
  const hasEnded = status === 'done' || status === 'cancelled';
  return hasEnded && rows !== null && !imported?.dryRun && processed > (refused ?? 0);
}

const TONES = { running: 'accent', paused: 'warn', done: 'good', cancelled: 'neutral' } as const;

interface JobRowProps {
  job: Job;
  /** Who started it, if that is known. */
  by?: string | undefined;
}

export function JobRow({ job, by }: JobRowProps) {
  const steer = useMutation({ mutationFn: (step: 'pause' | 'resume' | 'cancel') => steerJob(job, step) });
  const may = useMay(job.accountId);
  const { id, accountId, type, status, processed, rows, refused, stop, steps, createdAt } = job;
  const imported = job.import;
  const title = isCheck(job)
    ? TEXTS.check
    : ((job.bulk && TEXTS.actions[job.bulk.action]) ?? TEXTS.types[type] ?? type);
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words">
          {title}
          {imported?.fileName && (
            <>
              {': '}
              <bdi>{imported.fileName}</bdi>
            </>
          )}
        </span>
        <Badge tone={TONES[status]}>{TEXTS.statuses[status]}</Badge>
        <span className="text-xs text-faint">
          {TEXTS.started} <Time at={createdAt} />
          {by !== undefined && (
            <>
              {' '}
              {TEXTS.by} <bdi>{by}</bdi>
            </>
          )}
        </span>
        <span className="ml-auto flex flex-wrap gap-2">
          {refused !== null && refused > 0 && (
            <a href={refusedUrl(accountId, id)} download className={buttonClass('secondary', true)}>
              <Download aria-hidden className="size-3.5" /> {TEXTS.download}
            </a>
          )}
          {isUndoable(job) && may('events:read') && may('users:write') && (
            <UndoButton
              change={{ accountId, correlationId: job.correlationId, at: createdAt }}
              of={title}
              {...(job.revertedBy !== null && { undone: TEXTS.undone })}
            />
          )}
          {steps.map((step) => (
            <Button key={step} small disabled={steer.isPending} onClick={() => steer.mutate(step)}>
              {TEXTS[step]}
            </Button>
          ))}
        </span>
      </div>
      {rows !== null && status !== 'done' && <Progress label={title} value={processed} of={rows} />}
      <p className="text-xs text-muted tabular-nums">
        {rows === null
          ? TEXTS.processed(formatNumber(processed))
          : TEXTS.progress(formatNumber(processed), formatNumber(rows))}
        {refused !== null && refused > 0 && (
          <span className="text-bad">
            {' '}
            · {TEXTS[isCheck(job) ? 'wouldBeRefused' : 'refused'](formatNumber(refused))}
          </span>
        )}
      </p>
      {stop && <p className="text-xs text-bad">{TEXTS.stopped(stop.detail)}</p>}
      {steer.error && <Problem error={steer.error} />}
    </li>
  );
}

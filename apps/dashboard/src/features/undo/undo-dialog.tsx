import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.js';
import { Button, buttonClass } from '../../components/controls/button.js';
import { Problem } from '../../components/feedback/problem.js';
import { RunningProgress } from '../../components/feedback/progress.js';
import { toast } from '../../components/feedback/toasts.js';
import { Dialog } from '../../components/overlays/dialog.js';
import { finishedJob, refusedUrl, type Job } from '../../api/resources/jobs.js';
import { refusedPartsQuery, undo, undoQuery, type Change } from './queries.js';
import { RefusedParts } from './refused-parts.js';
import { TEXTS } from './texts.js';
import { UndoPreview } from './undo-preview.js';

/** Says what undoing a change would do, or why it cannot be undone, before anything happens; then how far a job has come with it. */
export function UndoDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const [running, setRunning] = useState<Job>();
  const run = useMutation({
    mutationFn: async () => {
      const job = await undo(change);
      if (job) setRunning(job);
      const finished = job && (await finishedJob(job, setRunning));
      // Everything on the page may be about what is undone.
      await queryClient.invalidateQueries();
      return finished;
    },
    onSuccess(job) {
      if (job?.refused) return;
      toast(job ? TEXTS.done(job.processed) : TEXTS.undone);
      onClose();
    },
  });
  const isDone = run.isSuccess;
  // Once it has begun, what it would do is no longer of interest.
  const { data: tried, error } = useQuery({ ...undoQuery(change), enabled: !run.isPending && !isDone });
  return (
    <Dialog
      title={TEXTS.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{isDone || running ? TEXTS.close : TEXTS.cancel}</Button>
          {!isDone && (!running || run.isPending) && (
            <Button
              kind="primary"
              busy={run.isPending}
              blocked={!wouldDo(tried) && (error ? ' ' : TEXTS.checking)}
              onClick={() => run.mutate()}
            >
              {TEXTS.undo}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        {run.data ? (
          <Finished job={run.data} />
        ) : running ? (
          <Running job={running} />
        ) : error ? (
          <Problem error={error} />
        ) : tried ? (
          <UndoPreview accountId={change.accountId} tried={tried} />
        ) : (
          <p>{TEXTS.checking}</p>
        )}
        {run.error && <Problem error={run.error} />}
      </div>
    </Dialog>
  );
}

const wouldDo = (tried: { events: readonly unknown[] } | undefined) => Boolean(tried?.events.length);

function Running({ job: { processed, rows } }: { job: Job }) {
  const of = rows ?? processed;
  return (
    <RunningProgress label={TEXTS.progress(processed, of)} value={processed} of={of} goesOn={TEXTS.goesOn} />
  );
}

/** Of a job that has refused some. */
function Finished({ job }: { job: Job }) {
  const { accountId, id, processed } = job;
  const refused = job.refused ?? 0;
  const { data: parts = [] } = useQuery(refusedPartsQuery(job));
  return (
    <>
      <p role="status">{TEXTS.doneInAll(processed - refused)}</p>
      <RefusedParts title={TEXTS.refused(refused)} parts={parts} count={refused} />
      <p>
        <a href={refusedUrl(accountId, id)} download className={buttonClass('secondary', true)}>
          {TEXTS.allRefused}
        </a>
      </p>
    </>
  );
}

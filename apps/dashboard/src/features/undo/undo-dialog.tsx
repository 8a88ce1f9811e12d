import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../api/query-client.js';
import { useActorNames } from '../../api/resources/actors.js';
import { finishedJob, type Job, refusedUrl } from '../../api/resources/jobs.js';
import { classNames } from '../../components/class-names.js';
import { Button, buttonClass } from '../../components/controls/button.js';
import { Problem } from '../../components/feedback/problem.js';
import { RunningProgress } from '../../components/feedback/progress.js';
import { toast } from '../../components/feedback/toasts.js';
import { Dialog } from '../../components/overlays/dialog.js';
import { type Change, refusedPartsQuery, type TriedUndo, undo, undoQuery } from './queries.js';
import { RefusedParts } from './refused-parts.js';
import { TEXTS } from './texts.js';
import { willDo } from './will-do.js';

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

/** What undoing a change would do, according to the API's dry run. */
function UndoPreview({ accountId, tried }: { accountId: string; tried: TriedUndo }) {
  return (
    <>
      {'rows' in tried ? (
        <OneAtATime accountId={accountId} tried={tried} />
      ) : (
        <>
          <p>{TEXTS.would(tried.events.length)}</p>
          <Events accountId={accountId} events={tried.events} />
        </>
      )}
      <p className="text-muted">{TEXTS.again}</p>
    </>
  );
}

interface OneAtATimeProps {
  accountId: string;
  tried: Extract<TriedUndo, { rows: number }>;
}

function OneAtATime({ accountId, tried }: OneAtATimeProps) {
  const { rows, tried: looked, done, refused, samples, events } = tried;
  const refusals = samples.filter(({ outcome }) => outcome === 'refused');
  return (
    <>
      <p>{TEXTS.byJob(rows)}</p>
      <p>
        {TEXTS.wouldParts(done)}
        {looked < rows && ` ${TEXTS.triedOnly(looked)}`}
      </p>
      {events.length > 0 && <Events isShort {...{ accountId, events }} />}
      {refused > 0 && (
        <RefusedParts
          title={TEXTS.wouldBeRefused(refused)}
          count={refused}
          parts={refusals.map(({ name, userId, serviceGroupId, problem }) => ({
            name: name ?? userId ?? serviceGroupId ?? undefined,
            code: problem?.code ?? '',
            detail: problem?.detail ?? '',
          }))}
        />
      )}
    </>
  );
}

interface EventsProps {
  accountId: string;
  events: TriedUndo['events'];
  isShort?: boolean;
}

function Events({ accountId, events, isShort }: EventsProps) {
  const nameOf = useActorNames(accountId, events.flatMap(managerIn));
  return (
    <ul
      className={classNames('grid list-disc gap-1 overflow-y-auto pl-5', isShort ? 'max-h-40' : 'max-h-72')}
      tabIndex={0}
      aria-label={TEXTS.title}
    >
      {events.map((event) => (
        <li key={event.id}>{willDo(event, nameOf)}</li>
      ))}
    </ul>
  );
}

/** Events about managers keep nobody's name. */
const managerIn = ({ type, data }: TriedUndo['events'][number]) =>
  type.startsWith('service_group.manager_') ? [`user:${String(data['userId'])}`] : [];

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Problem } from '../../../components/feedback/problem.js';
import type { Kind } from '../columns.js';
import { hasContents } from '../draft/draft.js';
import { afterCheck } from '../draft/refusals.js';
import { ACCEPTED_FILES } from '../file-drop.js';
import { ImportCounts, ImportProgress } from '../import-counts.js';
import { type Import, importQuery } from '../queries.js';
import { RefusedRows } from '../refused/refused-rows.js';
import { useRefusals } from '../refused/use-refusals.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';
import { StepCard } from './step-card.js';

/** What an import would do. */
export function CheckStep({ flow, jobId = '' }: { flow: ImportFlow; jobId?: string | undefined }) {
  const { accountId, draft, pending, errors, goTo } = flow;
  const { data: job, error } = useQuery({ ...importQuery(accountId, jobId), enabled: jobId !== '' });
  const isOwn = draft.check !== undefined && draft.check.jobId === jobId;
  const refusals = useRefusals(flow, job, draft.check, afterCheck);
  const isGone = !hasContents(draft) || (job !== undefined && !isOwn);
  const hasRefused = job?.status === 'done' && job.refused > 0;
  return (
    <StepCard
      flow={flow}
      title={TEXTS.wouldTitle}
      description={draft.fileName && <bdi className="break-words">{draft.fileName}</bdi>}
      footer={
        <>
          <span className="mr-auto">
            <Button onClick={() => goTo(isGone ? {} : { step: 'columns' })}>{TEXTS.back}</Button>
          </span>
          {!isGone && <LeadOn flow={flow} job={job} isOwn={isOwn} />}
        </>
      }
    >
      <div className="grid gap-5">
        {[error, errors.check, errors.run].map((each, index) => each && <Problem key={index} error={each} />)}
        <ImportProgress job={job} isSending={pending.isSending} dryRun />
        {job && <ImportCounts job={job} />}
        {isGone && <FileGone flow={flow} isOwn={isOwn} kind={job?.kind ?? draft.kind} />}
        {job && (hasRefused || (isOwn && draft.rows.length > 0)) && (
          <RefusedRows flow={flow} job={job} isOwn={isOwn} read={refusals} hint={TEXTS.refusedHint} />
        )}
      </div>
    </StepCard>
  );
}

interface LeadOnProps {
  flow: ImportFlow;
  job: Import | undefined;
  isOwn: boolean;
}

/** To a further check, or to the import of exactly what was checked. */
function LeadOn({ flow: { draft, pending, startCheck, startRun }, job, isOwn }: LeadOnProps) {
  const isDone = job?.status === 'done' && !pending.isSending;
  const isRunning = job?.status === 'running' || pending.isSending;
  const count = job ? job.rows - job.refused : 0;
  const isReady = isOwn && !draft.isChanged;
  const isNext = isDone && isReady;
  return (
    <>
      <Button kind={isNext ? 'secondary' : 'primary'} busy={isRunning} onClick={startCheck}>
        {job || isRunning ? TEXTS.checkAgain : TEXTS.check}
      </Button>
      {isDone && (
        <Button
          kind={isReady ? 'primary' : 'secondary'}
          busy={pending.isStarting}
          blocked={!isReady ? TEXTS.checkFirst : count === 0 && TEXTS.nothingToRun}
          onClick={startRun}
        >
          {TEXTS.run(count)}
        </Button>
      )}
    </>
  );
}

interface FileGoneProps {
  flow: ImportFlow;
  /** Whether its name is known. */
  isOwn: boolean;
  kind: Kind;
}

/** Says that the file has to be chosen again, and takes it. */
function FileGone({ flow: { draft, takeAgain }, isOwn, kind }: FileGoneProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Banner
      tone="warn"
      {...(isOwn && { title: TEXTS.goneTitle(draft.fileName) })}
      action={
        <Button small onClick={() => input.current?.click()}>
          {TEXTS.chooseAgain}
        </Button>
      }
    >
      {isOwn ? TEXTS.gone : TEXTS.goneElsewhere}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_FILES}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) takeAgain(file, kind);
        }}
      />
    </Banner>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/controls/button.js';
import { Problem } from '../../../components/feedback/problem.js';
import { useMay } from '../../../session/session.js';
import { UndoButton } from '../../undo/undo-button.js';
import { afterImport } from '../draft/refusals.js';
import { ImportCounts, ImportProgress } from '../import-counts.js';
import { importQuery, type Import } from '../queries.js';
import { RefusedRows } from '../refused/refused-rows.js';
import { useRefusals } from '../refused/use-refusals.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';
import { StepCard } from './step-card.js';

/** What an import has done, and what can be done about that. */
export function ImportStep({ flow, jobId = '' }: { flow: ImportFlow; jobId?: string | undefined }) {
  const { accountId, draft, startCheck, startAnew } = flow;
  const { data: job, error } = useQuery(importQuery(accountId, jobId));
  const isOwn = draft.imported?.jobId === jobId && draft.isRest;
  const refusals = useRefusals(flow, job, draft.imported, afterImport);
  const hasEnded = job?.status === 'done' || job?.status === 'cancelled';
  const hasRefused = job?.status === 'done' && job.refused > 0;
  return (
    <StepCard
      flow={flow}
      title={hasEnded ? TEXTS.didTitle : TEXTS.running}
      description={draft.imported?.jobId === jobId && <bdi className="break-words">{draft.fileName}</bdi>}
      footer={
        <>
          <span className="mr-auto flex">{hasEnded && <Undo imported={job} />}</span>
          <Button onClick={startAnew}>{TEXTS.again}</Button>
          {hasRefused && isOwn && draft.rows.length > 0 && (
            <Button kind="primary" onClick={startCheck}>
              {TEXTS.checkAgain}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        {error && <Problem error={error} />}
        <ImportProgress job={job} isSending={false} />
        {job && <ImportCounts job={job} />}
        {hasRefused && (
          <RefusedRows flow={flow} job={job} isOwn={isOwn} read={refusals} hint={TEXTS.refusedLater} />
        )}
      </div>
    </StepCard>
  );
}

/** People who may change users may undo an import; the dialog says what else it takes. */
function Undo({ imported }: { imported: Import }) {
  const { accountId, correlationId, revertedBy, createdAt, created, changed } = imported;
  const may = useMay(accountId);
  if (created + changed === 0 || !may('events:read') || !may('users:write')) return null;
  return (
    <UndoButton
      change={{ accountId, correlationId, at: createdAt }}
      of={TEXTS.theImport}
      {...(revertedBy !== null && { undone: TEXTS.undone })}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { buttonClass } from '../../components/controls/button.js';
import { formatNumber } from '../../components/data/numbers.js';
import { Problem } from '../../components/feedback/problem.js';
import { Progress } from '../../components/feedback/progress.js';
import { Card } from '../../components/layout/card.js';
import { useMay } from '../../session/session.js';
import { UndoButton } from '../undo/undo-button.js';
import { refusedUrl } from '../../api/resources/jobs.js';
import { TEXTS as JOB_TEXTS } from '../jobs/texts.js';
import { importErrorsQuery, importQuery, type Import } from './queries.js';
import { TEXTS } from './texts.js';

const COUNTS = Object.entries(TEXTS.counts) as [keyof typeof TEXTS.counts, string][];

/** The progress of an import, and its result. */
export function ImportResult({ started }: { started: Import }) {
  const { accountId, id, dryRun } = started;
  const { data = started, error } = useQuery(importQuery(accountId, id));
  const isDone = data.status === 'done';
  return (
    <Card title={dryRun ? TEXTS.wouldTitle : TEXTS.didTitle}>
      <div className="grid gap-4">
        {error && <Problem error={error} />}
        {data.stop && <p className="text-sm text-bad">{JOB_TEXTS.stopped(data.stop.detail)}</p>}
        {!isDone && !data.stop && (
          <div className="grid gap-2" role="status">
            <p className="text-sm text-muted">{dryRun ? TEXTS.checking : TEXTS.running}</p>
            <Progress label={TEXTS.running} value={data.processed} of={data.rows} />
          </div>
        )}
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
          {COUNTS.map(([name, title]) => (
            <div key={name} className="rounded-md border border-line px-3 py-2">
              <dt className="text-xs text-muted">{title}</dt>
              <dd
                className={`text-xl font-semibold tabular-nums ${name === 'refused' && data.refused > 0 ? 'text-bad' : ''}`}
              >
                {formatNumber(data[name])}
              </dd>
            </div>
          ))}
        </dl>
        {isDone && data.refused > 0 && <RefusedRows started={started} />}
        {isDone && !dryRun && data.created + data.changed > 0 && <Undo imported={data} />}
      </div>
    </Card>
  );
}

/** Whoever may change users may undo an import; what else it takes is said before. */
function Undo({ imported: { accountId, correlationId, createdAt } }: { imported: Import }) {
  const may = useMay(accountId);
  if (!may('events:read') || !may('users:write')) return null;
  return (
    <p>
      <UndoButton change={{ accountId, correlationId, at: createdAt }} of={TEXTS.theImport} />
    </p>
  );
}

function RefusedRows({ started: { accountId, id } }: { started: Import }) {
  const { data } = useQuery(importErrorsQuery(accountId, id));
  return (
    <section className="grid gap-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{TEXTS.refusedTitle}</h3>
        <a href={refusedUrl(accountId, id)} download className={buttonClass('secondary', true)}>
          <Download aria-hidden className="size-3.5" /> {TEXTS.download}
        </a>
      </header>
      <ul className="divide-y divide-line rounded-md border border-line text-sm">
        {data?.data.map(({ line, lastLine, detail }) => (
          <li key={line} className="flex gap-4 px-3 py-2">
            <span className="min-w-16 shrink-0 text-muted tabular-nums">{TEXTS.lines(line, lastLine)}</span>
            <span className="min-w-0 break-words">{detail}</span>
          </li>
        ))}
      </ul>
      {data?.nextCursor && <p className="text-xs text-faint">{TEXTS.moreRefused}</p>}
    </section>
  );
}

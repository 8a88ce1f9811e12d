import { Download } from 'lucide-react';
import { refusedUrl } from '../../../api/resources/jobs.js';
import { buttonClass } from '../../../components/controls/button.js';
import type { Import, Refusals } from '../queries.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';
import { MendedRows } from './mended-rows.js';

interface RefusedRowsProps {
  flow: ImportFlow;
  job: Import;
  /** The draft has its rows. Otherwise they can only be read. */
  isOwn: boolean;
  /** Undefined until they are read. */
  read: Refusals | undefined;
  hint: string;
}

export function RefusedRows({ flow, job: { accountId, id, refused }, isOwn, read, hint }: RefusedRowsProps) {
  return (
    <section className="grid gap-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-sm font-semibold">{TEXTS.refusedTitle}</h3>
          {isOwn && <p className="text-xs text-muted">{hint}</p>}
        </div>
        {refused > 0 && (
          <a href={refusedUrl(accountId, id)} download className={buttonClass('secondary', true)}>
            <Download aria-hidden className="size-3.5" /> {TEXTS.download}
          </a>
        )}
      </header>
      {isOwn ? <MendedRows flow={flow} /> : read && <Reasons refusals={read.refusals} />}
      {read && !read.isWhole && (
        <p className="text-sm text-muted">{TEXTS.moreRefused(read.refusals.length, refused)}</p>
      )}
    </section>
  );
}

function Reasons({ refusals }: Pick<Refusals, 'refusals'>) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line text-sm">
      {refusals.map(({ line, lastLine, detail }) => (
        <li key={line} className="flex gap-4 px-3 py-2">
          <span className="min-w-16 shrink-0 text-muted tabular-nums">{TEXTS.lines(line, lastLine)}</span>
          <span className="min-w-0 break-words">{detail}</span>
        </li>
      ))}
    </ul>
  );
}

import { FileText } from 'lucide-react';
import { Button } from '../../../components/controls/button.js';
import { Select } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import type { Kind } from '../columns.js';
import { EXAMPLES } from '../examples.js';
import { FileDrop } from '../file-drop.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';
import { StepCard } from './step-card.js';

export function FileStep({ flow }: { flow: ImportFlow }) {
  const { draft, pending, errors, take, chooseKind, leaveFile } = flow;
  const { kind, file, fileName, facts, imported } = draft;
  const isChosen = file !== undefined && !imported;
  const isGone = facts !== undefined && file === undefined && !imported;
  return (
    <StepCard
      flow={flow}
      title={TEXTS.fileTitle}
      footer={
        isChosen && (
          <Button kind="primary" busy={pending.isInspecting} onClick={leaveFile}>
            {TEXTS.next}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        <label className="flex flex-wrap items-center gap-3 text-sm font-medium">
          {TEXTS.kind}
          <Select options={TEXTS.kinds} value={kind} onChoose={chooseKind} />
        </label>
        {errors.file && <Problem error={errors.file} />}
        {isChosen && (
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="sr-only">{TEXTS.chosen}: </span>
            <bdi className="min-w-0 font-medium break-words">{fileName}</bdi>
          </p>
        )}
        {isGone && (
          <p className="text-sm">
            <span className="block font-medium">{TEXTS.goneTitle(fileName)}</span>
            <span className="text-muted">{TEXTS.gone}</span>
          </p>
        )}
        <FileDrop title={isChosen ? TEXTS.dropOther : TEXTS.drop} onFile={(next) => take(next, kind)} />
        <Takes kind={kind} />
      </div>
    </StepCard>
  );
}

function Takes({ kind }: { kind: Kind }) {
  return (
    <section className="grid gap-2 text-sm">
      <p>{TEXTS.takes[kind]}</p>
      <p className="text-muted">{TEXTS.anyColumns}</p>
      <h3 className="mt-1 text-xs font-medium text-muted">{TEXTS.exampleTitle}</h3>
      <pre
        tabIndex={0}
        role="region"
        aria-label={TEXTS.exampleTitle}
        className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs"
      >
        {EXAMPLES[kind]}
      </pre>
    </section>
  );
}

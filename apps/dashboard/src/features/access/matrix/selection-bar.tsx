import { Button } from '../../../components/controls/button.js';
import { summaryOf, type Draft } from '../draft/draft.js';
import { TEXTS } from '../texts.js';

interface SelectionBarProps {
  people: number;
  /** Rows that are not loaded are selected too. */
  isWhole: boolean;
  groupNames: readonly string[];
  busy: boolean;
  onSet: (member: boolean) => void;
  onClear: () => void;
  draft: Draft;
  already: number;
  onReview: () => void;
}

/** The selection, and what can be drafted for all of it at once. */
export function SelectionBar({
  people,
  isWhole,
  groupNames,
  busy,
  onSet,
  onClear,
  draft,
  already,
  onReview,
}: SelectionBarProps) {
  const hasReview = draft.size + already > 0;
  return (
    <section
      aria-label={TEXTS.selection}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-accent/25 bg-soft px-4 py-2 text-sm shadow-md"
    >
      <p role="status" className="min-w-40 flex-1">
        {busy ? TEXTS.reading : TEXTS.selected(people, isWhole, groupNames)}
        {hasReview && !busy && (
          <span className="block text-xs text-muted">
            {[draft.size > 0 && TEXTS.summary(summaryOf(draft)), already > 0 && TEXTS.already(already)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button small disabled={busy} onClick={() => onSet(true)}>
          {TEXTS.give}
        </Button>
        <Button small disabled={busy} onClick={() => onSet(false)}>
          {TEXTS.end}
        </Button>
        <Button small kind="quiet" onClick={onClear}>
          {TEXTS.clearSelection}
        </Button>
        {hasReview && (
          <Button small kind="primary" disabled={busy} onClick={onReview}>
            {TEXTS.review}
          </Button>
        )}
      </span>
    </section>
  );
}

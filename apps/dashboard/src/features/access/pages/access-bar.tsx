import { useState } from 'react';
import type { MatrixGroup } from '../../../api/resources/matrix.js';
import { Button } from '../../../components/controls/button.js';
import { BottomBar } from '../../../components/layout/bottom-bar.js';
import { lazily } from '../../../components/lazily.js';
import { type Draft, summaryOf } from '../draft/draft.js';
import { columnsOf, rowsOf, type Selection } from '../matrix/selection.js';
import { TEXTS } from '../texts.js';

interface AccessBarProps {
  /** Undefined if nothing can be done with what is selected. */
  selection: Selection | undefined;
  draft: Draft;
  /** How many of those who are given access have it. */
  already: number;
  groups: readonly MatrixGroup[];
  total: number;
  busy: boolean;
  onFill: (member: boolean) => void;
  onSelect: (selection: Selection) => void;
  onReview: () => void;
  onDiscard: () => void;
}

/** What can be done with the selected cells, or else with the draft. */
export function AccessBar(props: AccessBarProps) {
  const { selection, draft, already, groups, total, busy, onFill, onSelect, onReview, onDiscard } = props;
  if (!selection && draft.size === 0) return null;
  return (
    <BottomBar>
      {selection ? (
        <SelectionBar
          people={rowsOf(selection, total)}
          isWhole={Boolean(selection.isWhole)}
          groupNames={columnsOf(selection, groups).map(({ name }) => name)}
          busy={busy}
          onSet={onFill}
          onClear={() => onSelect({ anchor: selection.active, active: selection.active })}
          draft={draft}
          already={already}
          onReview={onReview}
        />
      ) : (
        <Dock draft={draft} onReview={onReview} onDiscard={onDiscard} />
      )}
    </BottomBar>
  );
}

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
function SelectionBar({
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

const Confirm = lazily(async () => (await import('../../../components/overlays/confirm.js')).Confirm);

interface DockProps {
  draft: Draft;
  onReview: () => void;
  onDiscard: () => void;
}

function Dock({ draft, onReview, onDiscard }: DockProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <section
      aria-label="Draft"
      className="enter flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge bg-raised px-4 py-2.5 shadow-md"
    >
      <p role="status" className="text-sm font-medium">
        {TEXTS.summary(summaryOf(draft))}
      </p>
      <span className="flex gap-2">
        <Button kind="quiet" onClick={() => setConfirming(true)}>
          {TEXTS.discard}
        </Button>
        <Button kind="primary" onClick={onReview}>
          {TEXTS.review}
        </Button>
      </span>
      {isConfirming && (
        <Confirm
          danger
          title={TEXTS.discardTitle}
          action={TEXTS.discard}
          onConfirm={onDiscard}
          onClose={() => setConfirming(false)}
        >
          <p className="text-muted">
            {TEXTS.summary(summaryOf(draft))}. {TEXTS.discardWhat}
          </p>
        </Confirm>
      )}
    </section>
  );
}

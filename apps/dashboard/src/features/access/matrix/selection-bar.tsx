import { Button } from '../../../components/controls/button.js';
import { TEXTS } from '../texts.js';

interface SelectionBarProps {
  people: number;
  /** Rows that are not loaded are selected too. */
  isWhole: boolean;
  groupNames: readonly string[];
  busy: boolean;
  onSet: (member: boolean) => void;
  onClear: () => void;
}

/** The selection, and what can be drafted for all of it at once. */
export function SelectionBar({ people, isWhole, groupNames, busy, onSet, onClear }: SelectionBarProps) {
  return (
    <section
      aria-label={TEXTS.selection}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-accent/25 bg-soft px-4 py-2 text-sm shadow-md"
    >
      <p role="status" className="min-w-40 flex-1">
        {busy ? TEXTS.reading : TEXTS.selected(people, isWhole, groupNames)}
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
      </span>
    </section>
  );
}

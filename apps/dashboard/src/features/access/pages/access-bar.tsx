import { BottomBar } from '../../../components/layout/bottom-bar.js';
import type { Draft } from '../draft/draft.js';
import { columnsOf, rowsOf, type Selection } from '../matrix/selection.js';
import { SelectionBar } from '../matrix/selection-bar.js';
import type { MatrixGroup } from '../../../api/resources/matrix.js';
import { Dock } from './dock.js';

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

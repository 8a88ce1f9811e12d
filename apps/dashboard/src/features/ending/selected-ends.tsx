import { Button } from '../../components/controls/button.js';
import { BottomBar, SelectedBar } from '../../components/layout/bottom-bar.js';
import { TEXTS } from './texts.js';

interface SelectedEndsProps {
  count: number;
  onChange: () => void;
  onClear: () => void;
}

/** What can be done with several at once. */
export function SelectedEnds({ count, onChange, onClear }: SelectedEndsProps) {
  if (count === 0) return null;
  return (
    <BottomBar>
      <SelectedBar
        label={TEXTS.selected(count)}
        actions={
          <>
            <Button small onClick={onChange}>
              {TEXTS.changeEnd}
            </Button>
            <Button small kind="quiet" onClick={onClear}>
              {TEXTS.clear}
            </Button>
          </>
        }
      >
        {TEXTS.selected(count)}
      </SelectedBar>
    </BottomBar>
  );
}

import { Button } from '../../components/controls/button.js';
import { BottomBar } from '../../components/layout/bottom-bar.js';
import { TEXTS } from './texts.js';

interface SelectedEndsProps {
  count: number;
  onChange: (to: 'day' | 'none') => void;
  onClear: () => void;
}

/** What can be done with several at once. */
export function SelectedEnds({ count, onChange, onClear }: SelectedEndsProps) {
  if (count === 0) return null;
  return (
    <BottomBar>
      <section
        aria-label={TEXTS.selected(count)}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-edge bg-raised px-4 py-2.5 text-sm shadow-md"
      >
        <p role="status" className="min-w-32 flex-1 font-medium">
          {TEXTS.selected(count)}
        </p>
        <span className="flex flex-wrap gap-2">
          <Button small onClick={() => onChange('day')}>
            {TEXTS.changeEnd}
          </Button>
          <Button small onClick={() => onChange('none')}>
            {TEXTS.noEnd}
          </Button>
          <Button small kind="quiet" onClick={onClear}>
            {TEXTS.clear}
          </Button>
        </span>
      </section>
    </BottomBar>
  );
}

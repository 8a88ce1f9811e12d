import { Button } from '../../components/controls/button.js';
import { BottomBar } from '../../components/layout/bottom-bar.js';
import type { AccessRequest, Decision } from './queries.js';
import { TEXTS } from './texts.js';

interface SelectedRequestsProps {
  requests: readonly AccessRequest[];
  onDecide: (decision: Decision) => void;
}

/** Several at once. */
export function SelectedRequests({ requests, onDecide }: SelectedRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <BottomBar>
      <section
        aria-label={TEXTS.selected(requests.length)}
        className="enter flex flex-wrap items-center gap-2 rounded-xl border border-line bg-raised px-4 py-3 shadow-lg"
      >
        <p role="status" className="min-w-0 flex-1 basis-32 text-sm font-medium">
          {TEXTS.selected(requests.length)}
        </p>
        <Button kind="primary" onClick={() => onDecide('approve')}>
          {TEXTS.approve}
        </Button>
        <Button onClick={() => onDecide('refuse')}>{TEXTS.refuse}</Button>
      </section>
    </BottomBar>
  );
}

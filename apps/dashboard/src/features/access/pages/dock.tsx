import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { lazily } from '../../../components/lazily.js';
import { summaryOf, type Draft } from '../draft/draft.js';
import { TEXTS } from '../texts.js';

const Confirm = lazily(async () => (await import('../../../components/overlays/confirm.js')).Confirm);

interface DockProps {
  draft: Draft;
  onReview: () => void;
  onDiscard: () => void;
}

export function Dock({ draft, onReview, onDiscard }: DockProps) {
  const [asked, setAsked] = useState(false);
  return (
    <section
      aria-label="Draft"
      className="enter flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge bg-raised px-4 py-2.5 shadow-md"
    >
      <p role="status" className="text-sm font-medium">
        {TEXTS.summary(summaryOf(draft))}
      </p>
      <span className="flex gap-2">
        <Button kind="quiet" onClick={() => setAsked(true)}>
          {TEXTS.discard}
        </Button>
        <Button kind="primary" onClick={onReview}>
          {TEXTS.review}
        </Button>
      </span>
      {asked && (
        <Confirm
          danger
          title={TEXTS.discardTitle}
          action={TEXTS.discard}
          onConfirm={onDiscard}
          onClose={() => setAsked(false)}
        >
          <p className="text-muted">
            {TEXTS.summary(summaryOf(draft))}. {TEXTS.discardWhat}
          </p>
        </Confirm>
      )}
    </section>
  );
}

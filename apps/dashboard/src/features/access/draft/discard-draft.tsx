import { Confirm } from '../../../components/overlays/confirm.js';
import { TEXTS } from '../texts.js';
import { summaryOf, type Draft } from './draft.js';

interface DiscardDraftProps {
  draft: Draft;
  onDiscard: () => void;
  onClose: () => void;
}

export function DiscardDraft({ draft, onDiscard, onClose }: DiscardDraftProps) {
  return (
    <Confirm title={TEXTS.discardTitle} action={TEXTS.discard} danger onConfirm={onDiscard} onClose={onClose}>
      <p className="text-muted">
        {TEXTS.summary(summaryOf(draft))}. {TEXTS.discardWhat}
      </p>
    </Confirm>
  );
}

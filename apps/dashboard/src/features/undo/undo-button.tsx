import { useState } from 'react';
import { Button } from '../../components/controls/button.js';
import { lazily } from '../../components/lazily.js';
import type { Change } from './queries.js';
import { TEXTS } from './texts.js';

const UndoDialog = lazily(async () => (await import('./undo-dialog.js')).UndoDialog);

interface UndoButtonProps {
  change: Change;
  /** What was done, where that is not said before the button. */
  of?: string;
  quiet?: boolean;
}

/** Offers to undo what a request did: first it is said what that means. */
export function UndoButton({ change, of, quiet }: UndoButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        aria-label={of && TEXTS.undoOf(of)}
        {...(quiet && { kind: 'quiet' as const })}
        onClick={() => setOpen(true)}
      >
        {TEXTS.undo}
      </Button>
      {isOpen && <UndoDialog change={change} onClose={() => setOpen(false)} />}
    </>
  );
}

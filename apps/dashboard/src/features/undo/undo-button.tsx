import { CircleCheck } from 'lucide-react';
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
  /** Instead of the button: it was undone. Its dialog stays open. */
  undone?: string;
}

/** Offers to undo what a request did: first it is said what that means. */
export function UndoButton({ change, of, quiet, undone }: UndoButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {undone ? (
        <p role="status" className="flex items-center gap-1.5 text-sm">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-good" /> {undone}
        </p>
      ) : (
        <Button
          small
          aria-label={of && TEXTS.undoOf(of)}
          {...(quiet && { kind: 'quiet' as const })}
          onClick={() => setOpen(true)}
        >
          {TEXTS.undo}
        </Button>
      )}
      {isOpen && <UndoDialog change={change} onClose={() => setOpen(false)} />}
    </>
  );
}

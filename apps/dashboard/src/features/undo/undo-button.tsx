import { useState } from 'react';
import { Button } from '../../components/controls/button.js';
import { lazily } from '../../components/lazily.js';
import type { Change } from './queries.js';
import { TEXTS } from './texts.js';

const UndoDialog = lazily(async () => (await import('./undo-dialog.js')).UndoDialog);

/** Offers to undo what a request did: first it is said what that means. */
export function UndoButton({ change, quiet }: { change: Change; quiet?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small {...(quiet && { kind: 'quiet' as const })} onClick={() => setOpen(true)}>
        {TEXTS.undo}
      </Button>
      {isOpen && <UndoDialog change={change} onClose={() => setOpen(false)} />}
    </>
  );
}

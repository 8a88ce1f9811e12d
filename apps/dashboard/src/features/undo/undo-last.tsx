import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/controls/button.js';
import { Problem } from '../../components/feedback/problem.js';
import { Dialog } from '../../components/overlays/dialog.js';
import { ownLastChangeQuery } from './queries.js';
import { TEXTS } from './texts.js';
import { UndoDialog } from './undo-dialog.js';

/** Finds the last change that the signed-in person made, and says what undoing it would do. */
export function UndoLast({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { data: change, error } = useQuery(ownLastChangeQuery(accountId));
  if (change) return <UndoDialog change={change} onClose={onClose} />;
  return (
    <Dialog title={TEXTS.title} onClose={onClose} footer={<Button onClick={onClose}>{TEXTS.close}</Button>}>
      {error ? (
        <Problem error={error} />
      ) : (
        <p role="status" className="text-sm">
          {change === null ? TEXTS.noneOfYours : TEXTS.checking}
        </p>
      )}
    </Dialog>
  );
}

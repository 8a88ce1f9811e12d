import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '../../components/feedback/toasts.js';
import { ownLastChangeQuery } from './queries.js';
import { TEXTS } from './texts.js';
import { UndoDialog } from './undo-dialog.js';

/** Finds the last change that the signed-in person made, and says what undoing it would do. */
export function UndoLast({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { data: change, error } = useQuery(ownLastChangeQuery(accountId));
  const none = error ? TEXTS.unread : change === null ? TEXTS.noneOfYours : undefined;
  useEffect(() => {
    if (none === undefined) return;
    toast(none);
    onClose();
  }, [none]);
  return change && <UndoDialog change={change} onClose={onClose} />;
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { Confirm } from '../../components/overlays/confirm.js';
import { undo, undoQuery, type Change } from './queries.js';
import { TEXTS } from './texts.js';

/** Says what undoing a change would do, or why it cannot be undone, before anything happens. */
export function UndoDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const { data: events, error } = useQuery(undoQuery(change));
  const {
    mutate,
    isPending,
    error: failure,
  } = useMutation({
    mutationFn: () => undo(change),
    onSuccess() {
      toast(TEXTS.undone);
      onClose();
    },
  });
  return (
    <Confirm
      title={TEXTS.title}
      action={TEXTS.undo}
      busy={isPending}
      blocked={!events?.length && (error ? ' ' : TEXTS.checking)}
      error={failure}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {error ? (
        <Problem error={error} />
      ) : (
        <>
          <p>{events ? (events.length > 0 ? TEXTS.would(events.length) : TEXTS.nothing) : TEXTS.checking}</p>
          {events && events.length > 0 && (
            <ul
              className="grid max-h-72 list-disc gap-1 overflow-y-auto pl-5"
              tabIndex={0}
              aria-label={TEXTS.title}
            >
              {events.map(({ id, summary }) => (
                <li key={id}>{summary}</li>
              ))}
            </ul>
          )}
          <p className="text-muted">{TEXTS.again}</p>
        </>
      )}
    </Confirm>
  );
}

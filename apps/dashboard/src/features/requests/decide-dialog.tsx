import { useState } from 'react';
import { TextAreaField } from '../../components/controls/field.js';
import { LengthField } from '../../components/controls/length-field.js';
import { lengthOf, secondsOf } from '../../components/data/lengths.js';
import { Problem } from '../../components/feedback/problem.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { decideRequests, type AccessRequest, type Decision } from './queries.js';
import { TEXTS, wishText } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

interface DecideDialogProps {
  decision: Decision;
  requests: readonly AccessRequest[];
  onClose: () => void;
  onDone: () => void;
}

/** What could not be decided stays, with the reason: somebody else may have been faster, or the rules have changed. */
export function DecideDialog({ decision, requests, onClose, onDone }: DecideDialogProps) {
  const [note, setNote] = useState('');
  const [length, setLength] = useState(lengthOf(undefined));
  const seconds = secondsOf(length);
  const decide = useAction(
    () =>
      decideRequests(decision, requests, {
        ...(note.trim() && { note }),
        ...(decision === 'approve' && typeof seconds === 'number' && { lengthSeconds: seconds }),
      }),
    ({ done }) => (done > 0 ? TEXTS.done[decision](done) : undefined),
    ({ refused }) => {
      onDone();
      if (refused.length === 0) onClose();
    },
  );
  return (
    <FormDialog
      title={TEXTS.decideTitle[decision](requests.length)}
      confirm={decision === 'approve' ? TEXTS.approve : TEXTS.refuse}
      sends={decide}
      blocked={decision === 'approve' && seconds === undefined && TEXTS.noLength}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <ul className="grid gap-1 text-sm">
        {requests.map((request) => (
          <li key={request.id} className="break-words">
            <bdi className="font-medium">{request.user.name}</bdi> · <bdi>{request.serviceGroup.name}</bdi>{' '}
            {wishText(request)}
          </li>
        ))}
      </ul>
      {decision === 'approve' && (
        <LengthField label={TEXTS.shorter} hint={TEXTS.shorterHint} value={length} onChange={setLength} />
      )}
      <TextAreaField
        label={TEXTS.decisionNote}
        hint={TEXTS.optional}
        rows={2}
        value={note}
        onText={setNote}
      />
      {decide.data?.refused.map(({ request, error }) => (
        <Problem key={request.id} error={error} />
      ))}
    </FormDialog>
  );
}

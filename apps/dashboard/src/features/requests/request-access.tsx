import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextAreaField, SelectField } from '../../components/controls/field.js';
import { namesById } from '../../components/controls/inputs.js';
import { LengthField } from '../../components/controls/length-field.js';
import { lengthOf, secondsOf, type Length } from '../../components/data/lengths.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { requestableQuery, requestAccess } from './queries.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

const HOURS: Length = { count: '', unit: 'hours' };

/** Requests access to a service group. */
export function RequestAccess({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { data: groups, error } = useQuery(requestableQuery(accountId));
  const [groupId, setGroupId] = useState('');
  const [length, setLength] = useState<Length>();
  const [reason, setReason] = useState('');
  const group = groups?.find(({ id }) => id === groupId);
  const shown = length ?? (group?.defaultLengthSeconds ? lengthOf(group.defaultLengthSeconds) : HOURS);
  const seconds = secondsOf(shown);
  const ask = useAction(
    () =>
      requestAccess(accountId, {
        serviceGroupId: groupId,
        ...(typeof seconds === 'number' && { lengthSeconds: seconds }),
        ...(reason.trim() && { reason }),
      }),
    ({ serviceGroup }) => TEXTS.sent(serviceGroup.name),
    onClose,
  );
  const blocked = !group ? TEXTS.chooseGroup : seconds === undefined && TEXTS.noLength;
  return (
    <FormDialog
      title={TEXTS.requestTitle}
      confirm={TEXTS.send}
      sends={{ isPending: ask.isPending, error: ask.error ?? error }}
      blocked={blocked}
      onSubmit={() => ask.mutate()}
      onClose={onClose}
    >
      {groups?.length === 0 && <p className="text-sm text-muted">{TEXTS.nothingToAsk}</p>}
      <SelectField label={TEXTS.group} options={namesById(groups)} value={groupId} onChoose={setGroupId}>
        <option value="">{TEXTS.chooseGroup}</option>
      </SelectField>
      <LengthField
        label={TEXTS.length}
        hint={TEXTS.lengthHint(group?.maxLengthSeconds ?? null)}
        value={shown}
        onChange={setLength}
      />
      <TextAreaField
        label={TEXTS.why}
        hint={group?.reasonRequired ? undefined : TEXTS.optional}
        rows={3}
        value={reason}
        onText={setReason}
      />
    </FormDialog>
  );
}

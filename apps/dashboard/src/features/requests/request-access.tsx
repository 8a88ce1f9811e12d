import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../components/controls/field.js';
import { Select, TextArea } from '../../components/controls/inputs.js';
import { LengthField } from '../../components/controls/length-field.js';
import { lengthOf, secondsOf, type Length } from '../../components/data/lengths.js';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { requestableQuery, requestAccess } from './queries.js';
import { TEXTS } from './texts.js';

const HOURS: Length = { count: '', unit: 'hours' };

/** A member asks for a service group. */
export function RequestAccess({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { data: groups, error } = useQuery(requestableQuery(accountId));
  const [groupId, setGroupId] = useState('');
  const [length, setLength] = useState<Length>();
  const [reason, setReason] = useState('');
  const group = groups?.find(({ id }) => id === groupId);
  const shown = length ?? (group?.defaultLengthSeconds ? lengthOf(group.defaultLengthSeconds) : HOURS);
  const seconds = secondsOf(shown);
  const ask = useMutation({
    mutationFn: () =>
      requestAccess(accountId, {
        serviceGroupId: groupId,
        ...(typeof seconds === 'number' && { lengthSeconds: seconds }),
        ...(reason.trim() && { reason }),
      }),
    onSuccess: ({ serviceGroup }) => {
      toast(TEXTS.sent(serviceGroup.name));
      onClose();
    },
  });
  const blocked = !group ? TEXTS.chooseGroup : seconds === undefined && TEXTS.noLength;
  return (
    <FormDialog
      title={TEXTS.requestTitle}
      cancel={TEXTS.cancel}
      confirm={TEXTS.send}
      busy={ask.isPending}
      blocked={blocked}
      onSubmit={() => ask.mutate()}
      onClose={onClose}
    >
      {groups?.length === 0 && <p className="text-sm text-muted">{TEXTS.nothingToAsk}</p>}
      <Field label={TEXTS.group}>
        {(control) => (
          <Select {...control} value={groupId} onChange={({ target }) => setGroupId(target.value)}>
            <option value="">{TEXTS.chooseGroup}</option>
            {groups?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <LengthField
        label={TEXTS.length}
        hint={TEXTS.lengthHint(group?.maxLengthSeconds ?? null)}
        value={shown}
        onChange={setLength}
      />
      <Field label={TEXTS.why} hint={group?.reasonRequired ? undefined : TEXTS.optional}>
        {(control) => (
          <TextArea {...control} rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
      {(ask.error ?? error) && <Problem error={ask.error ?? error} />}
    </FormDialog>
  );
}

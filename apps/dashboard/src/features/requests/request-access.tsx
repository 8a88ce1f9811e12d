import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextAreaField, SelectField } from '../../components/controls/field.js';
import { namesById } from '../../components/controls/inputs.js';
import { LengthField } from '../../components/controls/length-field.js';
import { lengthOf, secondsOf, type Length } from '../../components/data/lengths.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { AccessRoleField } from '../access-roles/role-field.js';
import { requestableQuery, requestAccess } from './queries.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

/** Of two longest lengths; null if neither is given. */
function shortest(one: number | null | undefined, other: number | null | undefined): number | null {
  const given = [one, other].filter((each) => typeof each === 'number');
  return given.length > 0 ? Math.min(...given) : null;
}

const HOURS: Length = { count: '', unit: 'hours' };

/** Requests access to a service group. */
export function RequestAccess({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const { data: groups, error } = useQuery(requestableQuery(accountId));
  const [groupId, setGroupId] = useState('');
  const [length, setLength] = useState<Length>();
  const [reason, setReason] = useState('');
  const [role, setRole] = useState<string>();
  const group = groups?.find(({ id }) => id === groupId);
  const wished = group?.accessRoles.find(({ key }) => key === role);
  const max = shortest(group?.maxLengthSeconds, wished?.maxLengthSeconds);
  const usual = group?.defaultLengthSeconds && shortest(group.defaultLengthSeconds, max);
  const shown = length ?? (usual ? lengthOf(usual) : HOURS);
  const seconds = secondsOf(shown);
  const ask = useAction(
    () =>
      requestAccess(accountId, {
        serviceGroupId: groupId,
        ...(typeof seconds === 'number' && { lengthSeconds: seconds }),
        ...(reason.trim() && { reason }),
        ...(wished && { accessRole: wished.key }),
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
      {group && group.accessRoles.length > 0 && (
        <AccessRoleField
          accountId={accountId}
          offered={group.accessRoles.map(({ key }) => key)}
          value={wished?.key}
          isOwn
          onChange={setRole}
        />
      )}
      <LengthField label={TEXTS.length} hint={TEXTS.lengthHint(max)} value={shown} onChange={setLength} />
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

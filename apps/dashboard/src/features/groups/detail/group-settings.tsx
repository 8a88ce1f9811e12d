import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { Button } from '../../../components/controls/button.js';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { Field } from '../../../components/controls/field.js';
import { Input } from '../../../components/controls/inputs.js';
import { counted } from '../../../components/data/numbers.js';
import { exactTime } from '../../../components/data/time.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Card, Details } from '../../../components/layout/card.js';
import { Confirm } from '../../../components/overlays/confirm.js';
import { removeGroup, renameGroup } from '../commands.js';
import type { ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

export function GroupSettings({ group, mayWrite }: { group: ServiceGroup; mayWrite: boolean }) {
  return (
    <div className="grid gap-5">
      {mayWrite && <Rename group={group} />}
      <Card flush title="Details">
        <Details
          rows={[
            [TEXTS.id, <CopyableId key="id" id={group.id} />],
            [TEXTS.createdAt, exactTime(group.createdAt)],
          ]}
        />
      </Card>
      {mayWrite && <Remove group={group} />}
    </div>
  );
}

function Rename({ group }: { group: ServiceGroup }) {
  const [name, setName] = useState(group.name);
  const rename = useMutation({
    mutationFn: () => renameGroup(group, name.trim()),
    onSuccess: (renamed) => toast(TEXTS.renamed(renamed.name)),
  });
  const errors = fieldErrors(rename.error);
  return (
    <Card title={TEXTS.rename}>
      <form
        className="grid max-w-md gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        <Field label={TEXTS.name} error={errors['name']}>
          {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        {rename.error && !errors['name'] && <Problem error={rename.error} />}
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={rename.isPending}
            disabled={!name.trim() || name.trim() === group.name}
          >
            {TEXTS.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Remove({ group }: { group: ServiceGroup }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeGroup(group),
    onSuccess: () => {
      toast(TEXTS.removed(group.name));
      void navigate({ to: '/a/$account/groups', params: { account: group.accountId } });
    },
  });
  const members = group.memberCount ?? 0;
  return (
    <Card title={TEXTS.danger} danger>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{TEXTS.dangerWhat}</p>
        <Button kind="danger" onClick={() => setAsked(true)}>
          {TEXTS.remove}
        </Button>
      </div>
      {asked && (
        <Confirm
          title={TEXTS.removeTitle(group.name)}
          action={TEXTS.remove}
          danger
          {...(members > 0 && { typed: group.name })}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsked(false)}
        >
          <p className="text-muted">
            {members > 0 ? TEXTS.removeWhat(counted(members, 'person', 'people')) : TEXTS.removeNobody}
          </p>
        </Confirm>
      )}
    </Card>
  );
}

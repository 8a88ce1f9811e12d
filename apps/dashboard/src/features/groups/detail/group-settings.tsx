import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TEXTS as STATES } from '../../../api/texts.js';
import { fieldErrors } from '../../../api/failure.js';
import { queryClient } from '../../../api/query-client.js';
import { useVersionedEdit } from '../../../api/versioned-edit.js';
import { Button } from '../../../components/controls/button.js';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { TextField } from '../../../components/controls/field.js';
import { counted } from '../../../components/data/numbers.js';
import { exactTime } from '../../../components/data/time.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Card, Details } from '../../../components/layout/card.js';
import { Conflict } from '../../../components/overlays/conflict.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { removeGroup, renameGroup } from '../commands.js';
import { groupQuery, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { GroupRules } from './group-rules.js';

export function GroupSettings({ group, mayWrite }: { group: ServiceGroup; mayWrite: boolean }) {
  return (
    <div className="grid gap-5">
      {mayWrite && <Rename group={group} />}
      {mayWrite && <GroupRules group={group} />}
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
  const { base, setBase, theirs, save, submit, keepMine, keepTheirs } = useVersionedEdit(group, {
    change: (to) => renameGroup(to, name.trim()),
    reread: () => queryClient.fetchQuery({ ...groupQuery(group.accountId, group.id), staleTime: 0 }),
    onSaved: (renamed) => toast(TEXTS.renamed(renamed.name)),
  });
  if (group.version > base.version && name === base.name) {
    setBase(group);
    setName(group.name);
  }
  const errors = fieldErrors(save.error);
  return (
    <Card title={TEXTS.rename}>
      <form
        className="grid max-w-md gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label={TEXTS.name} error={errors['name']} value={name} onText={setName} />
        {save.error && !errors['name'] && <Problem error={save.error} />}
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={save.isPending}
            blocked={name.trim() ? name.trim() === base.name && STATES.unchanged : STATES.nameFirst}
          >
            {TEXTS.save}
          </Button>
        </div>
      </form>
      {theirs && (
        <Conflict
          title={TEXTS.conflictTitle}
          fields={[{ label: TEXTS.name, mine: name.trim(), theirs: theirs.name }]}
          onKeepMine={() => keepMine(theirs)}
          onClose={() => {
            keepTheirs(theirs);
            setName(theirs.name);
          }}
        />
      )}
    </Card>
  );
}

function Remove({ group }: { group: ServiceGroup }) {
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);

  const members = group.memberCount ?? 0;
  return (
    <Card title={TEXTS.danger} danger>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{TEXTS.dangerWhat}</p>
        <Button kind="danger" onClick={() => setConfirming(true)}>
          {TEXTS.remove}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmChange
          danger
          title={TEXTS.removeTitle(group.name)}
          action={TEXTS.remove}
          what={members > 0 ? TEXTS.removeWhat(counted(members, 'person', 'people')) : TEXTS.removeNobody}
          typed={members > 0 ? group.name : undefined}
          change={() => removeGroup(group)}
          done={TEXTS.removed(group.name)}
          onDone={() => void navigate({ to: '/a/$account/groups', params: { account: group.accountId } })}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}

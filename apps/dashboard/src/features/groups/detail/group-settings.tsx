import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../../api/query-client.js';
import { Button } from '../../../components/controls/button.js';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { counted } from '../../../components/data/numbers.js';
import { exactTime } from '../../../components/data/time.js';
import { Card, Details } from '../../../components/layout/card.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { Rename } from '../../../components/overlays/rename.js';
import { removeGroup, renameGroup } from '../commands.js';
import { groupQuery, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { GroupRules } from './group-rules.js';

export function GroupSettings({ group, mayWrite }: { group: ServiceGroup; mayWrite: boolean }) {
  return (
    <div className="grid gap-5">
      {mayWrite && (
        <Rename
          texts={TEXTS}
          named={group}
          change={renameGroup}
          reread={() => queryClient.fetchQuery({ ...groupQuery(group.accountId, group.id), staleTime: 0 })}
        />
      )}
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

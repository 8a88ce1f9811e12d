import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { TextAreaField } from '../../../components/controls/field.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import { AccessRoleField } from '../../access-roles/role-field.js';
import { TEXTS as ROLE_TEXTS } from '../../access-roles/texts.js';
import { groupsQuery, type ServiceGroup } from '../../groups/queries.js';
import { GroupsField } from '../../fields/groups-field.js';
import { RoleField } from '../../fields/role-field.js';
import { invitePeople, type Role } from '../queries.js';
import { TEXTS } from '../texts.js';
import { addressText, parseAddresses } from '../parse-addresses.js';

const MOST = 1_000;

const hasDefault = (groups: readonly ServiceGroup[]) =>
  groups.some(({ membershipRules }) => membershipRules.defaultAccessRole !== undefined);

interface InvitePeopleProps {
  accountId: string;
  /** What the field has at first. */
  addresses?: string;
  onClose: () => void;
}

export function InvitePeople({ accountId, addresses: first = '', onClose }: InvitePeopleProps) {
  const [text, setText] = useState(first);
  const [role, setRole] = useState<Role>('member');
  const [groupIds, setGroupIds] = useState<readonly string[]>([]);
  const [accessRole, setAccessRole] = useState<string>();
  const { data: groups = [] } = useQuery({
    ...groupsQuery(accountId, groupIds),
    enabled: groupIds.length > 0,
  });
  const { addresses, unread } = parseAddresses(text);
  const send = useMutation({
    mutationFn: () => invitePeople(accountId, { addresses, role, groupIds, accessRole }),
    onSuccess: ({ sent, refused }) => {
      if (sent > 0) toast(TEXTS.sent(sent));
      // Nobody is lost: who was refused or could not be read stays, for another try.
      const left = [...refused.map(addressText), ...unread];
      if (left.length === 0) onClose();
      else setText(left.join('\n'));
    },
  });
  const refused = send.data?.refused ?? [];
  const tooMany = addresses.length > MOST;
  return (
    <Dialog
      title={TEXTS.inviteTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{TEXTS.cancel}</Button>
          <Button
            kind="primary"
            blocked={addresses.length === 0 ? TEXTS.noAddress : tooMany && TEXTS.tooMany}
            busy={send.isPending}
            onClick={() => send.mutate()}
          >
            {TEXTS.send(addresses.length)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {send.error && <Problem error={send.error} />}
        {refused.length > 0 && (
          <Banner tone="bad" title={TEXTS.refusedTitle(refused.length)}>
            <ul>
              {refused.map(({ email, detail }) => (
                <li key={email} className="break-words">
                  <bdi className="font-medium">{email}</bdi>: {detail}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        <TextAreaField
          label={TEXTS.addresses}
          hint={addresses.length > 0 ? TEXTS.found(addresses.length) : TEXTS.addressesHint}
          error={tooMany ? TEXTS.tooMany : unread.length > 0 ? TEXTS.unread(unread) : undefined}
          rows={5}
          placeholder={'ada@acme.example\nGrace Hopper <grace@acme.example>'}
          value={text}
          onText={setText}
        />
        <RoleField accountId={accountId} role={role} onChange={setRole} />
        <GroupsField accountId={accountId} label={TEXTS.groups} chosen={groupIds} onChange={setGroupIds} />
        {groupIds.length > 0 && (
          <AccessRoleField
            accountId={accountId}
            value={accessRole}
            usual={hasDefault(groups) ? ROLE_TEXTS.byGroup : undefined}
            onChange={setAccessRole}
          />
        )}
      </div>
    </Dialog>
  );
}

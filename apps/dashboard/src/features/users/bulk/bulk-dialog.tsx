import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { finishedJob } from '../../../api/resources/jobs.js';
import { forgetLists } from '../../../api/resources/user-commands.js';
import type { Role, UserFilter } from '../../../api/resources/users.js';
import { Button } from '../../../components/controls/button.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Problem } from '../../../components/feedback/problem.js';
import { RunningProgress } from '../../../components/feedback/progress.js';
import { useAction } from '../../../components/feedback/use-action.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import { AccessRoleField } from '../../access-roles/role-field.js';
import { TEXTS as ROLE_TEXTS } from '../../access-roles/texts.js';
import { GroupsField } from '../../fields/groups-field.js';
import { RoleField } from '../../fields/role-field.js';
import { groupsQuery } from '../../groups/queries.js';
import { useSettledTerms } from '../../groups/terms/settled-terms.js';
import { TermsFields } from '../../groups/terms/terms-fields.js';
import { NO_TERMS, problemOf } from '../../groups/terms/terms.js';
import { type BulkRequest, startBulkJob, triedBulkQuery } from '../../jobs/bulk.js';
import type { BulkActionName } from './bulk-bar.js';
import type { Selected } from './selected-users.js';
import { selectionOf } from './selection.js';
import { BULK_TEXTS as TEXTS } from './texts.js';

const ABOUT_GROUPS: readonly BulkActionName[] = ['add_to_groups', 'remove_from_groups', 'change_access_role'];

interface BulkDialogProps {
  accountId: string;
  action: BulkActionName;
  selected: Selected;
  filter: UserFilter;
  count: number;
  /** Called when the job has ended. */
  onDone: () => void;
  onClose: () => void;
}

/** One action on many users: its inputs, what it would do, and its progress. */
export function BulkDialog({ accountId, action, selected, filter, count, onDone, onClose }: BulkDialogProps) {
  const [role, setRole] = useState<Role>('member');
  const [groupIds, setGroupIds] = useState<readonly string[]>([]);
  const [terms, setTerms] = useState(NO_TERMS);
  const { settled, isTyping } = useSettledTerms(terms);
  const isAboutGroups = ABOUT_GROUPS.includes(action);
  const needsRole = action === 'change_access_role' && terms.role === undefined;
  const isComplete = !isAboutGroups || groupIds.length > 0;
  const { data: groups = [] } = useQuery({
    ...groupsQuery(accountId, groupIds),
    enabled: action === 'add_to_groups',
  });
  const problem = action === 'add_to_groups' ? problemOf(terms, groups) : undefined;
  const { data: selection, error } = useQuery({
    queryKey: ['dry-run', accountId, 'selection', selected.kind === 'all' ? filter : [...selected.ids]],
    queryFn: () => selectionOf(accountId, selected, filter),
    gcTime: 0,
  });
  const body: BulkRequest | undefined =
    selection && isComplete && settled && !needsRole
      ? {
          action,
          ...selection,
          ...(isAboutGroups && { serviceGroupIds: [...groupIds] }),
          ...(action === 'add_to_groups' && settled),
          ...(action === 'change_role' && { role }),
          ...(action === 'change_access_role' && { accessRole: settled.accessRole ?? null }),
        }
      : undefined;
  const { run, processed } = useRun(accountId, onDone);
  return (
    <Dialog
      title={TEXTS.title(TEXTS.actions[action], count)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{run.isPending ? TEXTS.close : TEXTS.cancel}</Button>
          <Button
            kind={action === 'remove' || action === 'suspend' ? 'danger' : 'primary'}
            blocked={!isComplete ? TEXTS.groupsFirst : (problem ?? (needsRole && TEXTS.roleFirst))}
            busy={run.isPending || isTyping}
            onClick={() => body && run.mutate(body)}
          >
            {TEXTS.actions[action]}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        {TEXTS.hints[action] && <p className="text-muted">{TEXTS.hints[action]}</p>}
        {isAboutGroups && <GroupsField accountId={accountId} chosen={groupIds} onChange={setGroupIds} />}
        {action === 'add_to_groups' && isComplete && !run.isPending && (
          <TermsFields groups={groups} value={terms} onChange={setTerms} />
        )}
        {action === 'change_access_role' && (
          <AccessRoleField
            accountId={accountId}
            value={terms.role}
            usual={ROLE_TEXTS.choose}
            onChange={(chosen) => setTerms({ ...terms, role: chosen })}
          />
        )}
        {action === 'change_role' && <RoleField accountId={accountId} role={role} onChange={setRole} />}
        {error && <Problem error={error} />}
        {run.error && <Problem error={run.error} />}
        {run.isPending ? (
          <RunningProgress
            label={TEXTS.progress(processed, count)}
            value={processed}
            of={count}
            goesOn={TEXTS.goesOn}
          />
        ) : (
          body && <BulkPreview accountId={accountId} request={body} />
        )}
      </div>
    </Dialog>
  );
}

function useRun(accountId: string, onDone: () => void) {
  const [processed, setProcessed] = useState(0);
  const run = useAction(
    async (request: BulkRequest) => {
      const job = await startBulkJob(accountId, request);
      const finished = await finishedJob(job, (each) => setProcessed(each.processed));
      forgetLists({ accountId });
      return finished;
    },
    ({ rows, refused }) => TEXTS.done((rows ?? 0) - (refused ?? 0), refused ?? 0),
    onDone,
  );
  return { run, processed };
}

/** What the job would do, according to the API's dry run. */
function BulkPreview({ accountId, request }: { accountId: string; request: BulkRequest }) {
  const { data, error, refetch } = useQuery(triedBulkQuery(accountId, request));
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return <p className="text-faint">{TEXTS.checking}</p>;
  const { rows, tried, done, unchanged, refused, samples, warnings } = data;
  const refusals = samples.filter(({ outcome }) => outcome === 'refused');
  return (
    <>
      {warnings.length > 0 && (
        <Banner tone="warn" title={TEXTS.warnings}>
          <ul className="list-disc pl-4">
            {warnings.map(({ detail }, index) => (
              <li key={index}>{detail}</li>
            ))}
          </ul>
        </Banner>
      )}
      <p>
        {TEXTS.would(done, unchanged)}
        {tried < rows && ` ${TEXTS.triedOnly(tried)}`}
      </p>
      {refused > 0 && (
        <Banner tone="bad" title={TEXTS.refused(refused)}>
          <ul className="grid gap-1">
            {refusals.map(({ userId, name, problem }) => (
              <li key={userId} className="break-words">
                <bdi className="font-medium">{name ?? userId}</bdi>: {problem?.detail}
              </li>
            ))}
            {refused > refusals.length && (
              <li className="text-muted">{TEXTS.moreRefused(refused - refusals.length)}</li>
            )}
          </ul>
        </Banner>
      )}
    </>
  );
}

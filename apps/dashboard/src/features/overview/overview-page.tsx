import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router';
import { Boxes, Grid3x3, type LucideIcon, Mail, Users } from 'lucide-react';
import type { Moment } from '../../api/moment.js';
import { type Account, accountQuery } from '../../api/resources/account.js';
import { jobsQuery } from '../../api/resources/jobs.js';
import { buttonClass } from '../../components/controls/button.js';
import { CopyableId } from '../../components/controls/copy-button.js';
import { formatNumber } from '../../components/data/numbers.js';
import { Banner } from '../../components/feedback/banner.js';
import { Problem } from '../../components/feedback/problem.js';
import { Progress } from '../../components/feedback/progress.js';
import { Skeleton } from '../../components/feedback/skeleton.js';
import { Card } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { lazily } from '../../components/lazily.js';
import { useMoment } from '../../session/moment.js';
import { useMay } from '../../session/session.js';
import { History } from '../activity/history.js';
import { accountEventsQuery, until } from '../activity/queries.js';
import { JobRow } from '../jobs/job-row.js';
import { OVERVIEW_PAGE } from '../pages.js';
import { Attention, NeedsLoading } from './attention.js';
import { FirstSteps, SMALL } from './first-steps.js';
import { useNeeds } from './needs.js';
import { anyAccessQuery, pendingInvitationsQuery, usageQuery } from './queries.js';
import { TEXTS } from './texts.js';
import { WhenReady } from './when-ready.js';

const route = getRouteApi('/signed-in/a/$account/');
const Since = lazily(async () => (await import('../past/since.js')).Since);
const LATEST = 8;

export function OverviewPage() {
  const { account: accountId } = route.useParams();
  const moment = useMoment();
  const { data: account, error, refetch } = useQuery(accountQuery(accountId, moment));
  return (
    <Page
      title={account?.name ?? OVERVIEW_PAGE.title}
      heading={<bdi>{account?.name ?? '…'}</bdi>}
      subtitle={<CopyableId id={accountId} />}
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      {account?.status === 'suspended' && <Banner tone="warn">{TEXTS.suspended}</Banner>}
      {moment ? (
        <>
          <Since accountId={accountId} moment={moment} />
          <Log accountId={accountId} moment={moment} />
        </>
      ) : (
        <Present accountId={accountId} account={account} isRead={account !== undefined || error !== null} />
      )}
    </Page>
  );
}

function Log({ accountId, moment }: { accountId: string; moment?: Moment }) {
  return (
    <History
      query={accountEventsQuery(accountId, until(moment), LATEST)}
      title={TEXTS.activity}
      only={LATEST}
      actions={
        <Link
          to="/a/$account/activity"
          params={{ account: accountId }}
          className={buttonClass('quiet', true)}
        >
          {TEXTS.all}
        </Link>
      }
    />
  );
}

interface PresentProps {
  accountId: string;
  account: Account | undefined;
  /** Whether the account has been read, or could not be. */
  isRead: boolean;
}

/** What needs the reader, then the counts and the log. It is shown once it is known how long each part is, so that nothing moves. */
function Present({ accountId, account, isRead }: PresentProps) {
  const groups = account?.counts?.serviceGroups ?? 0;
  const { needs, isSettled } = useNeeds(accountId, groups > 0);
  // Whether there are first steps depends on it.
  const steps = useQuery({ ...anyAccessQuery(accountId), enabled: groups > 0 && groups <= SMALL });
  return (
    <WhenReady isReady={isRead && isSettled && !steps.isLoading} waiting={<NeedsLoading />}>
      <Attention accountId={accountId} needs={needs} />
      <Numbers accountId={accountId} account={account} />
      <Log accountId={accountId} />
    </WhenReady>
  );
}

function Numbers({ accountId, account }: Pick<PresentProps, 'accountId' | 'account'>) {
  const may = useMay(accountId);
  const { data: pending } = useQuery({ ...pendingInvitationsQuery(accountId), enabled: may('users:read') });
  const limits = account?.limits;
  const isLimited = limits?.members !== undefined;
  const { data: usage } = useQuery({ ...usageQuery(accountId), enabled: isLimited });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Stat
          icon={Users}
          label={TEXTS.users}
          value={account && (account.counts?.users ?? 0)}
          limit={limits?.users}
          to="/a/$account/users"
          account={accountId}
        />
        <Stat
          icon={Boxes}
          label={TEXTS.groups}
          value={account && (account.counts?.serviceGroups ?? 0)}
          limit={limits?.serviceGroups}
          to="/a/$account/groups"
          account={accountId}
        />
        <Stat
          icon={Mail}
          label={TEXTS.pending}
          value={pending?.count}
          more={Boolean(pending?.more)}
          to="/a/$account/invitations"
          account={accountId}
        />
        {isLimited && (
          <Stat
            icon={Grid3x3}
            label={TEXTS.memberships}
            value={usage?.members.count}
            limit={limits.members}
            to="/a/$account/access"
            account={accountId}
          />
        )}
      </div>
      {may('jobs:read') && <RunningJobs accountId={accountId} />}
      {account?.counts && may('users:read') && (
        <FirstSteps accountId={accountId} counts={account.counts} invited={pending?.count ?? 0} />
      )}
    </>
  );
}

/** Renders nothing if no job is running. */
function RunningJobs({ accountId }: { accountId: string }) {
  const { data } = useQuery(jobsQuery(accountId));
  const running = (data?.data ?? []).filter(({ status }) => status === 'running' || status === 'paused');
  if (running.length === 0) return null;
  return (
    <Card
      flush
      title={TEXTS.jobs}
      actions={
        <Link to="/a/$account/jobs" params={{ account: accountId }} className={buttonClass('quiet', true)}>
          {TEXTS.all}
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {running.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </Card>
  );
}

interface StatProps {
  icon: LucideIcon;
  label: string;
  /** Undefined while it is loading, null until it has been counted. */
  value: number | null | undefined;
  more?: boolean;
  limit?: number | undefined;
  to: LinkProps['to'];
  account: string;
}

const NEARLY = 0.9;

function Stat({ icon: Icon, label, value, more, limit, to, account }: StatProps) {
  return (
    <Link
      {...({ to, params: { account } } as LinkProps)}
      className="grid content-start gap-2 rounded-lg border border-line bg-surface p-4 shadow-sm hover:border-edge"
    >
      <span className="flex items-center gap-2 text-sm text-muted">
        <Icon aria-hidden className="size-4" /> {label}
      </span>
      {value === undefined ? (
        <Skeleton className="my-1 h-6 w-16" />
      ) : (
        <span className="text-xl font-semibold tracking-tight tabular-nums">
          {value === null ? '–' : formatNumber(value)}
          {more && '+'}
          {limit !== undefined && (
            <span className="ml-1.5 text-sm font-normal text-faint">{TEXTS.of(formatNumber(limit))}</span>
          )}
        </span>
      )}
      {limit !== undefined && typeof value === 'number' && (
        <Progress label={label} value={value} of={limit} tone={value >= limit * NEARLY ? 'warn' : 'accent'} />
      )}
    </Link>
  );
}

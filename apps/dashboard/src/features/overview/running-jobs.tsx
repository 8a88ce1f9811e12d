import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/controls/button.js';
import { Card } from '../../components/layout/card.js';
import { JobRow } from '../jobs/job-row.js';
import { jobsQuery } from '../../api/resources/jobs.js';
import { TEXTS } from './texts.js';

/** Renders nothing if no job is running. */
export function RunningJobs({ accountId }: { accountId: string }) {
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

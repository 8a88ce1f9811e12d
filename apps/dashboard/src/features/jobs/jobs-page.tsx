import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { ListCard } from '../../components/layout/list-card.js';
import { Page } from '../../components/layout/page.js';
import { useActorNames } from '../../api/resources/actors.js';
import { JobRow } from './job-row.js';
import { isCheck, jobsQuery, type Job } from '../../api/resources/jobs.js';
import { TEXTS } from './texts.js';
import { JOBS_PAGE } from '../pages.js';

const route = getRouteApi('/signed-in/a/$account/jobs');

export function JobsPage() {
  const { account } = route.useParams();
  const query = useQuery(jobsQuery(account));
  const jobs = query.data?.data ?? [];
  const checks = jobs.filter(isCheck);
  const nameOf = useActorNames(
    account,
    jobs.map(({ createdBy }) => createdBy),
  );
  return (
    <Page title={JOBS_PAGE.title} subtitle={TEXTS.subtitle}>
      <ListCard
        query={query}
        isEmpty={jobs.length === 0}
        skeletonRows={3}
        empty={<EmptyState icon={ListChecks} title={TEXTS.emptyTitle} text={TEXTS.empty} />}
      >
        <JobList jobs={jobs.filter((job) => !isCheck(job))} nameOf={nameOf} />
        {checks.length > 0 && (
          <details className="border-t border-line">
            <summary className="cursor-pointer px-4 py-3 text-sm text-muted">
              {TEXTS.checks(checks.length)}
            </summary>
            <JobList jobs={checks} nameOf={nameOf} />
          </details>
        )}
      </ListCard>
    </Page>
  );
}

interface JobListProps {
  jobs: readonly Job[];
  nameOf: (actor: string) => string | undefined;
}

function JobList({ jobs, nameOf }: JobListProps) {
  return (
    <ul className="divide-y divide-line">
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} by={nameOf(job.createdBy)} />
      ))}
    </ul>
  );
}

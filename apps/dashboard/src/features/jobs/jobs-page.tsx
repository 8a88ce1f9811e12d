import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { ListCard } from '../../components/layout/list-card.js';
import { Page } from '../../components/layout/page.js';
import { JobRow } from './job-row.js';
import { jobsQuery } from '../../api/resources/jobs.js';
import { TEXTS } from './texts.js';
import { JOBS_PAGE } from './page-facts.js';

const route = getRouteApi('/signed-in/a/$account/jobs');

export function JobsPage() {
  const { account } = route.useParams();
  const query = useQuery(jobsQuery(account));
  const jobs = query.data?.data ?? [];
  return (
    <Page title={JOBS_PAGE.title} subtitle={TEXTS.subtitle}>
      <ListCard
        query={query}
        isEmpty={jobs.length === 0}
        skeletonRows={3}
        empty={
          <EmptyState icon={ListChecks} title={TEXTS.emptyTitle}>
            {TEXTS.empty}
          </EmptyState>
        }
      >
        <ul className="divide-y divide-line">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      </ListCard>
    </Page>
  );
}

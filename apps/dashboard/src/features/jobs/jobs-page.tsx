import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Problem } from '../../components/feedback/problem.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { Card } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { useMay } from '../../session/session.js';
import { JobRow } from './job-row.js';
import { jobsQuery } from './queries.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/jobs');

export function JobsPage() {
  const { account } = route.useParams();
  const may = useMay(account);
  const { data, error, refetch } = useQuery(jobsQuery(account));
  return (
    <Page title={TEXTS.title} subtitle={TEXTS.subtitle}>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!error && (
        <Card flush>
          {!data ? (
            <SkeletonRows count={3} />
          ) : data.data.length === 0 ? (
            <EmptyState icon={ListChecks} title={TEXTS.emptyTitle}>
              {TEXTS.empty}
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {data.data.map((job) => (
                <JobRow key={job.id} job={job} mayWrite={may.write} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/feedback/banner.js';
import { Problem } from '../../../components/feedback/problem.js';
import { triedBulkQuery, type BulkRequest } from '../../jobs/bulk.js';
import { BULK_TEXTS as TEXTS } from './texts.js';

/** What the job would do, according to the API's dry run. */
export function BulkPreview({ accountId, request }: { accountId: string; request: BulkRequest }) {
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

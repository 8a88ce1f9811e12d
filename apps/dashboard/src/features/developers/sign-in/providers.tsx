import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/layout/card.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { providersQuery } from '../../../session/providers.js';
import { Copyable } from '../copyable.js';
import { TEXTS } from './texts.js';

/** With what people can sign in at all, and where. */
export function Providers() {
  const { data, error, refetch } = useQuery(providersQuery);
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />;
  return (
    <Card title={TEXTS.providers} description={TEXTS.providersHint} flush={!data}>
      {!data && <SkeletonRows count={1} />}
      {data?.length === 0 && <p className="text-sm text-muted">{TEXTS.noProviders}</p>}
      {data && data.length > 0 && (
        <div className="grid gap-4">
          <ul aria-label={TEXTS.providers} className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-medium">
            {data.map(({ name, title }) => (
              <li key={name}>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
          <Copyable label={TEXTS.page} text={`${location.origin}/login`} />
        </div>
      )}
    </Card>
  );
}

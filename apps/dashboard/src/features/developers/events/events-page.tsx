import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SearchField } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { Card } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { eventTypesQuery, eventTypesRead } from '../event-types.js';
import { EVENTS_PAGE } from '../../pages.js';
import { Filter } from './filter.js';
import { TEXTS } from './texts.js';
import { TypeRow } from './type-row.js';

const route = getRouteApi('/signed-in/a/$account/developers/events');

export function EventsPage() {
  const { account } = route.useParams();
  const { q = '', types = '', open } = route.useSearch();
  const navigate = route.useNavigate();
  const { data = [], isPending, error, refetch } = useQuery(eventTypesQuery);
  const change = (changes: { q?: string; types?: string; open?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  const known = data.map(({ type }) => type);
  const chosen = known.filter((type) => types.split(',').includes(type));
  const words = q.toLowerCase().split(/\s+/);
  const found = data.filter(({ type, summary }) =>
    words.every((word) => `${type} ${summary}`.toLowerCase().includes(word)),
  );
  return (
    <Page
      title={EVENTS_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={<CopyAs calls={[eventTypesRead]} of={TEXTS.read} />}
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5 xl:sticky xl:top-6 xl:order-last">
          <Filter accountId={account} chosen={chosen} known={known} onClear={() => change({ types: '' })} />
        </div>
        <div className="grid min-w-0 gap-3">
          <SearchField label={TEXTS.search} q={q} onSearch={(next) => change({ q: next })} />
          <Card title={TEXTS.catalogue} flush>
            {isPending && <SkeletonRows />}
            {data.length > 0 && found.length === 0 && (
              <p className="px-4 py-3 text-sm text-muted">{TEXTS.none}</p>
            )}
            <ul aria-label={TEXTS.catalogue} className="divide-y divide-line">
              {found.map((facts) => (
                <TypeRow
                  key={facts.type}
                  facts={facts}
                  isChosen={chosen.includes(facts.type)}
                  onChoose={(isChosen) =>
                    change({
                      types: known
                        .filter((each) => (each === facts.type ? isChosen : chosen.includes(each)))
                        .join(','),
                    })
                  }
                  isOpen={open === facts.type}
                  onOpen={(isOpen) => change({ open: isOpen ? facts.type : undefined })}
                />
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </Page>
  );
}

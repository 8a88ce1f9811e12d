import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronDown, Inbox } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../../../components/class-names.js';
import { Button } from '../../../components/controls/button.js';
import { Checkbox, SearchField } from '../../../components/controls/inputs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { Card } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { History } from '../../activity/history.js';
import { accountEventsQuery, accountEventsRead } from '../../activity/queries.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { EVENTS_PAGE } from '../../pages.js';
import { Copyable } from '../copyable.js';
import { type EventTypeFacts, eventTypesQuery, eventTypesRead } from '../event-types.js';
import { asGroups, patternOf } from './pattern.js';
import { TEXTS } from './texts.js';

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
          {/* Without the types nothing would be ticked, and all events would stand as what the filter takes. */}
          {data.length > 0 && (
            <Filter accountId={account} chosen={chosen} known={known} onClear={() => change({ types: '' })} />
          )}
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

interface FilterProps {
  accountId: string;
  chosen: readonly string[];
  /** All types. */
  known: readonly string[];
  onClear: () => void;
}

const LATEST = 5;

/** What is ticked, as a subscriber states it, and what it takes of what has happened lately. */
function Filter({ accountId, chosen, known, onClear }: FilterProps) {
  const groups = asGroups(chosen, known);
  const type = chosen.join(',');
  const filter = type ? { type } : {};
  const tail = `rollbook events tail --account ${accountId}${type && ` --type ${chosen.join(' ')}`}`;
  return (
    <>
      <Card
        title={TEXTS.filter}
        description={chosen.length === 0 ? TEXTS.everything : TEXTS.chosen(chosen.length)}
        actions={
          chosen.length > 0 && (
            <Button small onClick={onClear}>
              {TEXTS.clear}
            </Button>
          )
        }
      >
        <div className="grid gap-4">
          <Copyable label={TEXTS.pattern} text={JSON.stringify(patternOf(accountId, groups), null, 2)} />
          <Copyable label={TEXTS.webhook} text={JSON.stringify(groups)} />
          <Copyable label={TEXTS.tail} text={tail} />
        </div>
      </Card>
      <History
        query={accountEventsQuery(accountId, filter, LATEST)}
        title={TEXTS.latest}
        actions={<CopyAs calls={[accountEventsRead(accountId, filter, LATEST)]} of={TEXTS.readLatest} />}
        only={LATEST}
        empty={<EmptyState icon={Inbox} title={TEXTS.noneYet} />}
      />
    </>
  );
}

interface TypeRowProps {
  facts: EventTypeFacts;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

function TypeRow({ facts, isChosen, onChoose, isOpen, onOpen }: TypeRowProps) {
  const { type, summary, sentence, dataSchema, exampleEvent } = facts;
  const panel = useId();
  return (
    <li>
      <div className="flex items-start gap-3 px-4 hover:bg-hover">
        <Checkbox
          aria-label={TEXTS.inFilter(type)}
          className="mt-3"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => onOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-3 py-2 text-left text-sm"
        >
          <span className="min-w-0 flex-1">
            <code className="block font-mono text-xs font-medium break-all">{type}</code>
            <span className="text-muted">{summary}</span>
          </span>
          <ChevronDown
            aria-hidden
            className={classNames('mt-1 size-4 shrink-0 text-faint', isOpen && 'rotate-180')}
          />
        </button>
      </div>
      <div id={panel} hidden={!isOpen} className="pr-4 pb-4 pl-11">
        {isOpen && (
          <div className="grid gap-3 text-sm">
            <p className="break-words">
              <span className="text-muted">{TEXTS.sentence}:</span> {sentence}
            </p>
            <Copyable label={TEXTS.example} text={JSON.stringify(exampleEvent, null, 2)} />
            <p className="text-xs text-muted">
              {TEXTS.schema}: <code className="font-mono break-all">{dataSchema}</code>
            </p>
          </div>
        )}
      </div>
    </li>
  );
}

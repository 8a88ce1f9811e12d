import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, Check } from 'lucide-react';
import { useState } from 'react';
import { Problem } from '../../../components/feedback/problem.js';
import { Until } from '../../../components/data/until.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { Chooser, type Choice } from '../../../components/overlays/chooser.js';
import { useMay } from '../../../session/session.js';
import { allGroupsQuery, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { recentGroups, rememberGroup, type ChosenGroup, type HeldGroups } from './recent-groups.js';

interface GroupChoicesProps {
  accountId: string;
  current: ChosenGroup | undefined;
  held: HeldGroups;
  onSelect: (group: ChosenGroup) => void;
}

function Held({ end }: { end: string | undefined }) {
  return <span className="shrink-0 text-xs text-faint">{end ? <Until at={end} /> : TEXTS.hasAccess}</span>;
}

/** The others are found by typing. */
const SHOWN = 50;

export default function GroupChoices({ accountId, current, held, onSelect }: GroupChoicesProps) {
  const { data: groups, error, refetch } = useQuery(allGroupsQuery(accountId));
  const may = useMay(accountId);
  const [text, setText] = useState('');
  const [recentIds] = useState(() => recentGroups(accountId));
  const wanted = text.trim().toLowerCase();
  const found = (groups ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  // What is held already comes last.
  const offered = found.toSorted((one, other) => Number(held.has(one.id)) - Number(held.has(other.id)));
  const isOnlyOne = offered.filter(({ id }) => !held.has(id)).length === 1;
  const recent = wanted ? [] : recentIds.flatMap((id) => offered.find((group) => group.id === id) ?? []);
  const rest = offered.filter((group) => !recent.includes(group)).slice(0, SHOWN);
  const choiceOf = ({ id, name }: ServiceGroup): Choice => ({
    key: id,
    view: (
      <>
        <Boxes aria-hidden className="size-4 shrink-0 text-faint" />
        <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
        {held.has(id) && <Held end={held.get(id)} />}
        {id === current?.id && <Check aria-hidden className="size-4 text-accent" />}
      </>
    ),
    onSelect: () => {
      rememberGroup(accountId, id);
      onSelect({ id, name });
    },
  });
  return (
    <Chooser
      label={TEXTS.choose}
      placeholder={TEXTS.search}
      text={text}
      onText={setText}
      groups={[
        { key: 'recent', heading: TEXTS.recent, choices: recent.map(choiceOf) },
        {
          key: 'rest',
          heading: recent.length > 0 ? TEXTS.all : undefined,
          choices: rest.map(choiceOf),
        },
      ]}
      isCurrent={groups !== undefined}
      first={wanted || isOnlyOne ? offered[0]?.id : undefined}
      note={noteOf()}
    />
  );

  function noteOf() {
    if (!groups)
      return error ? <Problem error={error} retry={() => void refetch()} /> : <SkeletonRows count={3} />;
    if (offered.length > 0) return null;
    return (
      <p role="status" className="px-3 py-6 text-center text-sm text-muted">
        <span className="block">{wanted ? TEXTS.noMatch(text) : TEXTS.emptyTitle}</span>
        <span className="mt-1 block text-xs text-faint">
          {may('memberships:write') ? TEXTS.createFirst : TEXTS.ask}
        </span>
        {!may('memberships:write') && (
          <Link to="/home" search={{ ask: true }} className="mt-2 inline-block font-medium text-accent">
            {TEXTS.requestAccess}
          </Link>
        )}
      </p>
    );
  }
}

import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { Boxes, Check } from 'lucide-react';
import { useState } from 'react';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { useMay } from '../../../session/session.js';
import { allGroupsQuery, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { recentGroups, rememberGroup, type ChosenGroup } from './recent-groups.js';

interface GroupChoicesProps {
  accountId: string;
  current: ChosenGroup | undefined;
  exclude: readonly string[];
  onSelect: (group: ChosenGroup) => void;
}

/** The others are found by typing. */
const SHOWN = 50;

export default function GroupChoices({ accountId, current, exclude, onSelect }: GroupChoicesProps) {
  const { data: groups } = useQuery(allGroupsQuery(accountId));
  const may = useMay(accountId);
  const [text, setText] = useState('');
  const [recentIds] = useState(() => recentGroups(accountId));
  const wanted = text.trim().toLowerCase();
  const offered = (groups ?? []).filter(
    ({ id, name }) => !exclude.includes(id) && name.toLowerCase().includes(wanted),
  );
  const recent = wanted ? [] : recentIds.flatMap((id) => offered.find((group) => group.id === id) ?? []);
  const rest = offered.filter((group) => !recent.includes(group));
  const item = (group: ServiceGroup) => (
    <Command.Item
      key={group.id}
      value={group.id}
      onSelect={() => {
        rememberGroup(accountId, group.id);
        onSelect({ id: group.id, name: group.name });
      }}
      className="flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-sm data-[selected=true]:bg-hover"
    >
      <Boxes aria-hidden className="size-4 shrink-0 text-faint" />
      <bdi className="min-w-0 flex-1 truncate">{group.name}</bdi>
      {group.id === current?.id && <Check aria-hidden className="size-4 text-accent" />}
    </Command.Item>
  );
  return (
    <Command label={TEXTS.choose} shouldFilter={false} loop>
      <Command.Input
        autoFocus
        placeholder={TEXTS.search}
        value={text}
        onValueChange={setText}
        className="h-10 w-full border-b border-line bg-transparent px-3 text-sm outline-none placeholder:text-faint"
      />
      <Command.List className="max-h-72 overflow-y-auto p-1">
        {!groups && <SkeletonRows count={3} />}
        {groups && (
          <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
            <span className="block">{wanted ? TEXTS.noMatch(text) : TEXTS.emptyTitle}</span>
            <span className="mt-1 block text-xs text-faint">{may.write ? TEXTS.createFirst : TEXTS.ask}</span>
          </Command.Empty>
        )}
        {recent.length > 0 && (
          <Command.Group heading={TEXTS.recent} className={HEADED}>
            {recent.map(item)}
          </Command.Group>
        )}
        {rest.length > 0 && (
          <Command.Group {...(recent.length > 0 && { heading: TEXTS.all, className: HEADED })}>
            {rest.slice(0, SHOWN).map(item)}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  );
}

const HEADED =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-faint';

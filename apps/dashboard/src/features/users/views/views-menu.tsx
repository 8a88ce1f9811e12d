import { useQuery } from '@tanstack/react-query';
import { Bookmark, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { UserFilter } from '../../../api/resources/users.js';
import { Button } from '../../../components/controls/button.js';
import { toast } from '../../../components/feedback/toasts.js';
import { lazily } from '../../../components/lazily.js';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../components/overlays/menu.js';
import { allGroupsQuery } from '../../groups/queries.js';
import { TEXTS } from './texts.js';
import { useViews } from './views-store.js';
import { BUILT_IN, currentView, filterOf, MAX_VIEWS, suggestedName, type View } from './views.js';

const ViewDialog = lazily(async () => (await import('./view-dialog.js')).ViewDialog);

/** What the dialog names: a new view, or one that is renamed. */
interface Naming {
  renamed?: View;
}

interface ViewsMenuProps {
  accountId: string;
  /** What the page shows. */
  filter: UserFilter;
  onShow: (filter: UserFilter) => void;
}

/** Filters and orders of the list that have a name: one's own, and some that everybody has. */
export function ViewsMenu({ accountId, filter, onShow }: ViewsMenuProps) {
  const { views, setViews } = useViews(accountId);
  const { data: groups } = useQuery(allGroupsQuery(accountId));
  const [naming, setNaming] = useState<Naming>();
  const current = currentView(views, filter);
  const own = current && views.find((view) => view === current);
  // The plain list needs no name.
  const named = current === BUILT_IN[0] ? undefined : current?.name;
  const item = (view: View) => (
    <MenuItem key={view.name} current={view === current} onSelect={() => onShow(view.filter)}>
      <bdi className="min-w-0 flex-1 truncate">{view.name}</bdi>
    </MenuItem>
  );
  function name(chosen: string) {
    const renamed = naming?.renamed;
    if (renamed) setViews(views.map((view) => (view === renamed ? { ...view, name: chosen } : view)));
    else setViews([...views, { name: chosen, filter: filterOf(filter) }]);
    toast(renamed ? TEXTS.renamed(chosen) : TEXTS.saved(chosen));
    setNaming(undefined);
  }
  return (
    <>
      <Menu
        wide
        align="start"
        trigger={
          <Button aria-label={named && TEXTS.shown(named)} className="max-w-32">
            <Bookmark aria-hidden className="size-4 shrink-0 text-muted" />
            <bdi className="truncate">{named ?? TEXTS.views}</bdi>
            <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted" />
          </Button>
        }
      >
        <MenuLabel>{TEXTS.views}</MenuLabel>
        {BUILT_IN.map(item)}
        {views.length > 0 && <MenuLabel>{TEXTS.yours}</MenuLabel>}
        {views.map(item)}
        <MenuSeparator />
        {own && (
          <>
            <MenuItem onSelect={() => setNaming({ renamed: own })}>{TEXTS.rename}</MenuItem>
            <MenuItem
              danger
              onSelect={() => {
                setViews(views.filter((view) => view !== own));
                toast(TEXTS.removed(own.name));
              }}
            >
              {TEXTS.remove}
            </MenuItem>
          </>
        )}
        {current && !own && <MenuLabel>{TEXTS.toSave}</MenuLabel>}
        {!current && views.length >= MAX_VIEWS && <MenuLabel>{TEXTS.most}</MenuLabel>}
        {!current && views.length < MAX_VIEWS && (
          <MenuItem onSelect={() => setNaming({})}>{TEXTS.save}</MenuItem>
        )}
      </Menu>
      {naming && (
        <ViewDialog
          renamed={naming.renamed}
          name={
            naming.renamed?.name ??
            suggestedName(filter, groups?.find(({ id }) => id === filter.groupId)?.name)
          }
          others={views.filter((view) => view !== naming.renamed)}
          onName={name}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, Keyboard, LogOut } from 'lucide-react';
import { Avatar } from '../../components/people/person.js';
import { Menu, MenuItem, MenuSeparator } from '../../components/overlays/menu.js';
import { signOut, useSession } from '../../session/session.js';
import { HOME_PAGE, ME_PAGE } from '../pages.js';
import { overlay } from '../search/shortcuts.js';
import { TEXTS } from './texts.js';

export function UserMenu() {
  const session = useSession();
  const navigate = useNavigate();
  const name = session.name ?? TEXTS.operator;
  return (
    <Menu
      align="start"
      wide
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-hover"
        >
          <Avatar name={name} id={session.userId ?? name} />
          <span className="grid min-w-0 flex-1">
            <bdi className="truncate text-sm font-medium">{name}</bdi>
            <span className="truncate text-xs text-faint">
              {session.kind === 'operator' ? TEXTS.allAccounts : (session.email ?? session.role)}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />
        </button>
      }
    >
      {session.userId && (
        <MenuItem onSelect={() => void navigate({ to: HOME_PAGE.to })}>
          <HOME_PAGE.icon aria-hidden className="size-4 text-muted" /> {HOME_PAGE.title}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void navigate({ to: ME_PAGE.to })}>
        <ME_PAGE.icon aria-hidden className="size-4 text-muted" /> {ME_PAGE.title}
      </MenuItem>
      <MenuItem onSelect={() => overlay.set('shortcuts')}>
        <Keyboard aria-hidden className="size-4 text-muted" /> {TEXTS.shortcuts}
      </MenuItem>
      <MenuItem onSelect={() => location.assign('/docs')}>
        <BookOpen aria-hidden className="size-4 text-muted" /> {TEXTS.apiReference}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden className="size-4 text-muted" /> {TEXTS.signOut}
      </MenuItem>
    </Menu>
  );
}

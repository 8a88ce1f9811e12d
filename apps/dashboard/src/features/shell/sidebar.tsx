import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { BookOpen, ChevronsUpDown, Keyboard, LogOut, type LucideIcon, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApple } from '../../components/keys.js';
import { lazily } from '../../components/lazily.js';
import { Menu, MenuItem, MenuSeparator } from '../../components/overlays/menu.js';
import { Avatar } from '../../components/people/person.js';
import { mayIn, signOut, useSession } from '../../session/session.js';
import { FailingBadge } from '../developers/webhooks/failing-badge.js';
import {
  ACCOUNT_PAGES,
  ACCOUNTS_PAGE,
  HOME_PAGE,
  ME_PAGE,
  OVERVIEW_PAGE,
  REQUESTS_PAGE,
  WEBHOOKS_PAGE,
} from '../pages.js';
import { RequestsBadge } from '../requests/requests-badge.js';
import { overlay } from '../search/shortcuts.js';
import { AccountSwitcher } from './account-switcher.js';
import { ManagedGroups } from './managed-groups.js';
import { TEXTS } from './texts.js';

const MomentField = lazily(async () => (await import('../past/moment-field.js')).MomentField);

const ITEM =
  'flex h-6.5 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-sm aria-[current=page]:ring-1 aria-[current=page]:ring-line';

function Item({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </>
  );
}

const SECTIONS = [
  ['start', undefined],
  ['people', TEXTS.people],
  ['developers', TEXTS.developers],
  ['data', TEXTS.data],
] as const;

export function Sidebar() {
  const { account } = useParams({ strict: false });
  const session = useSession();
  return (
    <nav aria-label={TEXTS.navigation} className="flex h-full flex-col gap-2.5 overflow-y-auto p-3">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <AccountSwitcher />
        <SearchButton />
        {account && mayIn(session, OVERVIEW_PAGE.permission, account) && (
          <div className="min-h-8">
            <MomentField />
          </div>
        )}
      </div>
      <div className="grid gap-2.5">
        {account
          ? SECTIONS.map(([section, title]) => <Section key={section} {...{ account, section, title }} />)
          : session.kind === 'operator' && (
              <Link to={ACCOUNTS_PAGE.to} className={ITEM}>
                <Item icon={ACCOUNTS_PAGE.icon}>{ACCOUNTS_PAGE.title}</Item>
              </Link>
            )}
        {session.accountId && !mayIn(session, OVERVIEW_PAGE.permission, session.accountId) && (
          <Link to={HOME_PAGE.to} className={ITEM}>
            <Item icon={HOME_PAGE.icon}>{HOME_PAGE.title}</Item>
          </Link>
        )}
        <ManagedGroups item={ITEM} />
      </div>
      <div className="mt-auto">
        <UserMenu />
      </div>
    </nav>
  );
}

interface SectionProps {
  account: string;
  section: (typeof SECTIONS)[number][0];
  title: string | undefined;
}

function Section({ account, section, title }: SectionProps) {
  const session = useSession();
  const pages = ACCOUNT_PAGES.filter(
    (page) => page.section === section && mayIn(session, page.permission, account),
  );
  if (pages.length === 0) return null;
  return (
    <div className="grid gap-px">
      {title && <p className="px-2 pb-1 text-xs text-faint">{title}</p>}
      {pages.map(({ to, icon, title: text }) => (
        <Link
          key={to}
          to={to}
          params={{ account }}
          activeOptions={{ exact: to === '/a/$account', includeSearch: false }}
          className={ITEM}
        >
          <Item icon={icon}>
            {text}
            {to === REQUESTS_PAGE.to && <RequestsBadge accountId={account} />}
            {to === WEBHOOKS_PAGE.to && <FailingBadge accountId={account} />}
          </Item>
        </Link>
      ))}
    </div>
  );
}

function SearchButton() {
  return (
    <button
      type="button"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={() => overlay.set('palette')}
      className="flex h-8 w-full items-center gap-2.5 rounded-md border border-line bg-raised px-2 text-sm text-faint hover:border-edge hover:text-muted"
    >
      <Search aria-hidden className="size-4" />
      {TEXTS.search}
      <kbd aria-hidden className="ml-auto rounded-sm border border-line px-1 font-sans text-2xs">
        {isApple ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </button>
  );
}

function UserMenu() {
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

import { Link, useParams } from '@tanstack/react-router';
import {
  Activity,
  Boxes,
  Building2,
  Download,
  Grid3x3,
  House,
  ListChecks,
  Mail,
  Settings,
  Upload,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../session/session.js';
import { AccountSwitcher } from './account-switcher.js';
import { SearchButton } from './search-button.js';
import { TEXTS } from './texts.js';
import { UserMenu } from './user-menu.js';

const ITEM =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-sm aria-[current=page]:ring-1 aria-[current=page]:ring-line';

function Item({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      {children}
    </>
  );
}

const ACCOUNT_PAGES = [
  [
    undefined,
    [
      ['/a/$account', House, TEXTS.overview],
      ['/a/$account/activity', Activity, TEXTS.activity],
    ],
  ],
  [
    TEXTS.people,
    [
      ['/a/$account/access', Grid3x3, TEXTS.access],
      ['/a/$account/users', Users, TEXTS.users],
      ['/a/$account/groups', Boxes, TEXTS.groups],
      ['/a/$account/invitations', Mail, TEXTS.invitations],
    ],
  ],
  [
    TEXTS.data,
    [
      ['/a/$account/import', Upload, TEXTS.importPage],
      ['/a/$account/export', Download, TEXTS.exportPage],
      ['/a/$account/jobs', ListChecks, TEXTS.jobs],
      ['/a/$account/settings', Settings, TEXTS.settings],
    ],
  ],
] as const;

export function Sidebar() {
  const { account } = useParams({ strict: false });
  const session = useSession();
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto p-3">
      <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <AccountSwitcher />
        <SearchButton />
      </header>
      <nav aria-label={TEXTS.navigation} className="grid gap-4">
        {account
          ? ACCOUNT_PAGES.map(([title, pages]) => (
              <div key={title ?? ''} className="grid gap-0.5">
                {title && <p className="px-2 pb-1 text-xs text-faint">{title}</p>}
                {pages.map(([to, icon, text]) => (
                  <Link
                    key={to}
                    to={to}
                    params={{ account }}
                    activeOptions={{ exact: to === '/a/$account', includeSearch: false }}
                    className={ITEM}
                  >
                    <Item icon={icon}>{text}</Item>
                  </Link>
                ))}
              </div>
            ))
          : session.kind === 'operator' && (
              <Link to="/accounts" className={ITEM}>
                <Item icon={Building2}>{TEXTS.accounts}</Item>
              </Link>
            )}
      </nav>
      <footer className="mt-auto">
        <UserMenu />
      </footer>
    </div>
  );
}

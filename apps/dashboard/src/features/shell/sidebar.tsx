import { Link, useParams } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazily } from '../../components/lazily.js';
import { mayIn, useSession } from '../../session/session.js';
import {
  ACCOUNTS_PAGE,
  ACCOUNT_PAGES,
  HOME_PAGE,
  OVERVIEW_PAGE,
  REQUESTS_PAGE,
  WEBHOOKS_PAGE,
} from '../pages.js';
import { FailingBadge } from '../developers/webhooks/failing-badge.js';
import { RequestsBadge } from '../requests/requests-badge.js';
import { ManagedGroups } from './managed-groups.js';
import { AccountSwitcher } from './account-switcher.js';
import { SearchButton } from './search-button.js';
import { TEXTS } from './texts.js';
import { UserMenu } from './user-menu.js';

const MomentField = lazily(async () => (await import('../past/moment-field.js')).MomentField);

const ITEM =
  'flex h-7 items-center gap-2.5 rounded-md px-2 text-sm font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-sm aria-[current=page]:ring-1 aria-[current=page]:ring-line';

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
    <nav aria-label={TEXTS.navigation} className="flex h-full flex-col gap-3 overflow-y-auto p-3">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <AccountSwitcher />
        <SearchButton />
        {account && mayIn(session, OVERVIEW_PAGE.permission, account) && (
          <div className="min-h-8">
            <MomentField />
          </div>
        )}
      </div>
      <div className="grid gap-3">
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
    <div className="grid gap-0.5">
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

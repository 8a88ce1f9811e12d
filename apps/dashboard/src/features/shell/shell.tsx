import { Outlet, useParams, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { classNames } from '../../components/class-names.js';
import { IconButton } from '../../components/controls/button.js';
import { lazily } from '../../components/lazily.js';
import { Logo } from '../../components/layout/logo.js';
import { ConnectionBanner } from './connection-banner.js';
import { useMoment } from '../../session/moment.js';
import { useSession } from '../../session/session.js';
import { useAccountName } from '../../api/resources/account.js';
import { pageAt } from '../pages.js';
import { overlay, Shortcuts } from '../search/shortcuts.js';
import { Sidebar } from './sidebar.js';
import { TEXTS } from './texts.js';

const Live = lazily(async () => (await import('../live/live.js')).Live);
const PastFrame = lazily(async () => (await import('../past/past-frame.js')).PastFrame);
const SeeAsBanner = lazy(() => import('../see-as/see-as-banner.js'));

export function Shell() {
  const { seeingAs, accountId: ownAccount } = useSession();
  const accountName = useAccountName();
  const moment = useMoment();
  const { account } = useParams({ strict: false });
  const shown = account ?? ownAccount;
  const [open, setOpen] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => setOpen(false), [path]);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-solid px-3 py-2 text-sm text-on-solid focus:translate-y-0"
      >
        {TEXTS.skip}
      </a>
      <header className="sticky top-0 z-30 flex h-12 items-center justify-between gap-2 border-b border-line bg-surface pr-2 pl-4 lg:hidden print:hidden">
        {accountName === undefined ? (
          <Logo />
        ) : (
          <bdi className="min-w-0 truncate text-sm font-semibold">{accountName}</bdi>
        )}
        <span className="flex shrink-0">
          <IconButton label={TEXTS.search} onClick={() => overlay.set('palette')}>
            <Search aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={TEXTS.menu} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? <X aria-hidden className="size-4" /> : <MenuIcon aria-hidden className="size-4" />}
          </IconButton>
        </span>
      </header>
      <div
        className={classNames(
          'z-20 print:hidden border-line bg-sunken max-lg:fixed max-lg:inset-x-0 max-lg:top-12 max-lg:bottom-0 lg:sticky lg:top-0 lg:h-dvh lg:border-r',
          !open && 'max-lg:hidden',
        )}
      >
        <Sidebar />
      </div>
      <div className="min-w-0">
        <ConnectionBanner />
        <Suspense>{seeingAs && <SeeAsBanner seeingAs={seeingAs} />}</Suspense>
        <main id="content" aria-labelledby="page-title" tabIndex={-1} className="outline-none">
          {moment && account ? (
            <PastFrame moment={moment} page={pageAt(path)}>
              <Outlet />
            </PastFrame>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
      <Shortcuts />
      {shown && !moment && <Live accountId={shown} />}
    </div>
  );
}

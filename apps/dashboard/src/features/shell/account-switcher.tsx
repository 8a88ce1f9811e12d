import { useNavigate, useParams } from '@tanstack/react-router';
import { Building2, Check, ChevronsUpDown } from 'lucide-react';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../components/overlays/menu.js';
import { useSession } from '../../session/session.js';
import { useNameOf } from '../../api/resources/account.js';
import { Logo } from '../../components/layout/logo.js';
import { TEXTS } from './texts.js';

export function AccountSwitcher() {
  const { account: accountId } = useParams({ strict: false });
  return accountId ? (
    <Switcher accountId={accountId} />
  ) : (
    <div className="px-2 py-2">
      <Logo />
    </div>
  );
}

function Switcher({ accountId }: { accountId: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const name = useNameOf(accountId);
  return (
    <Menu
      align="start"
      wide
      trigger={
        <button
          type="button"
          className="flex h-11 w-full items-center gap-2 rounded-lg border border-line bg-raised px-2 text-left shadow-sm hover:border-edge"
        >
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-md bg-solid text-xs font-semibold text-on-solid"
          >
            {(name ?? ' ').slice(0, 1).toUpperCase()}
          </span>
          <span className="sr-only">{TEXTS.switchAccount}: </span>
          <bdi className="min-w-0 flex-1 truncate text-sm font-semibold">{name ?? '…'}</bdi>
          <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />
        </button>
      }
    >
      <MenuLabel>{TEXTS.switchAccount}</MenuLabel>
      {session.accounts.map((each) => (
        <MenuItem
          key={each.accountId}
          onSelect={() => void navigate({ to: '/a/$account', params: { account: each.accountId } })}
        >
          <bdi className="min-w-0 flex-1 truncate">{each.accountName}</bdi>
          {each.accountId === accountId && <Check aria-hidden className="size-4 text-accent" />}
        </MenuItem>
      ))}
      {session.kind === 'operator' && (
        <>
          {session.accounts.length > 0 && <MenuSeparator />}
          <MenuItem onSelect={() => void navigate({ to: '/accounts' })}>
            <Building2 aria-hidden className="size-4 text-muted" /> {TEXTS.allAccounts}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

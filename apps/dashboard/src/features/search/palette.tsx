import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { useDebouncedText } from '../../api/lists.js';
import { Badge } from '../../components/feedback/badge.js';
import { Problem } from '../../components/feedback/problem.js';
import { useSession } from '../../session/session.js';
import { TEXTS as SHELL_TEXTS } from '../shell/texts.js';
import { ACCOUNT_PAGES } from './pages.js';
import { searchQuery, type Found } from './queries.js';
import { TEXTS } from './texts.js';

const ITEM =
  'flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-sm data-[selected=true]:bg-hover';
const HEADED =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-faint';

export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { account } = useParams({ strict: false });
  const session = useSession();
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const [text, setText] = useDebouncedText(q, setQ);
  const { data: groups = [], error } = useQuery(searchQuery(q.trim(), account));
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const wanted = text.trim().toLowerCase();
  const pages = account ? ACCOUNT_PAGES.filter(({ title }) => title.toLowerCase().includes(wanted)) : [];
  const go = (act: () => unknown) => () => {
    onClose();
    void act();
  };
  const open = (kind: string, { id, accountId }: Found) => {
    const params = { account: accountId, user: id, group: id };
    if (kind === 'user') return navigate({ to: '/a/$account/users/$user', params });
    if (kind === 'service_group') return navigate({ to: '/a/$account/groups/$group', params });
    if (kind === 'account') return navigate({ to: '/a/$account', params: { account: id } });
    if (kind === 'invitation') return navigate({ to: '/a/$account/invitations', params });
    if (kind === 'job' || kind === 'import') return navigate({ to: '/a/$account/jobs', params });
    return navigate({ to: '/a/$account/activity', params });
  };
  return (
    <dialog
      ref={dialog}
      aria-label={TEXTS.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
      className="enter mx-auto mt-[12vh] mb-auto w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-xl border border-line bg-raised p-0 shadow-lg"
    >
      <Command label={TEXTS.title} shouldFilter={false} loop>
        <Command.Input
          autoFocus
          placeholder={TEXTS.placeholder}
          value={text}
          onValueChange={setText}
          className="h-12 w-full truncate border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-faint"
        />
        <Command.List className="max-h-[min(26rem,60vh)] overflow-y-auto p-1.5">
          {error && <Problem error={error} />}
          <Command.Empty className="px-3 py-10 text-center text-sm text-muted">
            {TEXTS.none(text)}
          </Command.Empty>
          {q &&
            groups.map(({ kind, items }) => (
              <Command.Group key={kind} heading={TEXTS.kinds[kind] ?? kind} className={HEADED}>
                {items.map((found) => (
                  <Command.Item
                    key={found.id}
                    value={`${kind} ${found.id}`}
                    onSelect={go(() => open(kind, found))}
                    className={ITEM}
                  >
                    <bdi className="max-w-[70%] shrink-0 truncate font-medium">{found.title}</bdi>
                    {TEXTS.gone[found.status ?? ''] && <Badge>{TEXTS.gone[found.status ?? '']}</Badge>}
                    <bdi className="ml-auto min-w-0 truncate text-xs text-faint">{found.subtitle}</bdi>
                  </Command.Item>
                ))}
              </Command.Group>
            ))}
          {(pages.length > 0 || !q) && (
            <Command.Group heading={TEXTS.pages} className={HEADED}>
              {account &&
                pages.map(({ to, title }) => (
                  <Command.Item
                    key={to}
                    value={to}
                    onSelect={go(() => navigate({ to, params: { account } }))}
                    className={ITEM}
                  >
                    {title}
                  </Command.Item>
                ))}
              {session.kind === 'operator' && (
                <Command.Item
                  value="/accounts"
                  onSelect={go(() => navigate({ to: '/accounts' }))}
                  className={ITEM}
                >
                  {SHELL_TEXTS.accounts}
                </Command.Item>
              )}
              <Command.Item value="/me" onSelect={go(() => navigate({ to: '/me' }))} className={ITEM}>
                {SHELL_TEXTS.me}
              </Command.Item>
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </dialog>
  );
}

import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../../api/store.js';
import { isApple, isTyping } from '../../components/keys.js';
import { Dialog } from '../../components/overlays/dialog.js';
import { preferences } from '../../api/preferences.js';
import { ACCOUNT_PAGES } from '../pages.js';
import { Palette } from './palette.js';
import { SHORTCUTS, TEXTS } from './texts.js';

/** Pairs that begin with g are typed one after the other. */
const PAIRS = ACCOUNT_PAGES.flatMap(({ key, title }) => (key ? [[`g ${key}`, title] as const] : []));
const LISTED = [...SHORTCUTS.first, ...PAIRS, ...SHORTCUTS.last];

/** The overlay that is open. */
export const overlay = createStore<'palette' | 'shortcuts' | undefined>(undefined);

const PAIR_MS = 1_200;

/** Keys that work everywhere: ⌘K, and single keys unless they are turned off. */
export function Shortcuts() {
  const shown = useStore(overlay);
  const navigate = useNavigate();
  const { account } = useParams({ strict: false });
  const pressedG = useRef(0);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      // On a Mac, Ctrl+K deletes to the end of the line.
      const isCommand = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
      if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        overlay.set(overlay.get() === 'palette' ? undefined : 'palette');
        return;
      }
      const isBusy = document.querySelector('dialog[open], [popover]:popover-open') !== null;
      if (ctrlKey || metaKey || altKey || isBusy || isTyping(target) || !preferences.get().shortcuts) return;
      const page = ACCOUNT_PAGES.find((each) => each.key === key);
      if (Date.now() - pressedG.current < PAIR_MS && page && account)
        void navigate({ to: page.to, params: { account } });
      else if (key === '/') document.querySelector<HTMLElement>('[data-shortcut=search]')?.focus();
      else if (key === '?') overlay.set('shortcuts');
      else if (key !== 'g') return;
      pressedG.current = key === 'g' ? Date.now() : 0;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [account, navigate]);
  const close = () => overlay.set(undefined);
  if (shown === 'palette') return <Palette onClose={close} />;
  if (shown !== 'shortcuts') return null;
  return (
    <Dialog title={TEXTS.shortcutsTitle} onClose={close}>
      <dl className="grid gap-1 text-sm">
        {LISTED.map(([keys, what]) => (
          <div key={keys} className="flex min-h-8 items-center justify-between gap-4">
            <dt>{what}</dt>
            <dd>
              <kbd className="shrink-0 rounded-md border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs whitespace-nowrap">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-xs text-faint">{TEXTS.off}</p>
    </Dialog>
  );
}

import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../../api/store.js';
import { isApple, isTyping } from '../../components/keys.js';
import { lazily } from '../../components/lazily.js';
import { preferences } from '../../api/preferences.js';
import { ACCOUNT_PAGES } from '../pages.js';
import { chosenCommand } from './commands/command.js';

const Palette = lazily(async () => (await import('./palette.js')).Palette);
const ShortcutsHelp = lazily(async () => (await import('./shortcuts-help.js')).ShortcutsHelp);

/** The overlay that is open. */
export const overlay = createStore<'palette' | 'shortcuts' | undefined>(undefined);

const PAIR_MS = 1_200;

/** Keys that work everywhere: ⌘K, and single keys unless they are turned off. */
export function Shortcuts() {
  const shown = useStore(overlay);
  const isCommand = useStore(chosenCommand, Boolean);
  const navigate = useNavigate();
  const { account } = useParams({ strict: false });
  /** When it was pressed, however late a busy page hears of it. */
  const pressedG = useRef(-PAIR_MS);
  /** What is typed before the palette is there. */
  const ahead = useRef('');
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target, timeStamp } = event;
      // On a Mac, Ctrl+K deletes to the end of the line.
      const isCommand = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
      if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        overlay.set(overlay.get() === 'palette' ? undefined : 'palette');
        ahead.current = '';
        return;
      }
      if (ctrlKey || metaKey || altKey) return;
      const isBusy = document.querySelector('dialog[open], [popover]:popover-open') !== null;
      const typed = key === 'Enter' ? '\n' : key;
      if (overlay.get() && !isBusy && typed.length === 1) {
        ahead.current += typed;
        event.preventDefault();
      }
      if (overlay.get() || isBusy || isTyping(target) || !preferences.get().shortcuts) return;
      const page = ACCOUNT_PAGES.find((each) => each.key === key);
      if (timeStamp - pressedG.current < PAIR_MS && page && account)
        void navigate({ to: page.to, params: { account } });
      else if (key === '/') document.querySelector<HTMLElement>('[data-shortcut=search]')?.focus();
      else if (key === 'd') document.querySelector<HTMLElement>('[data-shortcut=day]')?.focus();
      else if (key === '?') overlay.set('shortcuts');
      else if (key !== 'g') return;
      pressedG.current = key === 'g' ? timeStamp : -PAIR_MS;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [account, navigate]);
  const close = () => overlay.set(undefined);
  if (shown === 'shortcuts') return <ShortcutsHelp onClose={close} />;
  return (
    (shown || isCommand) && <Palette isOpen={Boolean(shown)} typed={() => ahead.current} onClose={close} />
  );
}

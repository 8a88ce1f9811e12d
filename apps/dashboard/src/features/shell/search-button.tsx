import { Search } from 'lucide-react';
import { isApple } from '../../components/keys.js';
import { overlay } from '../search/shortcuts.js';
import { TEXTS } from './texts.js';

export function SearchButton() {
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

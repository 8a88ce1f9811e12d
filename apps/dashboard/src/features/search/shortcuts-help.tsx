import { Dialog } from '../../components/overlays/dialog.js';
import { ACCOUNT_PAGES } from '../pages.js';
import { SHORTCUTS, TEXTS } from './texts.js';

/** Pairs that begin with g are typed one after the other. */
const PAIRS = ACCOUNT_PAGES.flatMap(({ key, title }) => (key ? [[`g ${key}`, title] as const] : []));
const LISTED = [...SHORTCUTS.first, ...PAIRS, ...SHORTCUTS.last];

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={TEXTS.shortcutsTitle} onClose={onClose}>
      <dl className="grid gap-1 text-sm" tabIndex={0} aria-label={TEXTS.shortcutsTitle}>
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

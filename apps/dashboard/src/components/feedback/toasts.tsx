import { CircleCheck, X } from 'lucide-react';
import { createStore, useStore } from '../../api/store.js';
import { IconButton } from '../controls/button.js';

interface Toast {
  id: number;
  text: string;
}

const SHOWN_MS = 6_000;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Says what was done. */
export function toast(text: string): void {
  const id = (lastId += 1);
  toasts.set([...toasts.get(), { id, text }].slice(-3));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-50 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map(({ id, text }) => (
        <div
          key={id}
          className="enter pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-raised py-2 pr-1.5 pl-3 text-sm shadow-lg"
        >
          <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-good" />
          <p className="min-w-0 flex-1 py-0.5 break-words">{text}</p>
          <IconButton label="Dismiss" className="size-6" onClick={() => dismiss(id)}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        </div>
      ))}
    </div>
  );
}

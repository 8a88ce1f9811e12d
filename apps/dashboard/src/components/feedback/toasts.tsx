import { CircleCheck, X } from 'lucide-react';
import type { ComponentType } from 'react';
import { createStore, useStore } from '../../api/store.js';
import { takeWrites, type Write } from '../../api/writes.js';
import { IconButton } from '../controls/button.js';

interface Toast {
  id: number;
  text: string;
  /** The writes behind it, offered for copying and undoing. */
  writes: readonly Write[];
}

/** Time to read it, and to undo what it says. */
const SHOWN_MS = 10_000;
const toasts = createStore<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** Shows a message about what was done. */
export function toast(text: string): void {
  const id = (lastId += 1);
  toasts.set([...toasts.get(), { id, text, writes: takeWrites() }].slice(-3));
  dismissLater(id);
}

function dismiss(id: number): void {
  hold(id);
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

/** A toast stays while it has the pointer or the focus. */
function hold(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

function dismissLater(id: number): void {
  hold(id);
  timers.set(
    id,
    setTimeout(() => dismiss(id), SHOWN_MS),
  );
}

/** `offer` is what to do with the writes behind a toast. */
export function Toasts({ offer: Offer }: { offer: ComponentType<{ calls: readonly Write[] }> }) {
  const shown = useStore(toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-[calc(1rem+var(--bottom-bar,0px)+min(1.25rem,var(--bottom-bar,0px)))] z-50 grid print:hidden w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {shown.map(({ id, text, writes }) => (
        <div
          key={id}
          onMouseEnter={() => hold(id)}
          onFocus={() => hold(id)}
          onMouseLeave={() => dismissLater(id)}
          onBlur={() => dismissLater(id)}
          className="enter pointer-events-auto flex items-start gap-1.5 rounded-lg border border-line bg-raised py-2 pr-1.5 pl-3 text-sm shadow-lg"
        >
          <CircleCheck aria-hidden className="mt-1 mr-1 size-4 shrink-0 text-good" />
          <p className="min-w-0 flex-1 py-0.5 break-words">{text}</p>
          {writes.length > 0 && <Offer calls={writes} />}
          <IconButton label="Dismiss" className="size-6" onClick={() => dismiss(id)}>
            <X aria-hidden className="size-3.5" />
          </IconButton>
        </div>
      ))}
    </div>
  );
}

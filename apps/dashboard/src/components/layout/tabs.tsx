import { useRef, type KeyboardEvent } from 'react';
import { classNames } from '../class-names.js';
import { isModified } from '../keys.js';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly (readonly [Name, string])[];
  current: Name;
  onChange: (name: Name) => void;
  panel: string;
}

/** Tabs as in the ARIA practices: one tab stop, arrows move. */
export function Tabs<Name extends string>({ label, tabs, current, onChange, panel }: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent) {
    if (isModified(event)) return;
    const at = tabs.findIndex(([name]) => name === current);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step && at + step;
    if (next === undefined) return;
    const index = (next + tabs.length) % tabs.length;
    const tab = tabs[index];
    if (!tab) return;
    event.preventDefault();
    onChange(tab[0]);
    list.current?.querySelectorAll('button')[index]?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className="flex gap-5 overflow-x-auto border-b border-line"
      onKeyDown={move}
    >
      {tabs.map(([name, text]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === current}
          aria-controls={panel}
          tabIndex={name === current ? 0 : -1}
          onClick={() => onChange(name)}
          className={classNames(
            '-mb-px h-9 border-b-2 text-sm font-medium whitespace-nowrap focus-visible:outline-offset-[-2px]',
            name === current
              ? 'border-accent text-ink'
              : 'border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]',
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

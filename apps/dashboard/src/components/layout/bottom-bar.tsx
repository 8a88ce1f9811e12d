import { useLayoutEffect, useRef, type ReactNode } from 'react';

/** Bars that stay in view, one above the other. What else is at the bottom keeps clear of them by `--bottom-bar`: see base.css. */
export function BottomBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--bottom-bar', `${entry?.target.getBoundingClientRect().height ?? 0}px`),
    );
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-bar');
    };
  }, []);
  return (
    <div ref={bar} data-dock className="sticky bottom-3 z-20 grid gap-2 print:hidden">
      {children}
    </div>
  );
}

interface SelectedBarProps {
  /** What is selected. */
  text: string;
  label?: string;
  /** What follows the text. */
  children?: ReactNode;
  /** What can be done with it. */
  actions: ReactNode;
}

/** In the bottom bar of a list of which several rows can be selected. */
export function SelectedBar({ text, label = text, children, actions }: SelectedBarProps) {
  return (
    <BottomBar>
      <section
        aria-label={label}
        className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-edge bg-raised px-4 py-2.5 text-sm shadow-md"
      >
        <p role="status" className="min-w-32 flex-1 font-medium">
          {text}
          {children}
        </p>
        <span className="flex flex-wrap gap-2">{actions}</span>
      </section>
    </BottomBar>
  );
}

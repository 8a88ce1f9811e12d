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

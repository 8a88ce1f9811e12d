import { useEffect, type ReactNode } from 'react';
import { Logo } from './logo.js';

interface CentredPageProps {
  title: string;
  /** Of the tab, if it is another one. */
  tab?: string;
  text: string;
  children?: ReactNode;
}

/** The frame of the pages for those who are not signed in. */
export function CentredPage({ title, tab = title, text, children }: CentredPageProps) {
  useEffect(() => {
    document.title = `${tab} · Rollbook`;
  }, [tab]);
  return (
    <main aria-labelledby="page-title" className="grid min-h-dvh place-items-center px-4">
      <div className="enter grid w-full max-w-96 gap-6 rounded-xl border border-line bg-surface p-8 shadow-md">
        <Logo />
        <div>
          <h1 id="page-title" className="text-xl font-semibold tracking-tight break-words">
            {title}
          </h1>
          <p role="status" className="mt-1 text-sm break-words text-muted">
            {text}
          </p>
        </div>
        {children}
      </div>
    </main>
  );
}

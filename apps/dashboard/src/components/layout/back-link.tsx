import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';

/** To the page above this one. */
export function BackLink({ children, ...link }: LinkProps & { children: string }) {
  return (
    <Link
      {...link}
      className="inline-flex w-fit max-w-full min-w-0 items-center gap-1 text-sm text-muted hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4 shrink-0" />
      <span className="truncate">{children}</span>
    </Link>
  );
}

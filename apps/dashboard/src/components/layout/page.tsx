import { type ReactNode, useEffect } from 'react';
import { useAccountName } from '../../api/resources/account.js';
import { classNames } from '../class-names.js';
import { useWidth } from '../media.js';

interface PageProps {
  title: string;
  /** Instead of the plain title. */
  heading?: ReactNode;
  /** The way to the page above this one: before the title, where there is room. */
  above?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** What searches and filters a list: between title and actions where there is room, so that the list has the rest of the window. */
  toolbar?: ReactNode;
  /** Uses the full width of the window. */
  full?: boolean;
  children: ReactNode;
}

/** Where every page begins, whatever is on it. */
export const FRAME = 'grid w-full content-start px-4 pt-5 pb-8 sm:px-5 xl:pt-2';
/** How wide a page is whose lines are read. */
export const READING_WIDTH = 'max-w-[68rem]';

/** The frame of every page with a menu: the title is at one place on all of them. */
export function Page({ title, heading, above, subtitle, actions, toolbar, full, children }: PageProps) {
  const accountName = useAccountName();
  const isDense = toolbar !== undefined;
  // Where the keyboard finds the toolbar is where it is seen.
  const isWide = useWidth('xl');
  useEffect(() => {
    document.title = [title, accountName, 'Rollbook'].filter(Boolean).join(' · ');
  }, [title, accountName]);
  return (
    <div className={classNames(FRAME, isDense ? 'gap-5 xl:gap-2 xl:pb-2' : 'gap-5', !full && READING_WIDTH)}>
      <header
        className={classNames(
          'flex flex-wrap items-start justify-between gap-x-4 gap-y-3',
          isDense && 'gap-y-5 xl:flex-nowrap xl:items-center',
        )}
      >
        <div
          className={classNames(
            'min-w-0 flex-1 basis-60',
            isDense && 'xl:flex xl:flex-none xl:basis-auto xl:items-baseline xl:gap-2 xl:whitespace-nowrap',
          )}
        >
          <div className="flex flex-wrap items-baseline gap-x-3">
            {above}
            <h1
              id="page-title"
              className="min-w-0 text-xl leading-8 font-semibold tracking-tight break-words"
            >
              {heading ?? title}
            </h1>
          </div>
          {subtitle && <div className="mt-0.5 text-sm text-muted">{subtitle}</div>}
        </div>
        {isWide && toolbar && <div className="min-w-0 flex-1">{toolbar}</div>}
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        {!isWide && toolbar && <div className="min-w-0 basis-full">{toolbar}</div>}
      </header>
      {children}
    </div>
  );
}

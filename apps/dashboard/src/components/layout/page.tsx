import { type ReactNode, useEffect } from 'react';
import { useAccountName } from '../../api/resources/account.js';
import { classNames } from '../class-names.js';
import { useWidth } from '../media.js';

interface PageProps {
  title: string;
  /** Instead of the plain title. */
  heading?: ReactNode;
  above?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** What searches and filters a list: between title and actions where there is room, so that the list has the rest of the window. */
  toolbar?: ReactNode;
  /** Uses the full width of the window. */
  full?: boolean;
  children: ReactNode;
}

export function Page({ title, heading, above, subtitle, actions, toolbar, full, children }: PageProps) {
  const accountName = useAccountName();
  const isDense = toolbar !== undefined;
  // Where the keyboard finds the toolbar is where it is seen.
  const isWide = useWidth('xl');
  useEffect(() => {
    document.title = [title, accountName, 'Rollbook'].filter(Boolean).join(' · ');
  }, [title, accountName]);
  return (
    <div
      className={classNames(
        'mx-auto grid w-full gap-5 px-4 py-6 sm:px-8 sm:py-8',
        isDense && 'xl:gap-2 xl:px-5 xl:py-2',
        !full && 'max-w-[68rem]',
      )}
    >
      <header className="grid gap-2">
        {above}
        <div
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
            <h1 className="text-xl font-semibold tracking-tight break-words">{heading ?? title}</h1>
            {subtitle && <div className="mt-0.5 text-sm text-muted">{subtitle}</div>}
          </div>
          {isWide && toolbar && <div className="min-w-0 flex-1">{toolbar}</div>}
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
          {!isWide && toolbar && <div className="min-w-0 basis-full">{toolbar}</div>}
        </div>
      </header>
      {children}
    </div>
  );
}

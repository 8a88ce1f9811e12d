import { useRouter } from '@tanstack/react-router';
import { useMemo, type SyntheticEvent } from 'react';

/** A row that is passed in less time is not read. */
const STAYS_MS = 80;

interface Frugal {
  connection?: { saveData?: boolean };
}

/** Whether the browser is to save data: then nothing is read before it is needed. */
export const isFrugal = () => Boolean((navigator as Frugal).connection?.saveData);

/** Reads the page that a row leads to, its first link, while the pointer or the focus rests on the row. Other links do so themselves. */
export function useReadAhead() {
  const router = useRouter();
  return useMemo(() => {
    let timer: ReturnType<typeof setTimeout>;
    const leave = () => clearTimeout(timer);
    const enter = ({ target }: SyntheticEvent) => {
      leave();
      if (!(target instanceof Element) || target.closest('a') || isFrugal()) return;
      const link = target.closest('[role=row]')?.querySelector('a');
      if (link)
        timer = setTimeout(
          () => void router.preloadRoute({ to: link.pathname }).catch(() => undefined),
          STAYS_MS,
        );
    };
    return { onPointerOver: enter, onFocus: enter, onPointerLeave: leave, onBlur: leave };
  }, [router]);
}

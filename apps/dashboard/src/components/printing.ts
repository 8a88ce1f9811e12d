import { useSyncExternalStore } from 'react';

let isPrinted = false;

function subscribe(listener: () => void) {
  const media = matchMedia('print');
  const set = ({ type }: Event) => {
    isPrinted = type === 'beforeprint';
    listener();
  };
  media.addEventListener('change', listener);
  addEventListener('beforeprint', set);
  addEventListener('afterprint', set);
  return () => {
    media.removeEventListener('change', listener);
    removeEventListener('beforeprint', set);
    removeEventListener('afterprint', set);
  };
}

/** Whether the page is on its way to paper, on which there is no scrolling: what is rendered only in view is then rendered whole. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinted || matchMedia('print').matches);
}

import { useSyncExternalStore } from 'react';

/** Widths of the window from which there is room for more, as in the classes `md:`, `lg:` and `xl:`. */
export const WIDTHS = {
  md: '(min-width: 48rem)',
  lg: '(min-width: 64rem)',
  xl: '(min-width: 80rem)',
  '2xl': '(min-width: 96rem)',
  /** A row of a list has one line: where there is room for it, and in a low window, as one is at 200 %. `one-line:` in main.css. */
  oneLine: '(min-width: 64rem), (min-width: 40rem) and (max-height: 30rem)',
} as const;

const queries = new Map<string, MediaQueryList>();

function mediaOf(width: keyof typeof WIDTHS): MediaQueryList {
  const media = queries.get(width) ?? matchMedia(WIDTHS[width]);
  queries.set(width, media);
  return media;
}

/** Whether the window is at least so wide. */
export function useWidth(width: keyof typeof WIDTHS): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = mediaOf(width);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => mediaOf(width).matches,
  );
}

import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

/** One answer may lead to the next question. */
const STEADY_MS = 80;
/** No answer is waited for longer. */
const MAX_WAIT_MS = 1_500;

/** Shows what is in it once all that a page reads at first has been answered, so that nothing moves. Then it stays shown. */
export function Settled({ children }: { children: ReactNode }) {
  const waiting = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled(true), waiting > 0 ? MAX_WAIT_MS : STEADY_MS);
    return () => clearTimeout(timer);
  }, [isSettled, waiting]);
  return <div className={isSettled ? 'contents' : 'invisible contents'}>{children}</div>;
}

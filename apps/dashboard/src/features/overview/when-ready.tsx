import { useEffect, useState, type ReactNode } from 'react';

/** Longer than this, what has been read does not wait for what has not. */
const PATIENCE_MS = 1_500;

interface WhenReadyProps {
  isReady: boolean;
  /** Until then. */
  waiting: ReactNode;
  children: ReactNode;
}

/** Parts that are read meanwhile, and shown together, so that none moves another. */
export function WhenReady({ isReady, waiting, children }: WhenReadyProps) {
  const [isShown, setShown] = useState(isReady);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isReady && !isShown) setShown(true);
  return (
    <>
      {!isShown && waiting}
      <div hidden={!isShown} className="grid gap-5">
        {children}
      </div>
    </>
  );
}

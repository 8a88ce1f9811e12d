import { lazy, Suspense, type ComponentType } from 'react';

const IDLE_MS = 1_000;

/** A part that a page shows on demand: it is loaded when the page has settled, or when it is asked for before. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const part = async () => ({ default: await load() });
  const Part = lazy(part);
  // One that fails is tried again when it is asked for.
  setTimeout(() => void load().catch(() => undefined), IDLE_MS);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

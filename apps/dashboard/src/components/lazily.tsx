import { lazy, Suspense, type ComponentType } from 'react';

const IDLE_MS = 1_000;

/** A component shown on demand: it is loaded when the page has settled, or earlier if it is needed. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const part = async () => ({ default: await load() });
  const Part = lazy(part);
  // If loading fails, it is tried again when the component is needed.
  setTimeout(() => void load().catch(() => undefined), IDLE_MS);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

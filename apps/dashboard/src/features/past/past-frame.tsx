import { useEffect, type ReactNode } from 'react';
import { isTyping } from '../../components/keys.js';
import { Button } from '../../components/controls/button.js';
import { Banner } from '../../components/feedback/banner.js';
import { dayName } from './moment.js';
import { TEXTS } from './texts.js';

interface PastFrameProps {
  /** The day. */
  at: string;
  /** How many have come and gone since; undefined until that is known. */
  since: { came: readonly string[]; went: readonly string[] } | undefined;
  onNow: () => void;
  children: ReactNode;
}

/** Around what is past, so that nobody takes it for the present: Escape leads back. Nothing in it can be changed. */
export function PastFrame({ at, since, onNow, children }: PastFrameProps) {
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && !isTyping(target) && !document.querySelector('dialog[open]')) onNow();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onNow]);
  return (
    <div className="grid gap-3 rounded-xl border-2 border-warn/50 p-3">
      <Banner
        tone="warn"
        title={TEXTS.past(dayName(at))}
        action={
          <Button small onClick={onNow}>
            {TEXTS.now}
          </Button>
        }
      >
        {since && <Since {...since} />}
      </Banner>
      {children}
    </div>
  );
}

function Since({ came, went }: { came: readonly string[]; went: readonly string[] }) {
  if (came.length + went.length === 0) return TEXTS.same;
  return (
    <>
      <p>{TEXTS.since(came.length, went.length)}</p>
      <Names title={TEXTS.came} sign="+" names={came} />
      <Names title={TEXTS.went} sign="−" names={went} />
    </>
  );
}

function Names({ title, sign, names }: { title: string; sign: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label={title} className="mt-1 flex max-h-24 flex-wrap gap-x-3 overflow-y-auto">
      {names.map((name, index) => (
        <li key={index}>
          <span aria-hidden>{sign}</span>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

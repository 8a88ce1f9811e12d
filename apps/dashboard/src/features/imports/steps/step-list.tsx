import { Check } from 'lucide-react';
import { classNames } from '../../../components/class-names.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';
import { addressOf, STEPS } from './steps.js';

/** Where one is, what is done, and the way back to it. */
export function StepList({ flow: { draft, step: current, goTo } }: { flow: ImportFlow }) {
  const at = STEPS.indexOf(current);
  return (
    <ol aria-label={TEXTS.stepsLabel} className="flex gap-1.5 text-xs sm:gap-2 sm:text-sm">
      {STEPS.map((step, index) => {
        const isDone = index < at;
        const isCurrent = index === at;
        const address = isCurrent ? undefined : addressOf(step, draft, current);
        const content = (
          <>
            {isDone ? (
              <Check aria-hidden className="size-4 shrink-0 text-good" />
            ) : (
              <span className="shrink-0 tabular-nums max-sm:hidden">{index + 1}</span>
            )}
            <span className="min-w-0 truncate">
              {TEXTS.steps[step]}
              {isDone && <span className="sr-only"> {TEXTS.stepDone}</span>}
            </span>
          </>
        );
        const look = 'flex h-7 w-full min-w-0 items-center gap-1 rounded-md sm:gap-1.5 text-left';
        return (
          <li
            key={step}
            aria-current={isCurrent ? 'step' : undefined}
            className={classNames(
              'min-w-0 flex-auto border-t-2 pt-1 sm:flex-1',
              isCurrent ? 'border-accent font-semibold' : isDone ? 'border-good' : 'border-line',
            )}
          >
            {address ? (
              <button
                type="button"
                onClick={() => goTo(address)}
                className={`${look} text-ink hover:text-accent hover:underline`}
              >
                {content}
              </button>
            ) : (
              <span className={classNames(look, isCurrent ? 'text-accent' : 'text-muted')}>{content}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

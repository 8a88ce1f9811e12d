import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, type ReactNode } from 'react';
import type { Moment } from '../../api/moment.js';
import { Button } from '../../components/controls/button.js';
import { dayName, isDay } from '../../components/data/days.js';
import { exactTime } from '../../components/data/time.js';
import type { PageFacts } from '../../components/layout/page-facts.js';
import { Banner } from '../../components/feedback/banner.js';
import { isTyping } from '../../components/keys.js';
import { useAt } from '../../session/moment.js';
import { TEXTS } from './texts.js';

interface PastFrameProps {
  moment: Moment;
  page: PageFacts;
  children: ReactNode;
}

/** Around a page that is past, so that nobody takes it for the present: Escape leads back. */
export function PastFrame({ moment, page, children }: PastFrameProps) {
  const navigate = useNavigate();
  const at = useAt() ?? '';
  const toNow = useCallback(
    () => void navigate({ to: '.', search: (before) => ({ ...before, at: undefined }) }),
    [navigate],
  );
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const isBusy = document.querySelector('dialog[open], [popover]:popover-open') !== null;
      if (key === 'Escape' && !isBusy && !isTyping(target)) toNow();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toNow]);
  const then = isDay(at) ? TEXTS.pastDay(dayName(at)) : TEXTS.past(exactTime(moment.asOf));
  return (
    <div className="m-2 rounded-xl border-2 border-warn/50">
      <div className="px-2 pt-2">
        <Banner
          tone="warn"
          title={page.past ? then : TEXTS.noPast(page.title)}
          action={
            <Button small onClick={toNow}>
              {TEXTS.now}
            </Button>
          }
        >
          {TEXTS.readOnly}
        </Banner>
      </div>
      {children}
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { useStore } from '../../api/store.js';
import { DateInput } from '../../components/controls/date-input.js';
import { dayOf, isDay } from '../../components/data/days.js';
import { isMoment, useAt, useMoment } from '../../session/moment.js';
import { TEXTS } from './texts.js';

/** Leads all pages of the account to the end of a day, and, when it is emptied, back to now. */
export function MomentField() {
  const navigate = useNavigate();
  const at = useAt();
  const moment = useMoment();
  const zone = useStore(preferences, timeZoneOf);
  const goTo = useCallback(
    (day: string) => void navigate({ to: '.', search: (before) => ({ ...before, at: day || undefined }) }),
    [navigate],
  );
  const day = at === undefined || !isMoment(at) ? '' : isDay(at) ? at : dayOf(at, zone);
  return (
    <div className="grid gap-1">
      <DateInput label={TEXTS.asOf} shortcut="day" value={day} onChange={goTo} />
      {at !== undefined && !moment && (
        <p className="text-xs font-medium break-words text-bad">
          {isMoment(at) ? TEXTS.notYet : TEXTS.noDate(at)}
        </p>
      )}
    </div>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { useStore } from '../../api/store.js';
import { DateInput } from '../../components/controls/date-input.js';
import { dayOf, isDay } from '../../components/data/days.js';
import { useAt, useMoment } from '../../session/moment.js';
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
  const day = at && moment && !isDay(at) ? dayOf(at, zone) : at;
  return (
    <div className="grid gap-1">
      <DateInput label={TEXTS.asOf} shortcut="day" value={day ?? ''} onChange={goTo} />
      {at && !moment && isDay(at) && <p className="text-xs font-medium text-bad">{TEXTS.notYet}</p>}
    </div>
  );
}

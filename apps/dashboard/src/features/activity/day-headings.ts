import { DAY_MS } from '../../components/data/days.js';
import { TEXTS } from './texts.js';

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
export function dayHeading(day: string, today: string): string {
  if (day === today) return TEXTS.today;
  return Date.parse(today) - Date.parse(day) === DAY_MS ? TEXTS.yesterday : FORMAT.format(new Date(day));
}

import { CalendarClock } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

/** Below Access, which leads to it, as do the start page and the palette: not in the sidebar. */
export const ENDING_PAGE = accountPage({
  path: 'access/ending',
  title: 'Ending access',
  icon: CalendarClock,
  permission: 'memberships:read',
});

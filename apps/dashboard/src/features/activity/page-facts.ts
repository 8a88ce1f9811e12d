import { Activity } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const ACTIVITY_PAGE = accountPage({
  path: 'activity',
  title: 'Activity',
  icon: Activity,
  section: 'start',
  key: 't',
  past: true,
  permission: 'users:read',
});

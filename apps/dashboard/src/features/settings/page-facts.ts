import { Settings } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const SETTINGS_PAGE = accountPage({
  path: 'settings',
  title: 'Settings',
  icon: Settings,
  section: 'data',
  permission: 'users:read',
});

import { House } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const OVERVIEW_PAGE = accountPage({
  path: '/',
  title: 'Overview',
  icon: House,
  section: 'start',
  key: 'o',
  past: true,
  permission: 'users:read',
});

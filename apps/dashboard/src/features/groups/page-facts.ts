import { Boxes } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const GROUPS_PAGE = accountPage({
  path: 'groups',
  title: 'Service groups',
  icon: Boxes,
  section: 'people',
  key: 's',
  past: true,
  permission: 'users:read',
});

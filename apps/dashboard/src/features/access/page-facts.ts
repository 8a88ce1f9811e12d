import { Grid3x3 } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const ACCESS_PAGE = accountPage({
  path: 'access',
  title: 'Access',
  icon: Grid3x3,
  section: 'people',
  key: 'a',
  past: true,
  permission: 'users:read',
});

import { Users } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const USERS_PAGE = accountPage({
  path: 'users',
  title: 'Users',
  icon: Users,
  section: 'people',
  key: 'u',
  past: true,
  permission: 'users:read',
});

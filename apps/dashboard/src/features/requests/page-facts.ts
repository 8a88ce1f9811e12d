import { Inbox } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const REQUESTS_PAGE = accountPage({
  path: 'requests',
  title: 'Requests',
  icon: Inbox,
  section: 'people',
  key: 'r',
  permission: 'access-requests:read',
});

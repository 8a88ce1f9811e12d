import { ListChecks } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const JOBS_PAGE = accountPage({
  path: 'jobs',
  title: 'Jobs',
  icon: ListChecks,
  section: 'data',
  permission: 'users:read',
});

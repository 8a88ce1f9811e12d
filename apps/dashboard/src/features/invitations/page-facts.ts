import { Mail } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const INVITATIONS_PAGE = accountPage({
  path: 'invitations',
  title: 'Invitations',
  icon: Mail,
  section: 'people',
  key: 'i',
  permission: 'users:read',
});

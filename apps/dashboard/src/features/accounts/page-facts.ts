import { Building2 } from 'lucide-react';

/** For operators. */
export const ACCOUNTS_PAGE = { to: '/accounts', title: 'Accounts', icon: Building2 } as const;

import { House } from 'lucide-react';

/** For the people of an account: the start page of those who see nothing else of it. */
export const HOME_PAGE = { to: '/home', title: 'Your access', icon: House } as const;

import { UserRound } from 'lucide-react';

/** For everybody who is signed in. */
export const ME_PAGE = { to: '/me', title: 'Profile and preferences', icon: UserRound } as const;

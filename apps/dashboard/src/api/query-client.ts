import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteFailure, noteAnswer } from './connection.js';
import { takeWrites } from './writes.js';

/** Of the session, which `resources/session.ts` reads. */
export const SESSION_KEY = ['session'] as const;

/** Refetches in the background while cached data is shown. The API client itself retries what is likely to succeed later. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 5_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: noteFailure, onSuccess: noteAnswer }),
  mutationCache: new MutationCache({
    // Forgets earlier writes: a mutation has its own.
    onMutate: () => void takeWrites(),
    onError: noteFailure,
    onSuccess: noteAnswer,
  }),
});

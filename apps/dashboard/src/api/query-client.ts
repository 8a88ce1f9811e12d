import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noteFailure, noteAnswer } from './connection.js';
import { takeWrites } from './writes.js';

/** Refetches in the background; what is known is shown meanwhile. The client itself repeats what is likely to pass. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', staleTime: 5_000, gcTime: 10 * 60_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: noteFailure, onSuccess: noteAnswer }),
  mutationCache: new MutationCache({
    // What this one does is its own.
    onMutate: () => void takeWrites(),
    onError: noteFailure,
    onSuccess: noteAnswer,
  }),
});

import '@fontsource-variable/geist/wght.css';
import './styles/main.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { Toasts } from './components/feedback/toasts.js';
import { lazily } from './components/lazily.js';
import { router } from './routes/router.js';
import { applyPreferences } from './api/preferences.js';
import { leaveWithOthers } from './session/session.js';
import { SignInAgain } from './session/sign-in-again.js';

const AfterWrite = lazily(async () => (await import('./features/undo/after-write.js')).AfterWrite);

applyPreferences();
leaveWithOthers();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <SignInAgain />
      <Toasts offer={AfterWrite} />
    </QueryClientProvider>,
  );

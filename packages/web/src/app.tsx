import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { createAppRouter } from './router.tsx';
import { FloatingTheme } from './theme/mantine-theme.tsx';

interface AppProps {
  readonly router: ReturnType<typeof createAppRouter>;
  readonly queryClient: QueryClient;
}

/** Theme, queries and routes: everything the application is but the page it is mounted in. */
export function App({ router, queryClient }: AppProps) {
  return (
    <StrictMode>
      <FloatingTheme>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </FloatingTheme>
    </StrictMode>
  );
}

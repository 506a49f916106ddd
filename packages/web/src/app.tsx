import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { createAppRouter } from './router.tsx';
import { createColorSchemeManager } from './theme/color-scheme.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';

interface AppProps {
  readonly router: ReturnType<typeof createAppRouter>;
  readonly queryClient: QueryClient;
}

/** Theme, queries and routes: everything the application is but the page it is mounted in. */
export function App({ router, queryClient }: AppProps) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="light"
        colorSchemeManager={createColorSchemeManager()}
        cssVariablesResolver={cssVariablesResolver}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}

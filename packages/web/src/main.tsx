import './zod-config.ts';
import '@fontsource-variable/ibm-plex-sans/wght.css';
import '@fontsource-variable/ibm-plex-sans/wght-italic.css';
import '@fontsource/ibm-plex-mono/400.css';
import '@fontsource/ibm-plex-mono/500.css';
import '@fontsource/ibm-plex-mono/600.css';
import './theme/mantine-styles.ts';
import './theme/tokens.css';
import './theme/base.css';
import './theme/early.css';
import './theme/components.css';
import './theme/shell.css';
import './theme/pages.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api.ts';
import { keepRecentErrors } from './recent-errors.ts';
import { createAppRouter } from './router.tsx';
import { createColorSchemeManager } from './theme/color-scheme.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const router = createAppRouter();
const queryClient = createQueryClient();
keepRecentErrors(queryClient);

createRoot(root).render(
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
  </StrictMode>,
);

import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColorScheme } from './color-scheme.ts';

// docs/decisions/0018-own-components.md says which widgets are Mantine's, and why.
const THEME = createTheme({
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: { Modal: { defaultProps: { radius: 'lg', yOffset: '10vh' } } },
});

/** What each floating widget of components/ has around itself, so that no page waits for it; colours and sizes are in mantine.css. */
export function FloatingTheme({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={THEME}
      forceColorScheme={useColorScheme()}
      withCssVariables={false}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  );
}

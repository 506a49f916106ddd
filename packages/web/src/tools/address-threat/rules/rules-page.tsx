import { lazy, Suspense } from 'react';

const Screen = lazy(() => import('./rules-screen.tsx').then(({ RulesScreen }) => ({ default: RulesScreen })));

/** The screen with its style sheet and parts, which the first script of every other page would list if it loaded them itself. */
export function RulesPage() {
  return (
    <Suspense fallback={null}>
      <Screen />
    </Suspense>
  );
}

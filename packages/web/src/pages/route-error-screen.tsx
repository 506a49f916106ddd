import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorPanel } from '../components/error-panel.tsx';

/** The last resort: a screen that threw. The rest of the page stays usable. */
export function RouteErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <div className="tm-page">
      <ErrorPanel error={error} what="This page" onRetry={reset} />
    </div>
  );
}

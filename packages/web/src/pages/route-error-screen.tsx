import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorPanel } from '../components/error-panel.tsx';

/** The last resort: a screen that threw. The rest of the page stays usable. */
export function RouteErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <div className="tm-page">
      <h1 className="tm-title">This page cannot be shown</h1>
      <ErrorPanel error={error} what="This page" onRetry={reset} />
    </div>
  );
}

import type { ErrorComponentProps } from '@tanstack/react-router';
import { AppError } from '@trailmark/core/errors';
import { ErrorPanel } from '../components/error-panel.tsx';

/** The router wraps what a path parameter was refused with. */
function unwrap(error: unknown): unknown {
  return error instanceof Error && AppError.is(error.cause) ? error.cause : error;
}

/** The last resort: a screen that threw. The rest of the page stays usable. */
export function RouteErrorScreen({ error, reset }: ErrorComponentProps) {
  return (
    <div className="tm-page">
      <h1 className="tm-title">This page cannot be shown</h1>
      <ErrorPanel error={unwrap(error)} what="This page" onRetry={reset} />
    </div>
  );
}

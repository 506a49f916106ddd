import './form.css';
import { AppError } from '@trailmark/core/errors';
import { ErrorPanel } from '../error-panel.tsx';

/** What went wrong with a form as a whole; nothing while nothing did. */
export function FormFailure({ error, what }: { readonly error: unknown; readonly what: string }) {
  if (error === undefined) return null;
  return (
    <ErrorPanel error={error} what={what}>
      {AppError.is(error, 'unavailable') && <p>What you typed is kept. Try again when the server answers.</p>}
    </ErrorPanel>
  );
}

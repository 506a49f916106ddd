import { IconAlertOctagon } from '@tabler/icons-react';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import type { ReactNode } from 'react';
import { adviseOnChecksum } from '../format/words.ts';

export interface ErrorPanelProps {
  readonly error: unknown;
  /** What failed, as a noun phrase: "The history of this address". */
  readonly what: string;
  readonly onRetry?: (() => void) | undefined;
  /** What was kept, or what else can be done. */
  readonly children?: ReactNode;
}

const HEADINGS: Readonly<Record<ErrorKind, string>> = {
  invalid: 'was refused',
  unauthorised: 'needs a sign-in',
  forbidden: 'is restricted',
  'not-found': 'was not found',
  conflict: 'changed in the meantime',
  unavailable: 'could not be loaded',
  inconsistent: 'contradicts itself in the store',
  internal: 'failed inside Trailmark',
};

const OTHER_VERSION =
  'The server’s answer is not what this page expects: they are of different versions. Load the page again.';

/** One sentence. An answer that does not fit the contract is no text for people. */
function describeError(error: unknown): string {
  if (AppError.is(error)) return adviseOnChecksum(error.message);
  if (error instanceof Error) return 'issues' in error ? OTHER_VERSION : error.message;
  return 'An unknown failure.';
}

/** An error in the place of the content: what failed, the server's sentence, what to do, and the reference id. */
export function ErrorPanel({ error, what, onRetry, children }: ErrorPanelProps) {
  const kind: ErrorKind = AppError.is(error) ? error.kind : 'internal';
  const sentence = describeError(error);
  const reference = AppError.is(error) ? error.context.reference : undefined;
  const isOurs = kind !== 'invalid' && kind !== 'not-found';
  return (
    <div className={`tm-error${isOurs ? ' danger' : ''}`} role="alert">
      <IconAlertOctagon size={20} stroke={1.5} aria-hidden="true" />
      <div className="tm-grow">
        <p>
          <b>
            {what} {HEADINGS[kind]}.
          </b>{' '}
          {sentence}
        </p>
        {children}
        {typeof reference === 'string' && (
          <p className="tm-t3 tm-sm">
            Ref <span className="tm-mono">{reference}</span>
          </p>
        )}
      </div>
      {onRetry && kind !== 'not-found' && kind !== 'invalid' && (
        <button type="button" className="tm-btn sm" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

import { AppError } from '@trailmark/core/errors';

type Json = Record<string, unknown>;

/** Passkeys need a browser that has them and a page it trusts: https, or this very machine. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

function explain(cause: unknown, what: string): AppError {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'InvalidStateError') {
    return new AppError('conflict', 'This device already holds a passkey of your account.', { cause });
  }
  if (name === 'SecurityError') {
    return new AppError('invalid', 'The browser allows no passkey at this address. Open the site by its own name.', {
      cause,
    });
  }
  return new AppError('invalid', `${what} was cancelled or took too long. Nothing was changed.`, { cause });
}

/** Asks the browser for a passkey that exists. */
export async function givePasskey(options: Json): Promise<Json> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    return (await startAuthentication({ optionsJSON: options as never })) as unknown as Json;
  } catch (cause) {
    throw explain(cause, 'The passkey');
  }
}

/** Asks the browser to make a passkey. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    return (await startRegistration({ optionsJSON: options as never })) as unknown as Json;
  } catch (cause) {
    throw explain(cause, 'Making the passkey');
  }
}

import type { FieldErrors } from '../../components/form/use-form.ts';

/** Something before one @ and a dot after it: the form says what looks wrong, the server knows. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}

/** Texts and limits are fixed by the specification; they say nothing of the rules for new passwords. */
export function checkSignIn(values: {
  readonly email: string;
  readonly password: string;
}): FieldErrors<'email' | 'password'> {
  const errors: { email?: string; password?: string } = {};
  if (values.email.trim() === '') errors.email = 'Email is required.';
  else if (!looksLikeEmail(values.email)) errors.email = 'Email is invalid.';
  if (values.password === '') errors.password = 'Password is required.';
  else if ([...values.password].length < 6) errors.password = 'Password must be at least 6 characters.';
  return errors;
}

/** The toast of each answer, word for word. `success` and `second-factor` are told apart by the caller. */
export const SIGN_IN_TOASTS = {
  success: 'You have successfully logged in!',
  failed: 'Email or Password is incorrect!',
  email_not_verified: 'Email is not verified! Please verify.',
  nouser: 'No Account with this email. Please register!',
  pending: 'Your Account is Pending Verification!',
} as const;

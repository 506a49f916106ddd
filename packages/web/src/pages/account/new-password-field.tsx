import type { FormFieldProps } from '../../components/form/form-field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import type { FieldErrors } from '../../components/form/schema-faults.ts';
import { useMe } from '../../session.ts';
import { checkEmail } from './sign-in-check.ts';

const WORDS = ['very weak', 'weak', 'fair', 'strong', 'very strong'] as const;
const FALLBACK_LENGTH = 15;

/** Characters that a new password needs, as this installation sets it. */
export function usePasswordLength(): number {
  return useMe()?.site.passwordMinLength ?? FALLBACK_LENGTH;
}

/** What is wrong with a new password before the server is called: the rule is the installation's. */
export function checkNewPassword(password: string, minLength: number): FieldErrors<'password'> {
  if (password === '') return { password: 'Password is required.' };
  const length = [...password].length;
  return length >= minLength ? {} : { password: `The password has ${length} of at least ${minLength} characters.` };
}

/** What the route does not know of a field: the look of an address, and how long a password this installation wants. */
export function checkNewAccount(
  { email, password }: Readonly<Record<'email' | 'password', string>>,
  minLength: number,
): FieldErrors<'email' | 'password'> {
  return { ...checkEmail(email), ...checkNewPassword(password, minLength) };
}

export interface NewPasswordFieldProps extends Omit<FormFieldProps, 'label' | 'type' | 'help'> {
  readonly label?: string;
  /** What the server states about it. */
  readonly remark?: string | null | undefined;
  readonly strength?: number | null | undefined;
}

/** A password that is chosen now, with the rule and how hard it is to guess. */
export function NewPasswordField({ label = 'New password', remark, strength, ...field }: NewPasswordFieldProps) {
  const minLength = usePasswordLength();
  const word = strength === null || strength === undefined ? undefined : WORDS[strength];
  const isTyped = field.value !== '';
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="new-password"
      help={
        <>
          At least {minLength} characters. Any characters, spaces too: a sentence is easier to keep than a word.
          {isTyped && (
            <span className="tm-strength" role="status">
              {word && (
                <>
                  <meter min={0} max={4} value={strength ?? 0} aria-hidden="true" />
                  Hard to guess: {word}.
                </>
              )}
              {remark && <b> {remark}</b>}
            </span>
          )}
        </>
      }
    />
  );
}

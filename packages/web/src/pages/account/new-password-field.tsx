import type { FormFieldProps } from '../../components/form/form-field.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useMe } from '../../session.ts';

const WORDS = ['very weak', 'weak', 'fair', 'strong', 'very strong'] as const;
const FALLBACK_LENGTH = 15;

/** Characters that a new password needs, as this installation sets it. */
export function usePasswordLength(): number {
  return useMe()?.site.passwordMinLength ?? FALLBACK_LENGTH;
}

/** What is wrong with a new password before the server is asked. */
export function checkNewPassword(password: string, minLength: number): string | undefined {
  if (password === '') return 'Password is required.';
  const length = [...password].length;
  if (length >= minLength) return undefined;
  return `The password has ${length} of at least ${minLength} characters.`;
}

export interface NewPasswordFieldProps extends Omit<FormFieldProps, 'label' | 'type' | 'help'> {
  readonly label?: string;
  /** What the server says of it. */
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

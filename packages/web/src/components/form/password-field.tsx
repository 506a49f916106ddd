import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';

/** A password, hidden by default. */
export function PasswordField(props: Omit<FormFieldProps, 'type' | 'tail'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  const label = isShown ? 'Hide password' : 'Show password';
  return (
    <FormField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      tail={
        <button
          type="button"
          className="tm-icbtn"
          aria-label={label}
          title={label}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} stroke={1.5} />
        </button>
      }
    />
  );
}

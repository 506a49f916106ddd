import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

export interface GroupButtonProps extends ComponentPropsWithRef<'button'> {
  readonly name: string;
  readonly isHere: boolean;
}

/** The button of a group in the public menu. */
export function GroupButton({ name, isHere, ...rest }: GroupButtonProps) {
  return (
    <button type="button" aria-haspopup="menu" aria-expanded={false} {...rest} className={isHere ? 'here' : undefined}>
      {name}
      <IconChevronDown size={13} stroke={1.5} aria-hidden="true" />
    </button>
  );
}

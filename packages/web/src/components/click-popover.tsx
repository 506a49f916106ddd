import { Popover } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';

export interface ClickPopoverProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** The button that opens it and gets the focus back. */
  readonly button: ReactElement;
  readonly className: string;
  readonly children: ReactNode;
}

/** A form below its button. The focus stays within; Esc and a click elsewhere close it. */
export function ClickPopover({ isOpen, onChange, button, className, children }: ClickPopoverProps) {
  return (
    <FloatingTheme>
      <Popover
        opened={isOpen}
        onChange={onChange}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>{button}</Popover.Target>
        <Popover.Dropdown className={`tm-pop ${className}`}>{isOpen && children}</Popover.Dropdown>
      </Popover>
    </FloatingTheme>
  );
}

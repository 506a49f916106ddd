import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';

export interface SheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Without a margin of its own, and with its head above the content. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}

/** A menu over the whole page, on a phone. */
export function Sheet({ isOpen, onClose, title, isBare = false, children }: SheetProps) {
  return (
    <FloatingTheme>
      <Drawer
        opened={isOpen}
        onClose={onClose}
        size="100%"
        title={title}
        closeButtonProps={{ 'aria-label': 'Close menu' }}
        {...(isBare && { padding: 0, classNames: { content: 'tm-sheet', header: 'tm-sheethead' } })}
      >
        {children}
      </Drawer>
    </FloatingTheme>
  );
}

import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** In pixels; 440 unless given. */
  readonly width?: number;
  /** What the cross in the corner is called. */
  readonly closeLabel?: string;
  /** A `palette` is nearer to the top; a `field` has neither head nor cross, and leaves the focus to its content. */
  readonly look?: 'dialog' | 'palette' | 'field';
  readonly children: ReactNode;
}

const LOOKS: Readonly<Record<NonNullable<DialogProps['look']>, Partial<ModalProps>>> = {
  dialog: { centered: true },
  palette: { classNames: { content: 'tm-palette', header: 'tm-keyshead' } },
  field: {
    classNames: { content: 'tm-palette', header: 'tm-sr' },
    padding: 0,
    withCloseButton: false,
    returnFocus: false,
    transitionProps: { duration: 0 },
  },
};

/** A dialog over the page. Focus goes to what carries `data-autofocus`, stays within, and comes back. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, width = 440, closeLabel = 'Close', look = 'dialog', children } = props;
  return (
    <FloatingTheme>
      <Modal
        opened={isOpen}
        onClose={onClose}
        size={width}
        title={look === 'field' ? title : <span className="tm-h">{title}</span>}
        closeButtonProps={{ 'aria-label': closeLabel }}
        {...LOOKS[look]}
      >
        {children}
      </Modal>
    </FloatingTheme>
  );
}

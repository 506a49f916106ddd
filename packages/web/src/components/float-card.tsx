import { Popover } from '@mantine/core';
import type { PointerEventHandler, ReactNode } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';

export interface FloatCardProps {
  readonly className?: string | undefined;
  readonly onPointerEnter?: PointerEventHandler | undefined;
  readonly onPointerLeave?: PointerEventHandler | undefined;
  readonly children: ReactNode;
}

/** A card below the element it is written in, which has to be positioned. Loaded when the first one opens. */
export function FloatCard({ className, onPointerEnter, onPointerLeave, children }: FloatCardProps) {
  return (
    <FloatingTheme>
      <Popover opened position="bottom-start" shadow="md" withRoles={false} trapFocus={false} withinPortal>
        <Popover.Target>
          <span className="tm-anchor" aria-hidden="true" />
        </Popover.Target>
        <Popover.Dropdown
          className={className ? `tm-pop ${className}` : 'tm-pop'}
          onPointerEnter={onPointerEnter}
          onPointerLeave={onPointerLeave}
        >
          {children}
        </Popover.Dropdown>
      </Popover>
    </FloatingTheme>
  );
}

import { Popover } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';
import { QrCode } from './qr-code.tsx';

export interface QrCardProps {
  readonly value: string;
  readonly kind: string;
  /** What opened the card: it does not count as outside, and gets the focus back. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The QR code of an identifier below its button. Loaded when it is requested. */
export function QrCard({ value, kind, button, onClose }: QrCardProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      const isInside = [card, button].some(({ current }) => target instanceof Node && current?.contains(target));
      if (!isInside) onClose();
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onClose();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [button, onClose]);
  return (
    <FloatingTheme>
      <Popover opened position="bottom" shadow="md" withRoles={false} closeOnEscape={false} withinPortal>
        <Popover.Target>
          <span className="tm-anchor" aria-hidden="true" />
        </Popover.Target>
        <Popover.Dropdown ref={card} className="tm-pop tm-qrpop" role="group" aria-label={`QR code of the ${kind}`}>
          <QrCode text={value} label={`QR code of ${value}`} />
          <span className="tm-t3 tm-xs">Drawn in this browser. It contains the {kind} alone, no amount.</span>
        </Popover.Dropdown>
      </Popover>
    </FloatingTheme>
  );
}

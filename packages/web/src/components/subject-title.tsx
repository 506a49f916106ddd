import { Popover } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Chunked } from './hash.tsx';
import { QrCode } from './qr-code.tsx';

export interface SubjectTitleProps {
  /** The whole identifier. */
  readonly value: string;
  /** "address", "transaction id", "block hash". */
  readonly kind: string;
  readonly withQr?: boolean;
  /** Buttons at the right; below on a phone. */
  readonly actions?: ReactNode;
}

/** An identifier as the page's title: whole, in fours, with copy and, for addresses, QR. */
export function SubjectTitle({ value, kind, withQr = false, actions }: SubjectTitleProps) {
  return (
    <div className="tm-subject">
      <h1 className={value.length > 44 ? 'long' : undefined}>
        <span className="tm-sr">{`${kind} ${value}`}</span>
        <span aria-hidden="true">
          <Chunked value={value} />
        </span>
        <span className="tools">
          <CopyButton value={value} what={kind} />
          {withQr && <QrPopover value={value} kind={kind} />}
        </span>
      </h1>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

function QrPopover({ value, kind }: { readonly value: string; readonly kind: string }) {
  return (
    <Popover position="bottom" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <button type="button" className="tm-icbtn" aria-label={`Show QR code of the ${kind}`} title="QR code">
          <IconQrcode size={16} stroke={1.5} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="tm-pop tm-qrpop">
        <QrCode text={value} label={`QR code of ${value}`} />
        <span className="tm-t3 tm-xs">Drawn in this browser. It holds the {kind} alone, no amount.</span>
      </Popover.Dropdown>
    </Popover>
  );
}

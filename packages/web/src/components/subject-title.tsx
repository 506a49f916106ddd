import { IconQrcode } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import { Chunked } from './hash.tsx';

const QrCard = lazy(() => import('./qr-card.tsx').then((module) => ({ default: module.QrCard })));

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
          {withQr && <QrButton value={value} kind={kind} />}
        </span>
      </h1>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}

function QrButton({ value, kind }: { readonly value: string; readonly kind: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  return (
    <span className="tm-qrat">
      <button
        ref={button}
        type="button"
        className="tm-icbtn"
        aria-label={`Show QR code of the ${kind}`}
        aria-expanded={isOpen}
        title="QR code"
        onClick={() => setOpen(!isOpen)}
      >
        <IconQrcode size={16} stroke={1.5} />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <QrCard value={value} kind={kind} button={button} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}

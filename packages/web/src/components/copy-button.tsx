import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

export interface CopyButtonProps {
  /** Always the whole, unchunked value. */
  readonly value: string;
  /** What is copied: "address", "transaction id". */
  readonly what: string;
  readonly size?: 'sm' | 'md';
}

const SAID_FOR_MS = 1600;

/** Copies the whole value and says so, in place and to screen readers. */
export function CopyButton({ value, what, size = 'md' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | undefined>(undefined);
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    );
  };
  const px = size === 'sm' ? 14 : 16;
  return (
    <button
      type="button"
      className={`tm-icbtn${size === 'sm' ? ' sm' : ''}`}
      aria-label={`Copy ${what}`}
      title={outcome === 'refused' ? 'The browser refused the clipboard. Select the text instead.' : `Copy ${what}`}
      onClick={copy}
    >
      {outcome === 'copied' ? <IconCheck size={px} stroke={1.5} /> : <IconCopy size={px} stroke={1.5} />}
      <span className="tm-sr" aria-live="polite">
        {outcome === 'copied' ? `Copied ${what}` : outcome === 'refused' ? 'Not copied: the browser refused' : ''}
      </span>
    </button>
  );
}

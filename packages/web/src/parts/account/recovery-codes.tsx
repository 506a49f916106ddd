import { useState } from 'react';
import './account-parts.css';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

const FILE_NAME = 'trailmark-recovery-codes.txt';

function download(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(url);
}

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const [copied, setCopied] = useState('Copy all');
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('Copied'),
      () => setCopied('Not copied: select them instead'),
    );
  };
  return (
    <section className="tm-codes" aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      <p>
        They let you in when the second factor is lost. Each works once. <b>They are shown only now:</b> keep them on
        paper or in a password safe, not on the device that holds the factor.
      </p>
      <ol className="tm-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="tm-row tm-wrap">
        <button type="button" className="tm-btn" aria-live="polite" onClick={copy}>
          {copied}
        </button>
        <button type="button" className="tm-btn" onClick={() => download(codes)}>
          Download as text
        </button>
        <button type="button" className="tm-btn pri" onClick={onKept}>
          I have kept them
        </button>
      </p>
    </section>
  );
}

import { useState } from 'react';
import { escapeHostile, HOSTILE_LENGTH } from '../format/hostile-text.ts';

export interface QuotedTextProps {
  /** Text that somebody put on the chain. */
  readonly text: string;
}

/** Hostile text: quoted, mono, cut at 64 characters, control characters as codes, direction isolated, never a link. */
export function QuotedText({ text }: QuotedTextProps) {
  const [isWhole, setWhole] = useState(false);
  const safe = escapeHostile(text);
  const chars = Array.from(safe);
  const isLong = chars.length > HOSTILE_LENGTH;
  return (
    <span className="tm-quoted">
      <bdi translate="no">“{isWhole || !isLong ? safe : `${chars.slice(0, HOSTILE_LENGTH).join('')}…`}”</bdi>
      {isLong && (
        <button type="button" className="tm-linkbtn tm-xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'less' : `all ${chars.length} characters`}
        </button>
      )}
    </span>
  );
}

import { useState } from 'react';
import { escapeHostile, HOSTILE_LENGTH, readQuoted } from '../format/hostile-text.ts';

export interface QuotedTextProps {
  /** Text that somebody put on the chain, as it is or as the API quotes it ("text" or bare hex). */
  readonly text: string;
}

/** Hostile text: quoted, mono, cut at 64 characters, control characters as codes, direction isolated, never a link. */
export function QuotedText({ text }: QuotedTextProps) {
  const [isWhole, setWhole] = useState(false);
  const { body, isHex } = readQuoted(text);
  const chars = Array.from(escapeHostile(body));
  const isLong = chars.length > HOSTILE_LENGTH;
  const shown = isWhole || !isLong ? chars.join('') : `${chars.slice(0, HOSTILE_LENGTH).join('')}…`;
  return (
    <span className="tm-quoted">
      {isHex && <span className="tm-t3">hex </span>}
      <bdi translate="no">{isHex ? shown : `“${shown}”`}</bdi>
      {isLong && (
        <button type="button" className="tm-linkbtn tm-xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'less' : `all ${chars.length} characters`}
        </button>
      )}
    </span>
  );
}

export interface FlagsProps {
  readonly words: readonly string[];
}

/** Flags are words, at most two; the rest is counted and on hover. */
export function Flags({ words }: FlagsProps) {
  if (words.length === 0) return <span className="tm-t3">–</span>;
  const rest = words.slice(2);
  return (
    <span className="tm-flag">
      {words.slice(0, 2).join(', ')}
      {rest.length > 0 && <abbr title={rest.join(', ')}> +{rest.length}</abbr>}
    </span>
  );
}

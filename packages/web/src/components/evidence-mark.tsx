export type Evidence = 'fact' | 'inference' | 'claim';

export interface EvidenceMarkProps {
  readonly kind: Evidence;
  /** With its word in a box: first use in a block. Without: in tables, with an accessible name. */
  readonly withWord?: boolean;
}

const WORDS: Readonly<Record<Evidence, string>> = { fact: 'Fact', inference: 'Inference', claim: 'Claim' };

function Shape({ kind }: { readonly kind: Evidence }) {
  if (kind === 'fact') return <rect x="4" y="1" width="4" height="11" rx="1" fill="currentColor" />;
  if (kind === 'claim') {
    return (
      <rect x="3.8" y="1.3" width="4.4" height="10.4" rx="1" fill="none" stroke="currentColor" strokeWidth="1.4" />
    );
  }
  return (
    <>
      <rect x="1.5" y="6" width="3.6" height="6.6" rx="1" fill="currentColor" />
      <rect x="6.5" y=".4" width="3.6" height="6.6" rx="1" fill="currentColor" />
    </>
  );
}

/** How a statement is known. Ink only, so that it survives a photocopier: one bar, two offset bars, one hollow bar. */
export function EvidenceMark({ kind, withWord = false }: EvidenceMarkProps) {
  return (
    <span className={`tm-ev ${kind}${withWord ? ' box' : ''}`}>
      <svg viewBox="0 0 12 13" width="11" height="13" aria-hidden="true">
        <Shape kind={kind} />
      </svg>
      <span className={withWord ? undefined : 'tm-sr'}>{WORDS[kind]}</span>
    </span>
  );
}

/** The statements at the top of a subject: each with its mark. */
export function Statements({
  items,
}: {
  readonly items: readonly { readonly kind: Evidence; readonly text: React.ReactNode }[];
}) {
  return (
    <ul className="tm-says">
      {items.map(({ kind, text }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: statements have a fixed order
        <li key={i}>
          <EvidenceMark kind={kind} withWord />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

export interface ScriptPart {
  readonly label: string;
  /** Null: not indexed; such parts are left out. */
  readonly hex: string | null;
  readonly asm: string | null;
}

/** Scripts as hex and as opcodes, folded away. */
export function ScriptDetails({ parts }: { readonly parts: readonly ScriptPart[] }) {
  const held = parts.filter(({ hex }) => hex !== null && hex !== '');
  if (held.length === 0) return null;
  return (
    <details className="tm-script">
      <summary>Script</summary>
      <dl>
        {held.map(({ label, hex, asm }) => (
          <div key={label}>
            <dt>{label}</dt>
            {asm && <dd className="tm-id whole">{asm}</dd>}
            <dd className="tm-id whole hex">{hex}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

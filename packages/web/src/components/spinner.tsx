/** A ring that turns, with its words for screen readers; still where motion is reduced. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div className="tm-spinner" role="status">
      <svg viewBox="0 0 32 32" width={32} height={32} aria-hidden="true">
        <circle cx="16" cy="16" r="13" className="track" />
        <path d="M16 3a13 13 0 0 1 13 13" className="arc" />
      </svg>
      <span>{label}</span>
    </div>
  );
}

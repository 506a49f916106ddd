import { AppLink } from '../../components/app-link.tsx';

export interface StatusChip {
  /** Undefined: every status. */
  readonly id: string | undefined;
  readonly label: string;
  readonly href: string;
}

/** A list narrowed by one status; each choice has an address. */
export function StatusChips({
  chips,
  current,
}: {
  readonly chips: readonly StatusChip[];
  readonly current: string | undefined;
}) {
  return (
    <nav className="ad-chips" aria-label="Status">
      {chips.map(({ id, label, href }) => (
        <AppLink
          key={label}
          className={`tm-chip${id === current ? ' on' : ''}`}
          aria-current={id === current ? 'true' : undefined}
          href={href}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  );
}

import { IconSearch } from '@tabler/icons-react';
import { preloadPalette } from './floating-parts.tsx';

/** Looks like a field, opens the palette. */
export function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      className="tm-cmd"
      onPointerEnter={preloadPalette}
      onFocus={preloadPalette}
      onClick={onOpen}
      aria-haspopup="dialog"
    >
      <IconSearch size={16} stroke={1.5} aria-hidden="true" />
      <span className="tm-grow">Address, transaction, block, name, or paste any text</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
}

import { lazy, useEffect, useRef } from 'react';
import { onPaletteOpened } from './open-palette.ts';
import { OpenedPart } from './opened-part.tsx';

const loadPalette = () => import('./search-palette.tsx');
const SearchPalette = lazy(() => loadPalette().then((part) => ({ default: part.SearchPalette })));
const KeySheet = lazy(() => import('./key-sheet.tsx').then((part) => ({ default: part.KeySheet })));

/** Sends for the palette: somebody reaches for the button that opens it. */
export function preloadPalette(): void {
  void loadPalette().catch(() => undefined);
}

interface TypedAheadProps {
  readonly onText: (text: string) => void;
}

/** Whoever types on after Ctrl K loses no letter while the palette is on its way. */
function TypedAhead({ onText }: TypedAheadProps) {
  useEffect(() => {
    let text = '';
    const note = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      text += event.key;
      onText(text);
    };
    window.addEventListener('keydown', note, true);
    return () => window.removeEventListener('keydown', note, true);
  }, [onText]);
  return null;
}

export interface FloatingPartsProps {
  readonly place: 'explorer' | 'dashboard';
  readonly isSearching: boolean;
  readonly isShowingKeys: boolean;
  readonly onSearchOpen: () => void;
  readonly onSearchClose: () => void;
  readonly onKeysClose: () => void;
}

/** Search palette and key sheet of a layout. */
export function FloatingParts(props: FloatingPartsProps) {
  const { place, isSearching, isShowingKeys, onSearchOpen, onSearchClose, onKeysClose } = props;
  const typed = useRef('');
  const open = useRef(onSearchOpen);
  open.current = onSearchOpen;
  useEffect(
    () =>
      onPaletteOpened((text) => {
        typed.current = text;
        open.current();
      }),
    [],
  );
  const close = () => {
    typed.current = '';
    onSearchClose();
  };
  const keep = useRef((text: string) => {
    typed.current = text;
  });
  return (
    <>
      <OpenedPart isOpen={isSearching} waiting={<TypedAhead onText={keep.current} />}>
        {(isOpen) => <SearchPalette isOpen={isOpen} place={place} typed={typed} onClose={close} />}
      </OpenedPart>
      <OpenedPart isOpen={isShowingKeys}>
        {(isOpen) => <KeySheet isOpen={isOpen} place={place} onClose={onKeysClose} />}
      </OpenedPart>
    </>
  );
}

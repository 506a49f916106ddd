import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { ErrorPanel } from '../components/error-panel.tsx';
import { NearSpellings } from '../components/near-spellings.tsx';
import { formatPlural } from '../format/number.ts';
import { useVisits, type VisitRow } from '../home.ts';
import { trackUrl } from '../url.ts';
import type { PaletteGroup, PaletteRow, Place } from './palette/palette-groups.ts';
import { PaletteList } from './palette/palette-list.tsx';
import { PastedView } from './palette/pasted-view.tsx';
import { usePalette } from './palette/use-palette.ts';

export interface SearchPaletteProps {
  readonly isOpen: boolean;
  /** Where addresses open. */
  readonly place: Place;
  /** What was typed before the palette was there. */
  readonly typed: RefObject<string>;
  readonly onClose: () => void;
}

/** Longer than any name, or several words with what may be an identifier among them: a text to look through. */
const LONGEST_NAME = 120;
const isProse = (text: string): boolean =>
  text.length > LONGEST_NAME || (/\s/.test(text) && /[A-Za-z0-9]{25}/.test(text));

/**
 * Whoever types on after Ctrl K loses no letter: the dialog's own focus comes a moment after it is drawn, and would take the field
 * for what to give the focus back to.
 */
function takeFocus(field: HTMLInputElement): () => void {
  const before = document.activeElement;
  field.focus();
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}

function Chips({
  groups,
  only,
  onOnly,
}: {
  groups: readonly PaletteGroup[];
  only: string;
  onOnly: (id: string) => void;
}) {
  if (groups.length < 2) return null;
  return (
    <div className="tm-palettechips">
      <button type="button" aria-pressed={only === ''} onClick={() => onOnly('')}>
        All
      </button>
      {groups.map(({ id, title, rows, total = rows.length }) => (
        <button key={id} type="button" aria-pressed={only === id} onClick={() => onOnly(id)}>
          {title} {total}
        </button>
      ))}
    </div>
  );
}

interface Typed {
  readonly text: string;
  readonly pasted: string;
}

function toTyped(text: string): Typed {
  return isProse(text) ? { text: '', pasted: text } : { text, pasted: '' };
}

/** Which row the keyboard is on, and what its keys do. */
function useRowKeys(rows: readonly PaletteRow[], onElsewhere: (row: PaletteRow) => void) {
  const [at, setAt] = useState(0);
  const selected = rows[Math.min(at, rows.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && selected) {
      event.preventDefault();
      onElsewhere(selected);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(rows.length - 1, at + step));
    setAt(next);
    document.getElementById(`palette-${rows[next]?.key}`)?.scrollIntoView({ block: 'nearest' });
  };
  return { selected, onKeyDown, reset: () => setAt(0) };
}

interface FieldProps extends Typed {
  readonly selected: PaletteRow | undefined;
  readonly onChange: (typed: Typed) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Field({ text, pasted, selected, onChange, onKeyDown }: FieldProps) {
  const paste = (event: ClipboardEvent) => {
    const clip = event.clipboardData.getData('text/plain');
    if (!isProse(clip.trim())) return;
    event.preventDefault();
    onChange(toTyped(clip));
  };
  return (
    <div className="tm-palettefield">
      <IconSearch size={16} stroke={1.5} aria-hidden="true" />
      {pasted !== '' && (
        <span className="tm-pastedtext">
          Pasted text <span className="tm-t3">{formatPlural(pasted.length, 'character')}</span>
        </span>
      )}
      <input
        ref={takeFocus}
        data-autofocus
        aria-label="Search"
        aria-controls="palette-results"
        aria-activedescendant={selected && `palette-${selected.key}`}
        autoComplete="off"
        spellCheck={false}
        placeholder={pasted === '' ? 'Address, transaction, block, name, or paste any text' : ''}
        value={text}
        onChange={(event) => onChange({ text: event.currentTarget.value, pasted: '' })}
        onPaste={paste}
        onKeyDown={onKeyDown}
      />
      {pasted !== '' && (
        <button type="button" className="tm-btn quiet" onClick={() => onChange({ text: '', pasted: '' })}>
          Clear
        </button>
      )}
      <kbd>Esc</kbd>
    </div>
  );
}

interface MissProps extends Pick<ReturnType<typeof usePalette>, 'identifiers' | 'error' | 'isSearching'> {
  readonly place: Place;
  readonly hasRows: boolean;
  readonly onOpen: () => void;
}

/** What is shown where nothing was found, or not yet. */
function Miss({ identifiers, error, isSearching, hasRows, place, onOpen }: MissProps) {
  if (error) return <ErrorPanel error={error} what="The search" />;
  if (hasRows) return null;
  if (isSearching) return <p className="tm-hint">Searching</p>;
  if (!identifiers) return null;
  return (
    <>
      <p className="tm-hint" role="status">
        {identifiers.refusal ?? 'No matches.'}
      </p>
      <NearSpellings near={identifiers.near} place={place} onOpen={onOpen} />
    </>
  );
}

function Foot() {
  return (
    <p className="tm-palettefoot" aria-hidden="true">
      <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Ctrl Enter</kbd> new tab
    </p>
  );
}

function PaletteBody({ place, typed, onClose }: Omit<SearchPaletteProps, 'isOpen'>) {
  const router = useRouter();
  const [{ text, pasted }, setTyped] = useState(() => toTyped(typed.current));
  const [only, setOnly] = useState('');
  const { groups, identifiers, error, isSearching } = usePalette(text, pasted, place);
  const { pin, error: pinFault } = useVisits();
  const shown = groups.some(({ id }) => id === only) ? groups.filter(({ id }) => id === only) : groups;
  const rows = shown.flatMap((group) => (group.isEarlier ? [] : group.rows));
  const { selected, onKeyDown, reset } = useRowKeys(rows, ({ href }) => {
    window.open(href, '_blank', 'noopener');
    onClose();
  });
  const change = (next: Typed) => {
    setTyped(next);
    setOnly('');
    reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!selected && text.trim() === '') return;
    onClose();
    void router.navigate({ href: selected?.href ?? trackUrl({ q: text.trim() }) });
  };
  const togglePin = ({ kind, chain, id, isPinned }: VisitRow) => pin({ kind, chain, id, isPinned: !isPinned });
  return (
    <form onSubmit={submit}>
      <Field text={text} pasted={pasted} selected={selected} onChange={change} onKeyDown={onKeyDown} />
      <Chips groups={groups} only={only} onOnly={setOnly} />
      <div id="palette-results" className="tm-paletteresults">
        <Miss
          identifiers={text.trim() === '' ? undefined : identifiers}
          error={error}
          isSearching={isSearching}
          hasRows={shown.length > 0}
          place={place}
          onOpen={onClose}
        />
        {pinFault && <ErrorPanel error={pinFault} what="The pin" />}
        {pasted === '' ? (
          <PaletteList groups={shown} words={text.trim()} selected={selected?.key} onOpen={onClose} onPin={togglePin} />
        ) : (
          <PastedView text={pasted} groups={shown} selected={selected?.key} onOpen={onClose} />
        )}
        {identifiers?.truncated && <p className="tm-hint">More identifiers match. Type more of one to see the rest.</p>}
      </div>
      {rows.length > 0 && <Foot />}
    </form>
  );
}

/** One field for identifiers, names, cases, flows and pages; `Ctrl K` or `/`. */
export function SearchPalette({ isOpen, place, typed, onClose }: SearchPaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} width={640} title="Search" look="field">
      <PaletteBody place={place} typed={typed} onClose={onClose} />
    </Dialog>
  );
}

import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { searchQuery } from '../api.ts';
import { Dialog } from '../components/dialog.tsx';
import { SearchResults } from '../components/search-results.tsx';
import { useDebouncedValue } from '../components/use-debounced-value.ts';
import { hasTools, useSession } from '../session.ts';
import { searchHitUrl, trackUrl } from '../url.ts';
import { TOOL_MENU, type ToolItem, UNLISTED_PAGES } from './tool-menu.ts';

export interface SearchPaletteProps {
  readonly isOpen: boolean;
  /** Where addresses open. */
  readonly place: 'explorer' | 'dashboard';
  /** What was typed before the palette was there. */
  readonly typed: RefObject<string>;
  readonly onClose: () => void;
}

const WAIT_MS = 180;

function findTools(text: string, unlisted: readonly ToolItem[]) {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < 2) return [];
  return [...TOOL_MENU.flatMap(({ items }) => items), ...unlisted].filter(({ name }) =>
    name.toLowerCase().includes(wanted),
  );
}

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

function PaletteBody({ place, typed, onClose }: Omit<SearchPaletteProps, 'isOpen'>) {
  const router = useRouter();
  const [text, setText] = useState(() => typed.current);
  const [at, setAt] = useState(0);
  const asked = useDebouncedValue(text.trim(), WAIT_MS);
  const { data, error, isFetching } = useQuery({ ...searchQuery(asked, undefined, 10), enabled: asked !== '' });
  const session = useSession();
  const tools = findTools(text, hasTools(session) ? UNLISTED_PAGES : []);
  const hits = asked === '' ? [] : (data?.hits ?? []);
  const targets = [...hits.map((hit) => searchHitUrl(hit, place)), ...tools.map(({ path }) => path)];
  const open = (href: string | undefined) => {
    onClose();
    void router.navigate({ href: href ?? trackUrl({ q: text.trim() }) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') open(targets[Math.min(at, targets.length - 1)]);
  };
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(targets.length - 1, at + step)));
  };
  return (
    <form onSubmit={submit}>
      <div className="tm-palettefield">
        <IconSearch size={16} stroke={1.5} aria-hidden="true" />
        <input
          ref={takeFocus}
          data-autofocus
          aria-label="Search"
          aria-controls="palette-results"
          autoComplete="off"
          spellCheck={false}
          placeholder="Address, transaction, block, or the beginning of one"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={move}
        />
        <kbd>Esc</kbd>
      </div>
      <div id="palette-results" className="tm-paletteresults">
        {/* A tool that was found answers the search; that no identifier begins like it need not be said. */}
        {asked !== '' && !(tools.length > 0 && data?.hits.length === 0) && (
          <SearchResults
            answer={data}
            error={error}
            isLoading={isFetching}
            place={place}
            selected={at}
            onOpen={onClose}
          />
        )}
        {tools.length > 0 && (
          <ul className="tm-hits" aria-label="Tools">
            {tools.map(({ path, name, planned, Icon }, i) => (
              <li key={path}>
                <button type="button" className={at === hits.length + i ? 'sel' : undefined} onClick={() => open(path)}>
                  <Icon size={16} stroke={1.5} aria-hidden="true" />
                  <span className="tm-grow">{name}</span>
                  <span className="tm-t3 tm-sm">{planned ? 'not in this version' : 'tool'}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </form>
  );
}

/** One field for identifiers and tools; `Ctrl K` or `/`. */
export function SearchPalette({ isOpen, place, typed, onClose }: SearchPaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} width={640} title="Search" look="field">
      <PaletteBody place={place} typed={typed} onClose={onClose} />
    </Dialog>
  );
}

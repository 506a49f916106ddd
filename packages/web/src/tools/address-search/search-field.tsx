import { IconFileText, IconSearch } from '@tabler/icons-react';
import type { ChainId } from '@trailmark/core/chain';
import { type DragEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { ChainSelect } from '../../components/chain-select.tsx';

export interface SearchFieldProps {
  readonly text: string;
  readonly chain: ChainId | undefined;
  readonly onSubmit: (text: string, chain: ChainId | undefined) => void;
  /** A dropped or chosen file. */
  readonly onFile: (file: File, chain: ChainId | undefined) => void;
  /** Why the last text was not sent. */
  readonly refusal: string | undefined;
}

const MAX_LINES = 8;
const LINE_CHARS = 62;

/** Enough rows for the text as it breaks in the field, at most eight. */
function countRows(text: string): number {
  const rows = text.split('\n', MAX_LINES).map((line) => Math.max(1, Math.ceil(line.length / LINE_CHARS)));
  return Math.min(
    MAX_LINES,
    rows.reduce((sum, count) => sum + count, 0),
  );
}

function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="tm-btn" onClick={() => input.current?.click()}>
        <IconFileText size={16} stroke={1.5} aria-hidden="true" />
        Text file
      </button>
      <input
        ref={input}
        className="tm-sr"
        type="file"
        accept=".txt,.csv,.json,.eml,.html,.md,.log,text/*"
        tabIndex={-1}
        aria-label="Text file to look through"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

/** One field for whatever is at hand: grows with pasted lines, takes dropped files, Enter sends. */
export function SearchField({ text: initial, chain: initialChain, onSubmit, onFile, refusal }: SearchFieldProps) {
  const [text, setText] = useState(initial);
  const [chain, setChain] = useState(initialChain);
  const [isOver, setOver] = useState(false);
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    onSubmit(text, chain);
  };
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer.files[0];
    setOver(false);
    if (!file) return;
    event.preventDefault();
    onFile(file, chain);
  };
  return (
    <search>
      <form
        className={`as-searchfield${isOver ? ' over' : ''}`}
        onSubmit={submit}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconSearch size={18} stroke={1.5} aria-hidden="true" />
        <textarea
          aria-label="Address, transaction, block, extended key, descriptor, or text that contains some"
          aria-describedby="as-search-help"
          aria-invalid={refusal !== undefined}
          placeholder="Address, transaction, block, key or text"
          rows={countRows(text)}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          }}
        />
        <span className="buttons">
          <ChainSelect value={chain} onChange={setChain} />
          <FileButton onFile={(file) => onFile(file, chain)} />
          <button type="submit" className="tm-btn pri">
            Search
          </button>
        </span>
      </form>
      {refusal !== undefined && (
        <p className="as-fielderror" role="alert">
          {refusal}
        </p>
      )}
      <p id="as-search-help" className="tm-searchhelp">
        The beginning is enough, or beginning and end: <span className="tm-mono">12cbQL…pTu3S</span>. The chain is found
        by the checksum. What you look up stays on this server.
      </p>
    </search>
  );
}

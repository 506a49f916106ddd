import { IconFileText, IconSearch } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react';

export interface LookupFieldProps {
  readonly text: string;
  readonly onSubmit: (text: string) => void;
  /** A dropped or chosen file. */
  readonly onFile: (file: File) => void;
  /** Why the last text was not sent. */
  readonly refusal: string | undefined;
}

const MAX_ROWS = 8;

function FileButton({ onFile }: Pick<LookupFieldProps, 'onFile'>) {
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

/** One field for addresses, outputs, lists and names: grows with pasted lines, takes dropped files, Enter sends. */
export function LookupField({ text: initial, onSubmit, onFile, refusal }: LookupFieldProps) {
  const [text, setText] = useState(initial);
  const [isOver, setOver] = useState(false);
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    onSubmit(text);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
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
          aria-label="Address, output as txid:vout, list, text that contains some, or the name of a service"
          aria-describedby="xl-field-help"
          aria-invalid={refusal !== undefined}
          placeholder="Address, txid:vout, list, text or name"
          rows={Math.min(MAX_ROWS, text.split('\n', MAX_ROWS).length)}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
          }}
        />
        <span className="buttons">
          <FileButton onFile={onFile} />
          <button type="submit" className="tm-btn pri">
            Look up
          </button>
        </span>
      </form>
      {refusal !== undefined && (
        <p className="as-fielderror" role="alert">
          {refusal}
        </p>
      )}
      <p id="xl-field-help" className="tm-searchhelp">
        Up to 200 addresses or outputs at once. A name finds the organisation. What you look up stays on this server.
      </p>
    </search>
  );
}

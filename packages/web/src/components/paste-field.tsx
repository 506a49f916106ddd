import './paste-field.css';
import './tool-page.css';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { type DragEvent, type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface PasteFieldProps {
  readonly text: string;
  /** Accessible name: everything the field takes. */
  readonly label: string;
  readonly placeholder: string;
  readonly submitLabel: string;
  /** Shown below the field. */
  readonly help: ReactNode;
  /** Further controls before the buttons, such as a choice of chain. */
  readonly children?: ReactNode;
  readonly onSubmit: (text: string) => void;
  /** A chosen or dropped text file. */
  readonly onFile: (file: File) => void;
  /** Words of the button that chooses a file, and the endings it offers. */
  readonly fileLabel?: string;
  readonly accept?: string;
  /** Why what was sent could not be taken. */
  readonly refusal?: string | undefined;
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

const TEXT_ENDINGS = '.txt,.csv,.json,.eml,.html,.md,.log,text/*';

/** Chooses a file of text to look through. */
export function FileButton({
  fileLabel = 'Text file',
  accept = TEXT_ENDINGS,
  onFile,
}: Pick<PasteFieldProps, 'fileLabel' | 'accept' | 'onFile'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="tm-btn" onClick={() => input.current?.click()}>
        <IconFileText size={16} stroke={1.5} aria-hidden="true" />
        {fileLabel}
      </button>
      <input
        ref={input}
        className="tm-sr"
        type="file"
        accept={accept}
        tabIndex={-1}
        aria-label={`${fileLabel} to look through`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}

/** One field for any input: grows with pasted lines, takes dropped files, Enter sends. */
export function PasteField(props: PasteFieldProps) {
  const { label, placeholder, submitLabel, help, children, onSubmit, onFile, refusal } = props;
  const [text, setText] = useState(props.text);
  const [isOver, setOver] = useState(false);
  const helpId = useId();
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    onSubmit(text);
  };
  const drop = (event: DragEvent) => {
    const file = event.dataTransfer.files[0];
    setOver(false);
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
          aria-label={label}
          aria-describedby={helpId}
          aria-invalid={refusal !== undefined}
          placeholder={placeholder}
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
          {children}
          <FileButton
            onFile={onFile}
            {...(props.fileLabel === undefined ? {} : { fileLabel: props.fileLabel })}
            {...(props.accept === undefined ? {} : { accept: props.accept })}
          />
          <button type="submit" className="tm-btn pri">
            {submitLabel}
          </button>
        </span>
      </form>
      {refusal !== undefined && (
        <p className="as-fielderror" role="alert">
          {refusal}
        </p>
      )}
      <p id={helpId} className="tm-searchhelp">
        {help}
      </p>
    </search>
  );
}

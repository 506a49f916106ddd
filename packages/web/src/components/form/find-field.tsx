import './find-field.css';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';

const MOST_CHARS = 200;

interface FindFieldProps {
  /** What is searched: the name of the field. */
  readonly label: string;
  readonly words: string | undefined;
  readonly onFind: (words: string | undefined) => void;
}

/** Words to find in a list; Enter or the button goes, and an empty field lets everything through. */
export function FindField({ label, words, onFind }: FindFieldProps) {
  const [text, setText] = useState(words ?? '');
  const find = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim() || undefined);
  };
  return (
    <search>
      <form onSubmit={find} className="tm-find">
        <input
          className="tm-field"
          aria-label={label}
          placeholder={label}
          maxLength={MOST_CHARS}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" className="tm-icbtn" aria-label="Find">
          <IconSearch size={16} stroke={1.5} />
        </button>
      </form>
    </search>
  );
}

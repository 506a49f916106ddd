import './own-home.css';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { openPalette } from '../../../shell/open-palette.ts';
import { IndexState } from './index-state.tsx';
import { Opened } from './opened.tsx';
import { SavedFlows } from './saved-flows.tsx';
import { Waiting } from './waiting.tsx';

const MOST_BYTES = 1_000_000;

/** Looks like a field and opens the palette: one place where things are found. */
function Box() {
  const picker = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file) openPalette(await file.slice(0, MOST_BYTES).text());
    if (picker.current) picker.current.value = '';
  };
  return (
    <>
      <div className="box">
        <button type="button" className="field" aria-haspopup="dialog" onClick={() => openPalette()}>
          <IconSearch size={20} stroke={1.5} aria-hidden="true" />
          <span className="tm-grow">Address, transaction, block, name, or paste any text</span>
          <kbd>Ctrl K</kbd>
        </button>
        <button type="button" className="tm-btn" onClick={() => picker.current?.click()}>
          <IconFileText size={16} stroke={1.5} aria-hidden="true" />
          Text file
        </button>
        <input
          ref={picker}
          type="file"
          accept="text/*,.csv,.json,.txt,.eml"
          hidden
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </div>
      <p className="tm-t3 tm-sm">
        The beginning and end are enough: <span className="tm-id">12cbQL…pTu3S</span>. Searches stay on this server and
        are logged.
      </p>
    </>
  );
}

/** What somebody who is signed in comes for: find, what waits, what they opened, what they saved, and what the index has. */
export function OwnHome() {
  return (
    <section className="tm-ownhome" aria-label="Your work">
      <Box />
      <div className="columns">
        <Waiting />
        <Opened />
        <SavedFlows />
      </div>
      <IndexState />
    </section>
  );
}

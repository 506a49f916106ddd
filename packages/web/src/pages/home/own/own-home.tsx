import './own-home.css';
import { IconSearch } from '@tabler/icons-react';
import { FileButton } from '../../../components/paste-field.tsx';
import { openPalette } from '../../../shell/open-palette.ts';
import { IndexState } from './index-state.tsx';
import { Opened } from './opened.tsx';
import { SavedFlows } from './saved-flows.tsx';
import { Waiting } from './waiting.tsx';

/** Looks like a field and opens the palette: one place where things are found. */
function Box() {
  return (
    <>
      <div className="box">
        <button type="button" className="field" aria-haspopup="dialog" onClick={() => openPalette()}>
          <IconSearch size={20} stroke={1.5} aria-hidden="true" />
          <span className="tm-grow">Address, transaction, block, name, or paste any text</span>
          <kbd>Ctrl K</kbd>
        </button>
        <FileButton onFile={(file) => void file.text().then(openPalette)} />
      </div>
      <p className="tm-t3 tm-sm">
        Partial addresses work: <span className="tm-id">12cbQL</span> or <span className="tm-id">12cbQL…pTu3S</span>.
        Searches stay on this server and are logged.
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

import type { ScamDraft } from '@trailmark/api/contract/scam-report';
import { useState } from 'react';
import { saveText } from '../../save-file.ts';

interface DraftRowProps {
  readonly draft: ScamDraft;
}

function DraftRow({ draft }: DraftRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="sc-draft">
      <b>{draft.title}</b>
      <span>
        {draft.limits.join(', ')}. <span className="tm-t2">{draft.goesTo}.</span>
      </span>
      <span className="tm-row">
        <button type="button" className="tm-linkbtn tm-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Preview<span className="tm-sr"> {draft.title}</span>
        </button>
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => saveText(draft.text, draft.fileName)}>
          Download<span className="tm-sr"> {draft.title}</span>
        </button>
      </span>
      {isOpen && (
        <section className="sc-say" aria-label={`Text of ${draft.title}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
          <pre tabIndex={0}>{draft.text}</pre>
        </section>
      )}
    </li>
  );
}

/** Texts for other bodies: made from the answers, and sent by nobody but the reader. */
export function DraftTable({ drafts }: { readonly drafts: readonly ScamDraft[] }) {
  return (
    <section>
      <h2 className="tm-h">
        Drafts for others <small>You send them yourself; this server sends nothing.</small>
      </h2>
      <ul className="sc-list">
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

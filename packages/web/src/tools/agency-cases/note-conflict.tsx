import { useState } from 'react';
import { FormArea } from '../../components/form/form-choice.tsx';
import { Time } from '../../components/time.tsx';

/** One of two texts that were written at the same time. */
export interface NoteSide {
  readonly title: string;
  readonly text: string;
  readonly savedAt: number;
  readonly savedBy: string;
}

export interface NoteConflictProps {
  readonly present: NoteSide;
  readonly kept: NoteSide;
  readonly mayWrite: boolean;
  readonly isBusy: boolean;
  /** Saves a text, merged or chosen, as the next version. */
  readonly onSave: (text: string) => void;
  /** Leaves the note as it is. */
  readonly onLeave: () => void;
}

function Side({
  heading,
  side: { title, text, savedAt, savedBy },
}: {
  readonly heading: string;
  readonly side: NoteSide;
}) {
  return (
    <section className="cw-side" aria-label={heading}>
      <h3 className="tm-h">{heading}</h3>
      <p className="tm-t3 tm-sm">
        <bdi>{savedBy}</bdi>, <Time seconds={savedAt} />: <bdi>{title}</bdi>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard */}
      <pre className="cw-source" tabIndex={0}>
        {text || '(empty)'}
      </pre>
    </section>
  );
}

/** Two texts of one note that were written at the same time, for their writer to choose or to merge. */
export function NoteConflict({ present, kept, mayWrite, isBusy, onSave, onLeave }: NoteConflictProps) {
  const [merged, setMerged] = useState(kept.text);
  return (
    <section className="cw-conflict" aria-label="Two texts of this note">
      <p>
        <b className="cs-late">Two people wrote this note at the same time.</b> Both texts are kept. Choose one, or
        merge them below.
      </p>
      <div className="cw-sides">
        <Side heading="Saved first: the note now" side={present} />
        <Side heading="Also kept" side={kept} />
      </div>
      {mayWrite && (
        <>
          <FormArea
            label="Merged text"
            name="merged"
            value={merged}
            onText={setMerged}
            rows={10}
            isMono
            help="It becomes the next version of the note."
          />
          <div className="tm-row">
            <button type="button" className="tm-btn pri" disabled={isBusy} onClick={() => onSave(merged)}>
              Save this text
            </button>
            <button
              type="button"
              className="tm-btn"
              disabled={isBusy}
              onClick={() => setMerged(`${present.text}\n\n${kept.text}`)}
            >
              Put both below each other
            </button>
            <button type="button" className="tm-btn quiet" disabled={isBusy} onClick={onLeave}>
              Leave the note as it is
            </button>
          </div>
        </>
      )}
    </section>
  );
}

import { Fragment, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { useSingleKeys } from '../components/single-keys.ts';
import { type KeyHelp, listViewKeys } from './view-keys.ts';

export interface KeySheetProps {
  readonly isOpen: boolean;
  readonly place: 'explorer' | 'dashboard';
  readonly onClose: () => void;
}

function Keys({ keys, join = 'or' }: Pick<KeyHelp, 'keys' | 'join'>) {
  return keys.map((key, i) => (
    <Fragment key={key}>
      {i > 0 && <span className="tm-t3"> {join} </span>}
      <kbd>{key}</kbd>
    </Fragment>
  ));
}

function Sheet({ place }: Pick<KeySheetProps, 'place'>) {
  const [groups] = useState(() => listViewKeys(place, document));
  const [isOn, setOn] = useSingleKeys();
  return (
    <>
      <div className="tm-keys">
        {groups.map(({ title, items }) => (
          <section key={title}>
            <h3 className="tm-h">{title}</h3>
            <dl>
              {items.map(({ keys, join, does }) => (
                <div key={does}>
                  <dt>
                    <Keys keys={keys} {...(join && { join })} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="tm-keyswitch">
        <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
        Single keys act outside fields. Off: only keys with Ctrl do, in this browser session.
      </label>
    </>
  );
}

/** `?`: every key of the view it was opened on, and the switch for keys without Ctrl. */
export function KeySheet({ isOpen, place, onClose }: KeySheetProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      width={640}
      title="Keys of this view"
      closeLabel="Close keys"
      look="palette"
    >
      <Sheet place={place} />
    </Dialog>
  );
}

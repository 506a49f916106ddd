import { Modal } from '@mantine/core';
import { Fragment, useState } from 'react';
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
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={640}
      title={<span className="tm-h">Keys of this view</span>}
      closeButtonProps={{ 'aria-label': 'Close keys' }}
      classNames={{ content: 'tm-palette', header: 'tm-keyshead' }}
    >
      <Sheet place={place} />
    </Modal>
  );
}

import { IconCheck, IconEye, IconHelpHexagon, type TablerIcon } from '@tabler/icons-react';
import type { Contact } from '@trailmark/api/contract/label-pack';
import { formatDayText, toSafeLink } from '../format/label-words.ts';
import { CopyButton } from './copy-button.tsx';

const CHANNELS: Readonly<Record<Contact['channel'], string>> = {
  portal: 'Portal',
  email: 'Email',
  post: 'Post',
  phone: 'Telephone',
};

/** Only a route that somebody checked has a tick. */
const STANDING_ICONS: Readonly<Record<Contact['standing'], TablerIcon>> = {
  verified: IconCheck,
  'seen-official': IconEye,
  unverified: IconHelpHexagon,
};

/** Who has seen the route, and where: a route that nobody checked on the operator's own domain must not look checked. */
function describeStanding({ standing, verifiedOn, seen }: Contact): string {
  if (standing === 'verified') return `Checked on the operator’s own domain on ${formatDayText(verifiedOn) ?? seen}`;
  if (standing === 'seen-official') return `Seen on the operator’s own domain (${seen}), not checked since`;
  return `Not verified: seen elsewhere (${seen}). Confirm it with the operator before you send anything`;
}

function Page({ page }: Pick<Contact, 'page'>) {
  const href = toSafeLink(page);
  if (!href) return <span className="tm-t3 tm-sm">Page: {page || 'not stated'}</span>;
  return (
    <span className="tm-t3 tm-sm">
      Page:{' '}
      <a href={href} rel="noreferrer noopener" target="_blank">
        {page.slice(0, 120)}
      </a>
    </span>
  );
}

export interface ActorContactsProps {
  readonly contacts: readonly Contact[];
}

/** Routes to the people who answer requests, each with where and when it was seen. */
export function ActorContacts({ contacts }: ActorContactsProps) {
  if (contacts.length === 0) {
    return <p className="tm-t2">No contact route is known. Look for one on the operator’s own site.</p>;
  }
  return (
    <ul className="tm-contacts">
      {contacts.map((contact) => {
        const Standing = STANDING_ICONS[contact.standing];
        return (
          <li key={contact.channel + contact.value} className={contact.standing}>
            <span className="channel">{CHANNELS[contact.channel]}</span>
            <span className="value">
              <span className="tm-mono">{contact.value}</span>{' '}
              <CopyButton value={contact.value} what="contact route" size="sm" />
            </span>
            <span className="standing tm-sm">
              <Standing size={14} stroke={1.5} aria-hidden="true" />
              {describeStanding(contact)}.
            </span>
            <Page page={contact.page} />
          </li>
        );
      })}
    </ul>
  );
}

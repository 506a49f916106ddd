import { chainName } from '@trailmark/chains/account-catalogue';
import type { Answer } from '../api.ts';
import { searchHitUrl } from '../url.ts';
import { AppLink } from './app-link.tsx';

export interface NearSpellingsProps {
  readonly near: Answer<'search'>['near'];
  readonly place: 'explorer' | 'dashboard';
  readonly onOpen?: (() => void) | undefined;
}

/** Which character of a refused identifier could be wrong: to be compared with the source, never opened automatically. */
export function NearSpellings({ near, place, onOpen }: NearSpellingsProps) {
  if (near.length === 0) return null;
  return (
    <ul className="tm-near" aria-label="Possible typing errors">
      {near.map(({ hit, text, place: at, was, instead }) => {
        const end = at - 1 + instead.length;
        const name = chainName(hit.chain);
        return (
          <li key={`${hit.chain}:${text}`}>
            <p>
              Character {at} could be wrong: with <code>{instead}</code> in place of <code>{was}</code> the checksum is
              right, and this{' '}
              {hit.isIndexed ? `${hit.kind} is in the index of ${name}` : `is a valid ${name} ${hit.kind}`}. Compare it
              with your source.
            </p>
            <AppLink className="tm-id" href={searchHitUrl(hit, place)} onClick={onOpen}>
              {text.slice(0, at - 1)}
              <mark>{text.slice(at - 1, end)}</mark>
              {text.slice(end)}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}

import type { ActorRow } from '@trailmark/api/contract/label-pack';
import type { ReactNode } from 'react';
import { formatCategory, toSafeLink } from '../format/label-words.ts';
import { formatCount } from '../format/number.ts';
import { entityUrl } from '../url.ts';
import { ActorContacts } from './actor-contacts.tsx';
import { AppLink } from './app-link.tsx';
import { CategoryGlyph } from './category-glyph.tsx';
import { Missing } from './missing.tsx';

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

/** "Malta", or the code as the source has it where no country has it. */
export function formatCountry(code: string): string {
  try {
    return regions.of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** Names, places and kinds of an organisation, as its source states them. */
export function ActorFacts({ actor }: { readonly actor: ActorRow }) {
  const href = actor.uri === null ? undefined : toSafeLink(actor.uri);
  return (
    <dl className="tm-facts">
      <dt>Legal name</dt>
      <dd>{actor.legalName ?? <Missing reason="The directory does not state one.">not stated</Missing>}</dd>
      <dt>Also known as</dt>
      <dd>{actor.aliases.length === 0 ? <span className="tm-t3">–</span> : actor.aliases.slice(0, 12).join(', ')}</dd>
      <dt>Jurisdictions</dt>
      <dd>
        {actor.jurisdictions.length === 0 ? (
          <Missing reason="The directory does not state any.">not stated</Missing>
        ) : (
          actor.jurisdictions.map(formatCountry).join(', ')
        )}
      </dd>
      <dt>Kinds</dt>
      <dd className="kinds">
        {actor.categories.map((category) => (
          <CategoryGlyph key={category} category={category} withName />
        ))}
        {actor.categories.length === 0 && <Missing reason="The directory does not state any.">not stated</Missing>}
      </dd>
      <dt>Site</dt>
      <dd>
        {href ? (
          <a href={href} rel="noreferrer noopener" target="_blank">
            {href}
          </a>
        ) : (
          <Missing reason="The directory does not state one.">not stated</Missing>
        )}
      </dd>
      <dt>Source</dt>
      <dd>
        {actor.source} <span className="tm-t3">({actor.licence})</span>
      </dd>
    </dl>
  );
}

export interface ActorCardProps {
  readonly actor: ActorRow;
  /** Buttons at the right of the name. */
  readonly action?: ReactNode;
}

/** An organisation in short: who it is and how requests reach it. */
export function ActorCard({ actor, action }: ActorCardProps) {
  const places = actor.jurisdictions.slice(0, 4).map(formatCountry).join(', ');
  return (
    <section className="tm-sect tm-actor">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h">
          <AppLink href={entityUrl(actor.id)}>{actor.label}</AppLink>{' '}
          <small>
            {[actor.legalName, places, actor.categories.map(formatCategory).join(', ')].filter(Boolean).join('. ')}
          </small>
        </h2>
        {action}
      </div>
      <ActorContacts contacts={actor.contacts} />
      <p className="tm-t3 tm-sm">
        {formatCount(actor.labelCount)} {actor.labelCount === 1 ? 'claim names' : 'claims name'} this organisation.
      </p>
    </section>
  );
}

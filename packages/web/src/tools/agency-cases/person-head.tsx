import type { CaseLink, CasePerson } from '@trailmark/api/contract/case-people';
import { formatPlural } from '../../format/number.ts';
import { KIND_WORDS } from './people-words.tsx';

export interface PersonHeadProps {
  readonly person: CasePerson;
  readonly people: readonly CasePerson[];
  /** Links of this person. */
  readonly links: readonly CaseLink[];
  readonly mayWrite: boolean;
  /** Members open personal data. */
  readonly isMember: boolean;
  readonly onEdit: () => void;
  readonly onPersonal: () => void;
  readonly onWithdraw: () => void;
  readonly onClear: () => void;
}

function describeOthers({ person, people, links }: Pick<PersonHeadProps, 'person' | 'people' | 'links'>): string {
  const others = links.flatMap(({ person: from, to, mark, withdrawn }) => {
    if (withdrawn || to.kind === 'address') return [];
    const other = people.find(({ id }) => id === (from === person.id ? to.person : from));
    return other ? [`${other.number} (${mark})`] : [];
  });
  return others.length === 0 ? '' : `, also linked to ${others.join(', ')}`;
}

/** Who is selected: names, identifiers and note, and what can be done with the entry. */
export function PersonHead(props: PersonHeadProps) {
  const { person, links, mayWrite, isMember } = props;
  const toAddresses = links.filter(({ to, withdrawn }) => to.kind === 'address' && !withdrawn).length;
  return (
    <>
      <div className="cs-hd">
        <h2 className="tm-h">
          <span className="tm-t3">{person.number}</span> <bdi>{person.name}</bdi>
        </h2>
        <span className="tm-t3 tm-sm">
          {KIND_WORDS[person.kind]}. {formatPlural(toAddresses, 'address', 'addresses')}
          {describeOthers(props)}. Personal data opens with a reason and is logged.
        </span>
        <span className="tm-row">
          {isMember && (
            <button type="button" className="tm-linkbtn tm-sm" onClick={props.onPersonal}>
              Personal data
            </button>
          )}
          {mayWrite && !person.withdrawn && (
            <>
              <button type="button" className="tm-linkbtn tm-sm" onClick={props.onEdit}>
                Edit<span className="tm-sr"> {person.number}</span>
              </button>
              <button type="button" className="tm-linkbtn tm-sm" onClick={props.onWithdraw}>
                Withdraw<span className="tm-sr"> {person.number}</span>
              </button>
            </>
          )}
          <button type="button" className="tm-linkbtn tm-sm" onClick={props.onClear}>
            Show all
          </button>
        </span>
      </div>
      {person.withdrawn && (
        <p className="cs-late">
          Withdrawn by <bdi>{person.withdrawn.by}</bdi>: <bdi>{person.withdrawn.why}</bdi>
        </p>
      )}
      {person.aliases.length > 0 && (
        <p>
          <span className="tm-t3">Also</span> <bdi>{person.aliases.join(', ')}</bdi>
        </p>
      )}
      {person.identifiers.length > 0 && (
        <ul className="cp-steps">
          {person.identifiers.map(({ type, service, value }) => (
            <li key={`${type} ${service} ${value}`}>
              <span className="tm-t3">{service || (type === 'phone' ? 'Phone' : 'Domain')}</span>{' '}
              <bdi className="tm-mono">{value}</bdi>
            </li>
          ))}
        </ul>
      )}
      {person.note && <bdi className="cp-note">{person.note}</bdi>}
    </>
  );
}

import type { CaseAddress, CaseLabel, CaseLink, CasePerson } from '@trailmark/api/contract/case-people';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { shorten } from '../../format/identifier.ts';
import { addressUrl } from '../../url.ts';
import { KIND_WORDS, KindIcon } from './people-words.tsx';

const ROW = 30;
const CURVE = 38;

export interface PeoplePictureProps {
  readonly people: readonly CasePerson[];
  readonly addresses: readonly CaseAddress[];
  /** Those that are not withdrawn. */
  readonly links: readonly CaseLink[];
  readonly labels: readonly CaseLabel[];
  readonly selected: string | undefined;
  readonly onSelect: (person: string) => void;
}

const pointOf = ({ chain, address }: Pick<CaseAddress, 'chain' | 'address'>) => `${chain} ${address}`;

interface Line {
  readonly id: string;
  readonly person: string;
  readonly point: string;
  readonly mark: CaseLink['mark'];
  readonly from: number;
  readonly to: number;
}

/** The links that join two rows of the picture, with the middle of each row. */
function layLines({ people, addresses, links }: PeoplePictureProps, pitch: number): readonly Line[] {
  const left = new Map(people.map(({ id }, i) => [id, (i + 0.5) * ROW]));
  const right = new Map(addresses.map((address, i) => [pointOf(address), (i + 0.5) * pitch]));
  return links.flatMap(({ id, person, to, mark }) => {
    const from = left.get(person);
    const end = to.kind === 'address' ? right.get(pointOf(to)) : undefined;
    return from === undefined || end === undefined
      ? []
      : [{ id, person, point: to.kind === 'address' ? pointOf(to) : '', mark, from, to: end }];
  });
}

/** What the pointer or the focus is on: a person, an address or one link. */
type Near = string | undefined;

/** Follows the pointer and the focus over what has links. */
const followed = (key: string, onNear: (near: Near) => void) => ({
  onMouseEnter: () => onNear(key),
  onMouseLeave: () => onNear(undefined),
  onFocus: () => onNear(key),
  onBlur: () => onNear(undefined),
});

interface LeftProps extends Pick<PeoplePictureProps, 'people' | 'selected' | 'onSelect'> {
  readonly linked: ReadonlySet<string>;
  readonly onNear: (near: Near) => void;
}

function Left({ people, selected, onSelect, linked, onNear }: LeftProps) {
  return (
    <ul className="cp-left" aria-label="People and entities">
      {people.map(({ id, number, name, kind, detail }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === selected} onClick={() => onSelect(id)} {...followed(id, onNear)}>
            <span className="tm-t3 tm-m">{number}</span>
            <KindIcon kind={kind} />
            <bdi>{name}</bdi>
            <span className="tm-t3 tm-sm">{detail || KIND_WORDS[kind]}</span>
            {!linked.has(id) && <i className="tm-none">no link</i>}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface RightProps extends Pick<PeoplePictureProps, 'addresses' | 'labels'> {
  readonly linked: ReadonlySet<string>;
  readonly pitch: number;
  readonly onNear: (near: Near) => void;
}

function Right({ addresses, labels, linked, pitch, onNear }: RightProps) {
  return (
    <ul className="cp-right" aria-label="Addresses">
      {addresses.map((address) => {
        const own = labels.filter((label) => !label.withdrawn && pointOf(label) === pointOf(address));
        return (
          <li key={pointOf(address)} style={{ height: pitch }} {...followed(pointOf(address), onNear)}>
            {!linked.has(pointOf(address)) && <i className="tm-none">no link</i>}
            <span className="tm-t3 tm-m">{address.number ?? address.chain}</span>
            <AppLink className="tm-mono" href={addressUrl(address.chain, address.address)} title={address.address}>
              {shorten(address.address)}
            </AppLink>
            <bdi className="tm-t2 tm-sm">{own.map(({ text }) => text).join('; ')}</bdi>
          </li>
        );
      })}
    </ul>
  );
}

/** Left who, right which address, between them the link in the style of how it is known. Both orders are fixed; nothing floats. */
export function PeoplePicture(props: PeoplePictureProps) {
  const { people, addresses, selected } = props;
  const [near, setNear] = useState<Near>();
  const height = Math.max(people.length, addresses.length) * ROW;
  const pitch = addresses.length === 0 ? ROW : height / addresses.length;
  const lines = layLines(props, pitch);
  const linked = new Set(lines.map(({ person }) => person));
  const reached = new Set(props.links.flatMap(({ to }) => (to.kind === 'address' ? [pointOf(to)] : [])));
  return (
    <section className="cs-scroll" aria-label="Links between people and addresses; the table below has the same links">
      <div className="cp-picture">
        <Left people={people} selected={selected} onSelect={props.onSelect} linked={linked} onNear={setNear} />
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" height={height} aria-hidden="true">
          {lines.map(({ id, person, point, mark, from, to }) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the picture is not read out; the buttons next to it show the same
            <path
              key={id}
              className={`cp-line ${mark}${person === selected ? ' on' : ''}${[id, person, point].includes(near ?? '') ? ' near' : ''}`}
              onMouseEnter={() => setNear(id)}
              onMouseLeave={() => setNear(undefined)}
              d={`M0 ${from} C${CURVE} ${from} ${100 - CURVE} ${to} 100 ${to}`}
            />
          ))}
        </svg>
        <Right addresses={addresses} labels={props.labels} linked={reached} pitch={pitch} onNear={setNear} />
      </div>
    </section>
  );
}

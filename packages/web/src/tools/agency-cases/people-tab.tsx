import './case-people.css';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import type { CasePeople, CasePerson } from '@trailmark/api/contract/case-people';
import { useState } from 'react';
import { casePeopleQuery } from '../../cases.ts';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { caseUrl } from '../../url.ts';
import type { CaseTabProps } from './case-tabs.tsx';
import { Comments } from './comments.tsx';
import { describeLinks, filterPeople, isOf, isTooLarge, type Shown, toNeighbours } from './filter-people.ts';
import { LinkTable } from './link-table.tsx';
import { OverlapNotice } from './overlap-notice.tsx';
import { OwnLabels } from './own-labels.tsx';
import { LineKey, PeopleFilters } from './people-bar.tsx';
import { createActs, type Open, PeopleDialogs } from './people-dialogs.tsx';
import { PeoplePicture } from './people-picture.tsx';
import { PersonHead } from './person-head.tsx';

interface BarProps {
  readonly data: CasePeople;
  readonly shown: Shown;
  readonly mayWrite: boolean;
  readonly onShown: (shown: Shown) => void;
  readonly onOpen: (open: Open) => void;
}

function Bar({ data, shown, mayWrite, onShown, onOpen }: BarProps) {
  const all = [...data.people, ...data.links, ...data.labels];
  return (
    <div className="cp-bar">
      <PeopleFilters
        shown={shown}
        withdrawn={all.filter(({ withdrawn }) => withdrawn !== null).length}
        onChange={onShown}
      />
      <span className="cs-grow" />
      {mayWrite && (
        <span className="tm-row tm-wrap">
          <button type="button" className="tm-btn" onClick={() => onOpen({ what: 'label' })}>
            Label an address
          </button>
          <button type="button" className="tm-btn" onClick={() => onOpen({ what: 'paste' })}>
            Paste a list
          </button>
          <button
            type="button"
            className="tm-btn"
            disabled={data.people.every(({ withdrawn }) => withdrawn !== null)}
            onClick={() => onOpen({ what: 'link' })}
          >
            Link
          </button>
          <button type="button" className="tm-btn pri" onClick={() => onOpen({ what: 'person', person: 'new' })}>
            Add person or entity
          </button>
        </span>
      )}
    </div>
  );
}

interface LinksProps {
  readonly overview: CaseTabProps['overview'];
  readonly data: CasePeople;
  readonly shown: Shown;
  readonly selected: CasePerson | undefined;
  readonly onOpen: (open: Open) => void;
  readonly onClear: () => void;
}

/** The table: of whoever is selected, or of everybody. */
function Links({ overview: { head, rights }, data, shown, selected, onOpen, onClear }: LinksProps) {
  const acts = createActs(head.id);
  const mayWrite = rights.includes('write');
  const { links: all } = filterPeople(data, shown);
  const links = selected ? all.filter((link) => isOf(link, selected.id)) : all;
  return (
    <section className="tm-stack">
      {selected && (
        <PersonHead
          person={selected}
          people={data.people}
          links={links}
          mayWrite={mayWrite}
          isMember={head.role !== null}
          onEdit={() => onOpen({ what: 'person', person: selected })}
          onPersonal={() => onOpen({ what: 'personal', person: selected })}
          onWithdraw={() => onOpen({ what: 'why', act: acts.withdrawPerson(selected) })}
          onClear={onClear}
        />
      )}
      {links.length === 0 && <p className="tm-none">no link</p>}
      {links.length > 0 && (
        <LinkTable
          caseId={head.id}
          people={data.people}
          links={links}
          selected={selected}
          onWithdraw={mayWrite ? (link) => onOpen({ what: 'why', act: acts.withdrawLink(link) }) : undefined}
        />
      )}
      {selected && <Comments caseId={head.id} rights={rights} subject={{ about: 'person', number: selected.number }} />}
    </section>
  );
}

interface PeopleProps {
  readonly overview: CaseTabProps['overview'];
  readonly part: string | undefined;
  readonly data: CasePeople;
}

function People({ overview, part, data }: PeopleProps) {
  const { head, rights } = overview;
  const router = useRouter();
  const [shown, setShown] = useState<Shown>({ kind: '', basis: '', hasWithdrawn: false });
  const [open, setOpen] = useState<Open | undefined>();
  const [overlaps, setOverlaps] = useState<readonly CaseOverlap[]>([]);
  const mayWrite = rights.includes('write');
  const select = (number: string | undefined) =>
    void router.navigate({ href: caseUrl(head.id, 'people', number), replace: true, resetScroll: false });
  const visible = filterPeople(data, shown);
  const selected = data.people.find(({ number }) => number === part);
  const pictured = toNeighbours(data, visible, selected);
  const isLarge = isTooLarge(visible.people, data);
  const done = (found: readonly CaseOverlap[]) => {
    setOverlaps(found);
    setOpen(undefined);
  };
  const pick = (id: string) => {
    const number = data.people.find((one) => one.id === id)?.number;
    select(number === part ? undefined : number);
  };
  const picture = pictured.people.length > 0 && (
    <section className="tm-stack" aria-label="Who is linked to which address">
      <LineKey />
      <PeoplePicture {...pictured} labels={data.labels} selected={selected?.id} onSelect={pick} />
    </section>
  );
  const withdrawLabel = createActs(head.id).withdrawLabel;
  return (
    <div className="tm-stack">
      <OverlapNotice caseId={head.id} overlaps={overlaps} />
      <Bar data={data} shown={shown} mayWrite={mayWrite} onShown={setShown} onOpen={setOpen} />
      {data.people.length === 0 && (
        <Empty>Nobody is entered yet: suspects, victims, accounts, devices, numbers and handles belong here.</Empty>
      )}
      {!isLarge && picture}
      {data.people.length > 0 && (
        <Links {...{ overview, data, shown, selected }} onOpen={setOpen} onClear={() => select(undefined)} />
      )}
      {isLarge && picture}
      <OwnLabels
        labels={data.labels}
        hasWithdrawn={shown.hasWithdrawn}
        onWithdraw={mayWrite ? (label) => setOpen({ what: 'why', act: withdrawLabel(label) }) : undefined}
      />
      <p className="tm-foot">{describeLinks(data)} Labels and links of this case stay in this case.</p>
      <PeopleDialogs
        {...{ caseId: head.id, open, selected, mayWrite }}
        present={data.people.filter(({ withdrawn }) => withdrawn === null)}
        onPerson={(person, found) => {
          done(found);
          select(person.number);
        }}
        onDone={done}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}

/** Who is in the case, which address is whose, and how that is known. */
export function PeopleTab({ overview, part }: CaseTabProps) {
  const { data, error, refetch } = useQuery(casePeopleQuery(overview.head.id));
  if (error && !data) return <ErrorPanel error={error} what="The people of the case" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="people and entities">
        <RowBars rows={8} columns={['60px', '30%', '20%', '30%']} />
      </Skeleton>
    );
  }
  return <People overview={overview} part={part} data={data} />;
}

import type { AssetExposure } from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import type { WheelKind } from '@trailmark/drawing/chart/exposure-wheel';
import { useState } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Empty } from '../../components/empty.tsx';
import { formatPlural } from '../../format/number.ts';
import { totalsOf } from './exposure-rows.ts';
import { ExposureTable } from './exposure-table.tsx';
import { ExposureWheel, WheelKey } from './exposure-wheel.tsx';
import { describeNothing, describeRead, describeTrade } from './exposure-words.ts';
import { nameMethod } from './screening-request.ts';
import { type ThreatSearch, threatUrl } from './search.ts';
import { TraceLinks } from './trace-links.tsx';

interface SwitchProps {
  readonly exposure: readonly AssetExposure[];
  readonly current: AssetExposure;
  readonly search: ThreatSearch;
}

const nameKey = (asset: AssetExposure['asset']): string => (asset === '' ? 'coin' : asset);

/** How the address bar names an asset, and an asset that trades led to. */
function keyOf({ asset, tradedFrom }: AssetExposure): string {
  return tradedFrom === undefined ? nameKey(asset) : `${nameKey(asset)}.${nameKey(tradedFrom)}`;
}

/** Each asset apart: nothing is added up over assets. */
function AssetSwitch({ exposure, current, search }: SwitchProps) {
  if (exposure.length < 2) return null;
  return (
    <nav className="tm-seg" aria-label="Asset">
      {exposure.map((one) => (
        <AppLink
          key={keyOf(one)}
          href={threatUrl({ ...search, shown: keyOf(one) })}
          aria-current={keyOf(one) === keyOf(current) ? 'page' : undefined}
        >
          {one.symbol.slice(0, 12)}
          {one.tradedFrom !== undefined && <span className="tm-t3"> by trade</span>}
        </AppLink>
      ))}
    </nav>
  );
}

/** Upper bounds and parts that were not read, above the figures they limit. */
function Notes({ exposure }: { readonly exposure: AssetExposure }) {
  const sentences = [...describeTrade(exposure), ...exposure.sides.flatMap((side) => describeRead(side, exposure))];
  if (sentences.length === 0) return null;
  return (
    <ul className="th-notes tm-sm">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

interface WheelsProps {
  readonly exposure: AssetExposure;
  readonly ways: Screening['request']['ways'];
}

/** Both directions and their key: what is pointed at in one is marked in all three. */
function Wheels({ exposure, ways }: WheelsProps) {
  const [marked, onMark] = useState<WheelKind>();
  const shared = { exposure, marked, onMark };
  return (
    <div className="th-wheels">
      <ExposureWheel {...shared} way="in" isWanted={ways.includes('in')} />
      <ExposureWheel {...shared} way="out" isWanted={ways.includes('out')} />
      <WheelKey {...shared} />
    </div>
  );
}

export interface ExposureSectionProps {
  readonly screening: Screening;
  readonly search: ThreatSearch;
}

/** Where money came from and went to: wheels, and the table that is their twin. */
export function ExposureSection({ screening, search }: ExposureSectionProps) {
  const { exposure, request } = screening;
  const current = exposure.find((one) => keyOf(one) === search.shown) ?? exposure[0];
  if (!current) {
    return (
      <section className="tm-sect">
        <h2 className="tm-h">Exposure</h2>
        <Empty>No payment of this subject was read, so nothing is known of its exposure.</Empty>
      </section>
    );
  }
  const totals = totalsOf(current);
  const read = current.sides.reduce((sum, { transactionsRead }) => sum + transactionsRead, 0);
  const hasMoved = totals.in + totals.out > 0n;
  return (
    <section className="th-exposure" aria-labelledby="th-exposure">
      <div className="tm-row tm-between tm-wrap">
        <h2 className="tm-h" id="th-exposure">
          Exposure{' '}
          <small>
            {nameMethod(request.method)}, up to {request.maxHops} hops, {formatPlural(read, 'transaction')} read
          </small>
        </h2>
        <span className="tm-row tm-wrap">
          <AssetSwitch exposure={exposure} current={current} search={search} />
          <TraceLinks
            className="tm-btn sm"
            screening={screening}
            ways={current.sides.map(({ way }) => way)}
            asset={current.tradedFrom ?? current.asset}
          />
        </span>
      </div>
      <Notes exposure={current} />
      {hasMoved ? (
        <>
          <Wheels key={`wheels ${keyOf(current)}`} exposure={current} ways={request.ways} />
          <ExposureTable key={keyOf(current)} exposure={current} screening={screening} />
        </>
      ) : (
        <Empty>{describeNothing(current)}</Empty>
      )}
    </section>
  );
}

import type { Answer } from '../../api.ts';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatCount } from '../../format/number.ts';
import { type CasesSearch, casesUrl } from './search.ts';

type Figures = Answer<'getCaseFigures'>;
type Stage = keyof Figures['usd'];

const STAGES: readonly (readonly [Stage, string, 'fact' | 'inference' | 'claim'])[] = [
  ['loss', 'Reported loss', 'claim'],
  ['traced', 'Traced to an endpoint', 'inference'],
  ['frozen', 'Frozen', 'claim'],
  ['seized', 'Seized', 'fact'],
  ['returned', 'Returned', 'fact'],
];
/** Assets next to each other; more of them go below. */
const ASSETS_SHOWN = 4;
const BOXES = 12;

function Outcome({ figures: { assets, usd, unpriced } }: { readonly figures: Figures }) {
  const shown = assets.slice(0, ASSETS_SHOWN);
  return (
    <div className="cs-scroll">
      <table className="tm-tbl cs-outcome">
        <caption className="tm-sr">Outcome of this view</caption>
        <thead>
          <tr>
            <th>Outcome of this view</th>
            {shown.map(({ asset, symbol }) => (
              <th key={asset} className="tm-r cs-asset">
                {symbol}
              </th>
            ))}
            <th className="tm-r">Together, USD then</th>
          </tr>
        </thead>
        <tbody>
          {STAGES.map(([stage, label, mark]) => (
            <tr key={stage}>
              <th scope="row">
                <EvidenceMark kind={mark} /> {label}
              </th>
              {shown.map(({ asset, decimals, [stage]: amount }) => (
                <td key={asset} className="tm-r cs-asset">
                  <Amount units={amount} decimals={decimals} aligned />
                </td>
              ))}
              <td className="tm-r">{formatFiat(usd[stage])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="tm-t3 tm-sm">
        {assets.length > ASSETS_SHOWN &&
          `${formatCount(assets.length - ASSETS_SHOWN)} more assets are in the sum in dollars. `}
        {unpriced > 0 &&
          `${formatCount(unpriced)} amounts have no price of their day and are not in the sum in dollars.`}
      </p>
    </div>
  );
}

/** One box an open case, filled where something is due within seven days or late. */
function Workload({ figures: { workload }, search }: { readonly figures: Figures; readonly search: CasesSearch }) {
  return (
    <section>
      <div className="cs-hd">
        <h2 className="tm-h">Workload</h2>
        <span className="tm-t3 tm-sm">filled: due within 7 days</span>
      </div>
      <ul className="cs-load">
        {workload.map(({ lead, open, due, late }) => (
          <li key={lead?.id ?? 'none'}>
            <AppLink href={casesUrl({ ...search, offset: undefined, lead: lead?.id ?? 'none' })}>
              <bdi>{lead?.name ?? 'No lead yet'}</bdi>
            </AppLink>
            <span className="boxes" aria-hidden="true">
              {Array.from({ length: Math.min(open, BOXES) }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: boxes are alike
                <i key={i} className={i < due ? 'full' : undefined} />
              ))}
            </span>
            <span>{formatCount(open)} open</span>
            <span className={late > 0 ? 'cs-late' : 'tm-t3'}>{formatCount(late)} late</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a head of unit asks of the cases of a view: what came of them, and who carries them. */
export function CaseFigures({ figures, search }: { readonly figures: Figures; readonly search: CasesSearch }) {
  return (
    <div className="cs-figures">
      {figures.assets.length > 0 && <Outcome figures={figures} />}
      {figures.workload.length > 0 && <Workload figures={figures} search={search} />}
    </div>
  );
}

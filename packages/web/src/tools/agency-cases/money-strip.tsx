import type { CaseAssetSums, CaseMoney } from '@trailmark/api/contract/case-money';
import { Amount } from '../../components/amount.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { KeyFigures } from '../../components/key-figures.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatFiat } from '../../format/fiat.ts';
import { formatCaseDay, formatShare } from './case-words.ts';

type Stage = 'loss' | 'traced' | 'frozen' | 'seized' | 'returned';

/** How each stage is known, as a rule: a freeze is what a service states, seizure and return are on the chain. */
const MARKS = { traced: 'inference', frozen: 'claim', seized: 'fact', returned: 'fact' } as const;

function LossNote({
  money,
  sums,
  today,
}: {
  readonly money: CaseMoney;
  readonly sums: CaseAssetSums;
  readonly today: string;
}) {
  const day = money.items.find(({ kind, asset }) => kind === 'loss' && asset === sums.asset)?.day;
  if (sums.lossUsd === null) {
    return <Missing reason="There is no price of that asset on that day.">no price of that day</Missing>;
  }
  return `${formatFiat(sums.lossUsd)} USD${day ? ` on ${formatCaseDay(day, today)}` : ''}`;
}

const NOTES: Readonly<Record<'frozen' | 'seized' | 'returned', string>> = {
  frozen: 'as services state',
  seized: 'under control of the agency',
  returned: 'to those who lost it',
};

function noteOf(stage: Exclude<Stage, 'loss' | 'traced'>, amount: bigint): string {
  return amount === 0n ? 'None yet' : NOTES[stage];
}

/** How much was lost, traced, frozen, seized and returned: a row of figures an asset. */
export function MoneyStrip({ money, today }: { readonly money: CaseMoney; readonly today: string }) {
  const lost = money.items.find(({ kind }) => kind === 'loss');
  if (money.sums.length === 0) return null;
  return money.sums.map((sums) => {
    const { symbol, decimals, loss } = sums;
    const value = (stage: Stage) => <Amount units={sums[stage]} decimals={decimals} symbol={symbol} />;
    const share = formatShare(sums.traced, loss);
    return (
      <KeyFigures
        key={sums.asset}
        figures={[
          {
            label: (
              <>
                <EvidenceMark kind={lost?.mark ?? 'claim'} /> Loss
              </>
            ),
            value: value('loss'),
            note: <LossNote money={money} sums={sums} today={today} />,
          },
          {
            label: (
              <>
                <EvidenceMark kind={MARKS.traced} /> Traced to an endpoint
              </>
            ),
            value: value('traced'),
            note: share === undefined ? 'no loss is entered' : `${share} % of the loss`,
          },
          ...(['frozen', 'seized', 'returned'] as const).map((stage) => ({
            label: (
              <>
                <EvidenceMark kind={MARKS[stage]} /> {stage[0]?.toUpperCase()}
                {stage.slice(1)}
              </>
            ),
            value: value(stage),
            note: noteOf(stage, sums[stage]),
          })),
        ]}
      />
    );
  });
}

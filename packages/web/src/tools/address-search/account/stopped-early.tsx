import type { Gap } from '@trailmark/api/wire';
import { GapRow } from '../../../components/gap-row.tsx';

/** Gaps of the whole index are said by the banner; here only that this answer was cut short. */
export function StoppedEarly({ gaps }: { readonly gaps: readonly Gap[] | undefined }) {
  return (gaps ?? [])
    .filter(({ kind }) => kind === 'stopped-early')
    .map((gap) => <GapRow key={gap.message} gap={gap} />);
}

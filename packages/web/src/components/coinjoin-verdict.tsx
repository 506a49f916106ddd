import { formatPlural } from '../format/number.ts';

export interface CoinJoinVerdictProps {
  readonly findings: {
    readonly coinJoin: {
      readonly detector: string;
      readonly version: number;
      readonly name: string;
      readonly confidence: number;
      readonly isCoinJoin: boolean;
      readonly participants: number | null;
      readonly notes: readonly string[];
    } | null;
    readonly vetoes: readonly { readonly id: string; readonly sentence: string }[];
    readonly links: readonly { readonly ownerCount: number; readonly view: 'conservative' | 'expanded' }[];
  };
}

/** What the detectors state about a transaction, and what that means for the clusters of its inputs. */
export function CoinJoinVerdict({ findings: { coinJoin, vetoes, links } }: CoinJoinVerdictProps) {
  const joined = links.some(({ view }) => view === 'conservative');
  if (!coinJoin) {
    return (
      <>
        No CoinJoin: no detector found the shape of one.{' '}
        {joined ? 'Its inputs are inferred to have one owner.' : 'It joined no owners in the conservative view.'}
      </>
    );
  }
  const { name, detector, version, confidence, isCoinJoin, participants, notes } = coinJoin;
  return (
    <>
      {isCoinJoin ? `${name}, a CoinJoin` : `${name}: prepares a CoinJoin and is none itself`} ({detector} v{version},
      confidence {confidence} of 100).{' '}
      {participants !== null && `At least ${formatPlural(participants, 'participant')}. `}
      {isCoinJoin && 'Its inputs are not inferred to have one owner. '}
      {notes.slice(0, 3).join(' ')}{' '}
      {vetoes.length > 0 && <b className="tm-m">Against it: {vetoes.map(({ sentence }) => sentence).join(' ')}</b>}
    </>
  );
}

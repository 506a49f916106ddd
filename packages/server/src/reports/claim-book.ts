import type { KnowledgeMark } from '@trailmark/core/case';
import type { ReportRun } from '@trailmark/core/report/report-document';
import type { Claim, TextPart } from '@trailmark/evidence/bundle/bundle-format';
import { writeClaim } from '@trailmark/evidence/bundle/claim-text';

const LETTERS: Readonly<Record<KnowledgeMark, string>> = { fact: 'F', inference: 'I', claim: 'C' };

type NewClaim = Omit<Claim, 'id' | 'text'>;

/** The claims of a report as they are written: a figure gets its id where it is first used, and text only comes with one. */
export class ClaimBook {
  readonly #claims: Claim[] = [];
  readonly #byContent = new Map<string, Claim>();
  readonly #counts = new Map<string, number>();

  get claims(): readonly Claim[] {
    return this.#claims;
  }

  /** The claim of this rule, inputs and result; one that is there stays one. `text` is its whole sentence. */
  add(claim: NewClaim, text: readonly TextPart[]): Claim {
    const key = JSON.stringify([claim.rule, claim.inputs, claim.result]);
    const known = this.#byContent.get(key);
    if (known) return known;
    const letter = LETTERS[claim.mark];
    const number = (this.#counts.get(letter) ?? 0) + 1;
    this.#counts.set(letter, number);
    const made: Claim = { ...claim, id: `${letter}-${String(number).padStart(2, '0')}`, text };
    this.#claims.push(made);
    this.#byContent.set(key, made);
    return made;
  }
}

/** A figure of a claim as a run of text: what `parts` write out of its result, with its id. */
export function showClaim({ id, result }: Claim, ...parts: readonly TextPart[]): ReportRun {
  return { claim: id, text: writeClaim({ text: parts, result }) };
}

export const amountOf = (claim: Claim): ReportRun => showClaim(claim, { amount: 'amount' });

/** `F-01`, `F-01 to F-03, I-02`: ids in short, runs of neighbours as one. */
export function joinIds(claims: readonly Claim[]): string {
  const ids = [...new Set(claims.map(({ id }) => id))];
  const runs: string[][] = [];
  for (const id of ids) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    const follows = before !== undefined && before[0] === id[0] && Number(before.slice(2)) + 1 === Number(id.slice(2));
    if (follows) last?.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ');
}

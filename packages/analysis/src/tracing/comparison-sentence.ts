import type { ComparedExit, ComparedMethod } from './compared-exit.ts';

const LONGEST_NAME = 60;

/** A name is a stranger's text: quoted, and short. Where nobody names an exit its address is used, which nobody claims. */
function quote({ name, isNamed }: ComparedExit): string {
  const text = name.slice(0, LONGEST_NAME).toWellFormed();
  return isNamed ? `“${text}”` : text;
}

function indexesOf(exit: ComparedExit, test: (amount: bigint) => boolean): number[] {
  return exit.amounts.flatMap((amount, i) => (test(amount) ? [i] : []));
}

/** An exit that one method alone leaves empty, or alone fills. */
function describeLoner(exit: ComparedExit, methods: readonly ComparedMethod[], isBack: boolean): string | undefined {
  const without = indexesOf(exit, (amount) => amount === 0n);
  const withMoney = indexesOf(exit, (amount) => amount !== 0n);
  if (methods.length < 2) return undefined;
  const verb = isBack ? 'have given' : 'get';
  if (without.length === 1)
    return `Under ${methods[without[0] ?? 0]?.name} alone ${quote(exit)} would ${verb} nothing.`;
  if (withMoney.length === 1)
    return `Under ${methods[withMoney[0] ?? 0]?.name} alone ${quote(exit)} would ${verb} anything.`;
  return undefined;
}

function leaderUnder(exits: readonly ComparedExit[], at: number): ComparedExit | undefined {
  const leaders = exits.filter(({ ranks, amounts }) => ranks[at] === 1 && (amounts[at] ?? 0n) > 0n);
  return leaders.length === 1 ? leaders[0] : undefined;
}

function byNamedThenMost(a: ComparedExit, b: ComparedExit): number {
  if (a.isNamed !== b.isNamed) return a.isNamed ? -1 : 1;
  return a.most > b.most ? -1 : a.most < b.most ? 1 : a.key < b.key ? -1 : 1;
}

const ON = {
  none: 'No money ends anywhere: nothing could be followed.',
  same: 'Every method sends the same amount to every exit.',
  largest: 'The largest exit depends on the method',
  differ: 'The methods differ in how much each exit gets, not in which is the largest.',
} as const;
const BACK: Readonly<Record<keyof typeof ON, string>> = {
  none: 'No money comes from anywhere: nothing could be followed back.',
  same: 'Every method takes the same amount from every origin.',
  largest: 'The largest origin depends on the method',
  differ: 'The methods differ in how much comes from each origin, not in which is the largest.',
};

/**
 * One sentence on what depends on the method: first a named exit that one method alone decides on, then a change of the largest
 * exit, then that nothing of the kind was found. `isBack`: of traces back, whose ends are origins.
 */
export function describeComparison(
  exits: readonly ComparedExit[],
  methods: readonly ComparedMethod[],
  first: number,
  isBack = false,
): string {
  const words = isBack ? BACK : ON;
  if (exits.length === 0) return words.none;
  if (exits.every(({ least, most }) => least === most)) return words.same;
  const weightiest = exits.toSorted(byNamedThenMost);
  const loner = weightiest
    .filter(({ isNamed }) => isNamed)
    .flatMap((exit) => describeLoner(exit, methods, isBack) ?? [])[0];
  if (loner) return loner;
  const [asset] = exits.map((exit) => exit.asset);
  const same = exits.filter((exit) => exit.asset === asset);
  const leader = leaderUnder(same, first);
  const other = methods.findIndex((_, at) => {
    const found = leaderUnder(same, at);
    return found !== undefined && leader !== undefined && found.key !== leader.key;
  });
  const otherLeader = other < 0 ? undefined : leaderUnder(same, other);
  if (leader && otherLeader) {
    return `${words.largest}: ${quote(leader)} under ${methods[first]?.name}, ${quote(otherLeader)} under ${methods[other]?.name}.`;
  }
  const unnamed = weightiest.flatMap((exit) => describeLoner(exit, methods, isBack) ?? [])[0];
  if (unnamed) return unnamed;
  return words.differ;
}

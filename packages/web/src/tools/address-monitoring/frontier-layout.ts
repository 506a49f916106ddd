import type { FrontierView } from '@trailmark/api/contract/watch-frontier';

export interface PlacedMoney {
  readonly place: string;
  readonly address: string | null;
  readonly amount: bigint;
  readonly hop: number;
  readonly x: number;
  readonly y: number;
  /** `seed`, `passed` on, `resting` where it is watched, at a `stop`, or `ended` by another rule. */
  readonly kind: 'seed' | 'passed' | 'resting' | 'stop' | 'ended';
  readonly name: string | undefined;
}

export interface FrontierPicture {
  readonly width: number;
  readonly height: number;
  readonly hops: readonly { readonly hop: number; readonly x: number }[];
  readonly money: readonly PlacedMoney[];
  readonly bars: readonly {
    readonly txid: string;
    readonly x: number;
    readonly top: number;
    readonly bottom: number;
  }[];
  readonly ways: readonly { readonly key: string; readonly path: string; readonly isFollowed: boolean }[];
}

const COLUMN = 232;
const ROW = 76;
const TOP = 72;
const LEFT = 84;
/** More than a picture can show: the table has all. */
export const MOST_DRAWN = 60;

function wayOf(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const middle = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

type Part = FrontierView['seeds'][number];

/** Each place once, in the column of the hop that first reached it. */
function listPlaces({ seeds, steps }: FrontierView): Map<string, Part & { hop: number }> {
  const places = new Map<string, Part & { hop: number }>();
  const add = (part: Part, hop: number): void => {
    const known = places.get(part.place);
    if (known) known.amount += part.amount;
    else places.set(part.place, { ...part, hop });
  };
  for (const seed of seeds) add(seed, 0);
  for (const { hop, to } of steps) for (const part of to) add(part, hop);
  return places;
}

function kindOf(view: FrontierView, place: string, hop: number, passed: ReadonlySet<string>): PlacedMoney['kind'] {
  const isStop = view.arrivals.some(({ places }) =>
    places.some(({ deposit, address }) => deposit === place || address === place),
  );
  if (isStop) return 'stop';
  if (hop === 0) return 'seed';
  if (view.rests.some((rest) => rest.place === place || rest.address === place)) return 'resting';
  return passed.has(place) ? 'passed' : 'ended';
}

/** Columns are hops; the way to whom money reached is marked. Undefined where there is more than a picture shows. */
export function layOutFrontier(view: FrontierView): FrontierPicture | undefined {
  const places = listPlaces(view);
  if (places.size > MOST_DRAWN || view.steps.length < view.stepCount) return undefined;
  const passed = new Set(view.steps.flatMap(({ from }) => from.map(({ place }) => place)));
  const rows = new Map<number, number>();
  const money = [...places.values()].map(({ hop, ...part }): PlacedMoney => {
    const row = rows.get(hop) ?? 0;
    rows.set(hop, row + 1);
    const stop = view.arrivals.find(({ places: at }) =>
      at.some(({ deposit, address }) => deposit === part.place || address === part.place),
    );
    return {
      ...part,
      hop,
      x: LEFT + hop * COLUMN,
      y: TOP + row * ROW,
      kind: kindOf(view, part.place, hop, passed),
      name: stop?.name,
    };
  });
  const at = new Map(money.map((each) => [each.place, each]));
  const followed = followBack(view, money);
  const bars: FrontierPicture['bars'][number][] = [];
  const ways: FrontierPicture['ways'][number][] = [];
  for (const { txid, from, to } of view.steps) {
    // An account pays several transfers of one transaction: it is one place.
    const [sources, targets] = [from, to].map((parts) =>
      [...new Set(parts.map(({ place }) => place))].flatMap((place) => at.get(place) ?? []),
    );
    if (!sources?.[0] || !targets?.[0]) continue;
    const x = Math.max(LEFT / 2, Math.min(...targets.map((each) => each.x)) - COLUMN / 2);
    const ys = targets.map(({ y }) => y);
    bars.push({ txid, x, top: Math.min(...ys) - 16, bottom: Math.max(...ys) + 16 });
    const middle = { x, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
    const isOn = targets.some(({ place }) => followed.has(place));
    for (const source of sources)
      ways.push({ key: `${txid} ${source.place}`, path: wayOf(source, middle), isFollowed: isOn });
    for (const target of targets) {
      const path = wayOf({ x, y: target.y }, target);
      ways.push({ key: `${txid} to ${target.place}`, path, isFollowed: followed.has(target.place) });
    }
  }
  const last = Math.max(0, ...money.map(({ hop }) => hop));
  return {
    width: LEFT + last * COLUMN + 190,
    height: TOP + Math.max(1, ...rows.values()) * ROW,
    hops: Array.from({ length: last + 1 }, (_, hop) => ({ hop, x: LEFT + hop * COLUMN })),
    ...{ money, bars, ways },
  };
}

/** Places on a way to somebody who ends the trail. */
function followBack({ steps }: FrontierView, money: readonly PlacedMoney[]): ReadonlySet<string> {
  const on = new Set(money.filter(({ kind }) => kind === 'stop').map(({ place }) => place));
  for (const { from, to } of steps.toReversed()) {
    if (to.some(({ place }) => on.has(place))) for (const { place } of from) on.add(place);
  }
  return on;
}

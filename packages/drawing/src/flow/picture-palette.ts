import type { FlowColour } from '@trailmark/core/flow/flow-document';

export const PICTURE_PALETTES = ['screen-light', 'screen-dark', 'paper'] as const;
export type PicturePaletteName = (typeof PICTURE_PALETTES)[number];

/** Colours of a drawing: the tokens of the theme, or ink on white. */
export interface PicturePalette {
  readonly ink: string;
  readonly quiet: string;
  readonly faint: string;
  readonly surface: string;
  readonly ground: string;
  readonly rule: string;
  readonly control: string;
  readonly warn: string;
  readonly onInk: string;
  /** Edges: colour, and how strong a fact, an inference and a claim are drawn. */
  readonly edge: string;
  readonly edgeOpacity: { readonly fact: number; readonly inference: number; readonly claim: number };
  readonly families: Readonly<Record<string, string>>;
  readonly marks: Readonly<Record<FlowColour, string>>;
}

const OPACITY = { fact: 0.2, inference: 0.34, claim: 0.55 };

const LIGHT: PicturePalette = {
  ink: '#141a17',
  quiet: '#414b45',
  faint: '#5c6760',
  surface: '#ffffff',
  ground: '#fafbfa',
  rule: '#e7ebe7',
  control: '#7f8a83',
  warn: '#7d5600',
  onInk: '#f5f7f5',
  edge: '#141a17',
  edgeOpacity: OPACITY,
  families: {
    sanctioned: '#6e0b1b',
    darknet: '#83259a',
    scam: '#c46e33',
    mining: '#7a6708',
    defi: '#017671',
    bridge: '#208fb3',
    exchange: '#0b2f7d',
    mixer: '#846be6',
    wallet: '#464d48',
    unknown: '#7c8680',
  },
  marks: { ink: '#141a17', blue: '#1f5faf', rust: '#a8430f', plum: '#83259a', teal: '#017671', ochre: '#7a6708' },
};

const DARK: PicturePalette = {
  ink: '#e8edea',
  quiet: '#b6c0ba',
  faint: '#8d9891',
  surface: '#161b19',
  ground: '#121716',
  rule: '#1d2421',
  control: '#75807a',
  warn: '#e3b34a',
  onInk: '#0f1312',
  edge: '#e8edea',
  edgeOpacity: OPACITY,
  families: {
    sanctioned: '#ea5a6e',
    darknet: '#b077be',
    scam: '#f0913f',
    mining: '#edd257',
    defi: '#55d6a0',
    bridge: '#74b4d8',
    exchange: '#5a8bf7',
    mixer: '#b7a6ff',
    wallet: '#d3ded8',
    unknown: '#7f8a84',
  },
  marks: { ink: '#e8edea', blue: '#7fb2f0', rust: '#f09a62', plum: '#b077be', teal: '#55d6a0', ochre: '#edd257' },
};

const FAMILIES = Object.keys(LIGHT.families);
const BLACK = '#000000';

/** Black on white with edges of 28 % grey: it has to stay readable in grey and when faxed, so hue says nothing here. */
const PAPER: PicturePalette = {
  ink: BLACK,
  quiet: '#2b322e',
  faint: '#4a534d',
  surface: '#ffffff',
  ground: '#ffffff',
  rule: '#e0e4e1',
  control: '#4a534d',
  warn: BLACK,
  onInk: '#ffffff',
  edge: BLACK,
  edgeOpacity: { fact: 0.28, inference: 0.45, claim: 0.6 },
  families: Object.fromEntries(FAMILIES.map((family) => [family, BLACK])),
  marks: { ink: BLACK, blue: BLACK, rust: BLACK, plum: BLACK, teal: BLACK, ochre: BLACK },
};

const PALETTES: Readonly<Record<PicturePaletteName, PicturePalette>> = {
  'screen-light': LIGHT,
  'screen-dark': DARK,
  paper: PAPER,
};

function channels(hex: string): readonly number[] | undefined {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  return found?.slice(1).map((part) => Number.parseInt(part, 16));
}

/**
 * A colour as it looks at a share over a ground, without being see-through: many lines on top of each other stay as
 * light as one. Undefined where either is not written as `#rrggbb`.
 */
export function mixColour(colour: string, ground: string, share: number): string | undefined {
  const [over, under] = [channels(colour), channels(ground)];
  if (!over || !under) return undefined;
  const mixed = over.map((part, i) => Math.round(part * share + (under[i] ?? 0) * (1 - share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export function getPicturePalette(name: PicturePaletteName): PicturePalette {
  return PALETTES[name];
}

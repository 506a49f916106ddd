/** A line: colour as `#rrggbb`, width in pixels, dashes in pixels. */
export interface PictureStroke {
  readonly colour: string;
  readonly width: number;
  readonly dash?: readonly number[] | undefined;
  /** 0 to 1. */
  readonly opacity?: number | undefined;
}

/** An SVG path, drawn at a place and scale of its own. */
export interface PicturePath {
  readonly kind: 'path';
  readonly d: string;
  readonly at?: { readonly x: number; readonly y: number; readonly scale: number } | undefined;
  readonly fill?: string | undefined;
  readonly isEvenOdd?: boolean | undefined;
  readonly stroke?: PictureStroke | undefined;
  /** Of the whole, 0 to 1. */
  readonly opacity?: number | undefined;
}

export const PICTURE_FONTS = ['sans', 'bold', 'italic', 'mono'] as const;
export type PictureFont = (typeof PICTURE_FONTS)[number];

/** One line of text; `y` is its base line. */
export interface PictureText {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly font: PictureFont;
  readonly colour: string;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Colour of a rim that keeps the text readable over lines. */
  readonly halo?: string | undefined;
  readonly opacity?: number | undefined;
}

export type PictureItem = PicturePath | PictureText;

/** A drawing as plain data: what SVG, a canvas of the browser and PDF are made from. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What it shows, for those who do not see it. */
  readonly description: string;
  /** Null: transparent. */
  readonly background: string | null;
  /** From back to front. */
  readonly items: readonly PictureItem[];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function pathItem(d: string, look: Omit<PicturePath, 'kind' | 'd'>): PicturePath {
  return { kind: 'path', d, ...look };
}

export function circlePath(x: number, y: number, r: number): string {
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

export function rectPath(x: number, y: number, width: number, height: number, radius = 0): string {
  const [w, h, r] = [round(width), round(height), Math.min(radius, width / 2, height / 2)];
  if (r === 0) return `M${round(x)} ${round(y)}h${w}v${h}h${-w}z`;
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [round(w - 2 * r), round(h - 2 * r)];
  return `M${round(x + r)} ${round(y)}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

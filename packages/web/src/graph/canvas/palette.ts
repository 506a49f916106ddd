import type { FlowColour } from '@trailmark/core/flow/flow-document';

const TOKENS = [
  'text',
  'text-2',
  'text-3',
  'surface',
  'canvas',
  'canvas-rule',
  'control',
  'line-strong',
  'brand',
  'focus',
  'warn',
  'inverse',
  'on-inverse',
  'in',
  'out',
  'font-text',
  'font-mono',
] as const;
export const FAMILIES = [
  'sanctioned',
  'darknet',
  'scam',
  'mining',
  'defi',
  'bridge',
  'exchange',
  'mixer',
  'wallet',
  'unknown',
] as const;

export interface Palette {
  readonly token: Readonly<Record<(typeof TOKENS)[number], string>>;
  readonly family: Readonly<Record<string, string>>;
  readonly colour: Readonly<Record<FlowColour, string>>;
}

function read(style: CSSStyleDeclaration, name: string): string {
  return style.getPropertyValue(`--tm-${name}`).trim();
}

/** Colours and fonts of the theme in use, read once per change of theme. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const token = Object.fromEntries(TOKENS.map((name) => [name, read(style, name)])) as Palette['token'];
  const family = Object.fromEntries(FAMILIES.map((name) => [name, read(style, `cat-${name}`)]));
  return {
    token,
    family,
    colour: {
      ink: token.text,
      blue: token.in,
      rust: token.out,
      plum: family.darknet ?? token.text,
      teal: family.defi ?? token.text,
      ochre: family.mining ?? token.text,
    },
  };
}

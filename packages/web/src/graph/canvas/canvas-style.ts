import { FLOW_COLOURS } from '@trailmark/core/flow/flow-document';
import { mixColour } from '@trailmark/drawing/flow/picture-palette';
import type { StylesheetJson } from 'cytoscape';
import { FAMILIES, type Palette } from './palette.ts';

/** An arch: upright sides and a half round above. */
const ARCH = [
  -1, 1, -1, 0, -0.92, -0.38, -0.71, -0.71, -0.38, -0.92, 0, -1, 0.38, -0.92, 0.71, -0.71, 0.92, -0.38, 1, 0, 1, 1,
];
/** A sheet with its upper right corner cut. */
const SHEET = [-0.82, -1, 0.3, -1, 0.82, -0.42, 0.82, 1, -0.82, 1];
/** A hexagon with a corner at the bottom. */
const HEXAGON = [0, -1, 1, -0.5, 1, 0.5, 0, 1, -1, 0.5, -1, -0.5];

function nodeStyles({ token, family, colour }: Palette) {
  const polygon = (points: readonly number[]) => ({ shape: 'polygon', 'shape-polygon-points': points.join(' ') });
  return [
    {
      selector: 'node',
      style: {
        shape: 'ellipse',
        width: 'data(width)',
        height: 'data(height)',
        'background-color': token.surface,
        'border-width': 1.5,
        'border-color': token.text,
        'overlay-opacity': 0,
        'z-index': 3,
      },
    },
    {
      selector: '.bar',
      style: { shape: 'round-rectangle', 'corner-radius': 1.5, 'background-color': token.text, 'border-width': 0 },
    },
    { selector: '.service', style: { shape: 'round-rectangle', 'corner-radius': 4 } },
    { selector: '.capsule', style: { shape: 'round-rectangle', 'corner-radius': 17 } },
    { selector: '.hexagon', style: polygon(HEXAGON) },
    { selector: '.arch', style: polygon(ARCH) },
    { selector: '.sheet', style: polygon(SHEET) },
    { selector: '.cluster', style: { 'background-opacity': 0, 'border-opacity': 0 } },
    { selector: '.gap', style: { shape: 'rectangle', 'background-opacity': 0, 'border-width': 0 } },
    { selector: '.end', style: { 'border-style': 'dashed' } },
    ...FAMILIES.map((name) => ({
      selector: `.cat-${name}`,
      style: { 'border-color': family[name], 'border-width': 2 },
    })),
    ...FLOW_COLOURS.flatMap((name) => [
      { selector: `node.mark-${name}`, style: { 'border-color': colour[name], 'border-width': 2.5 } },
      { selector: `.bar.mark-${name}`, style: { 'background-color': colour[name] } },
    ]),
  ];
}

/** A line at a share over the ground; lines on top of each other do not add up to black. */
function lineAt(colour: string, ground: string, share: number) {
  const mixed = mixColour(colour, ground, share);
  return mixed ? { 'line-color': mixed, 'line-opacity': 1 } : { 'line-color': colour, 'line-opacity': share };
}

function edgeStyles({ token, colour }: Palette) {
  return [
    {
      selector: 'edge',
      style: {
        'curve-style': 'unbundled-bezier',
        'edge-distances': 'endpoints',
        'source-endpoint': 'data(sourceEnd)',
        'target-endpoint': 'data(targetEnd)',
        'control-point-weights': 'data(weights)',
        'control-point-distances': 'data(distances)',
        width: 'data(width)',
        ...lineAt(token.text, token.canvas, 0.2),
        'overlay-opacity': 0,
        'z-index': 1,
      },
    },
    {
      selector: 'edge.loop',
      style: { 'curve-style': 'bezier', 'source-endpoint': 'outside-to-node', 'target-endpoint': 'outside-to-node' },
    },
    { selector: 'edge.plain', style: { 'curve-style': 'straight' } },
    {
      selector: '.inference',
      style: { 'line-style': 'dashed', 'line-dash-pattern': [7, 5], ...lineAt(token.text, token.canvas, 0.34) },
    },
    {
      selector: '.claim',
      style: {
        'line-style': 'dashed',
        'line-dash-pattern': [0.1, 11],
        'line-cap': 'round',
        ...lineAt(token.text, token.canvas, 0.55),
      },
    },
    {
      selector: 'edge.back',
      style: { 'target-arrow-shape': 'triangle', 'target-arrow-color': token.control, 'arrow-scale': 0.8 },
    },
    ...FLOW_COLOURS.map((name) => ({
      selector: `edge.mark-${name}`,
      style: lineAt(colour[name], token.canvas, 0.6),
    })),
    { selector: 'edge.hot', style: { ...lineAt(token.brand, token.canvas, 0.55), 'z-index': 2 } },
    { selector: 'edge:selected', style: { ...lineAt(token.brand, token.canvas, 0.9), 'z-index': 2 } },
  ];
}

/** Shapes and lines of the visual system in the colours of a theme. */
export function createCanvasStyle(palette: Palette): StylesheetJson {
  return [
    ...nodeStyles(palette),
    ...edgeStyles(palette),
    {
      selector: 'node:selected',
      style: { 'outline-width': 2, 'outline-offset': 4, 'outline-color': palette.token.brand },
    },
    { selector: '.dim', style: { opacity: 0.35 } },
    {
      selector: 'core',
      style: {
        'active-bg-opacity': 0,
        'outside-texture-bg-color': palette.token.canvas,
        'outside-texture-bg-opacity': 0,
        'selection-box-color': palette.token.brand,
        'selection-box-opacity': 0.12,
        'selection-box-border-width': 1,
        'selection-box-border-color': palette.token.brand,
      },
    },
  ] as unknown as StylesheetJson;
}

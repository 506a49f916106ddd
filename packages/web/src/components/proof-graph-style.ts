import type { StylesheetJson } from 'cytoscape';

type Style = Readonly<Record<string, unknown>>;

function readToken(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--tm-${name}`).trim();
}

/** In one column the words are next to the shapes. */
const BESIDE: Style = {
  'text-halign': 'right',
  'text-valign': 'center',
  'text-margin-x': 10,
  'text-margin-y': 0,
  'text-justification': 'left',
  'text-max-width': '300px',
};

function createNodeStyle(): Style {
  return {
    'font-family': readToken('font-text'),
    'font-size': 11,
    color: readToken('text'),
    label: 'data(label)',
    'text-wrap': 'wrap',
    'line-height': 1.25,
    'text-max-width': '220px',
    'background-color': readToken('surface'),
    'border-width': 1.5,
    'border-color': readToken('text'),
    'text-background-color': readToken('surface'),
    'text-background-opacity': 1,
    'overlay-opacity': 0,
  };
}

const NOTE: Style = {
  shape: 'rectangle',
  width: 1,
  height: 1,
  'background-opacity': 0,
  'border-width': 0,
  'font-weight': 600,
  'text-valign': 'bottom',
  events: 'no',
};

const EDGE: Style = {
  'curve-style': 'straight',
  width: 2.5,
  'line-style': 'dashed',
  'line-dash-pattern': [7, 5],
  'overlay-opacity': 0,
};

/** Ends of the path are filled; the ring around the fill is the address's own outline. */
function createEndStyle(): Style {
  return {
    'background-color': readToken('text'),
    'border-width': 4,
    'border-color': readToken('surface'),
    'outline-width': 1.5,
    'outline-color': readToken('text'),
    'outline-offset': 0,
  };
}

/**
 * Shapes of the visual system in the theme in use: a disc for an address, a bar for a transaction, dashes for what a rule
 * concludes.
 */
export function createGraphStyle(isColumn: boolean): StylesheetJson {
  const text = readToken('text');
  const warn = readToken('warn');
  const place = (above: Style) => (isColumn ? BESIDE : above);
  const address = { shape: 'ellipse', width: 20, height: 20, 'font-family': readToken('font-mono') };
  const bar = { shape: 'round-rectangle', width: isColumn ? 30 : 5, height: isColumn ? 5 : 32, 'border-width': 0 };
  return [
    { selector: 'node', style: createNodeStyle() },
    { selector: '.address', style: { ...address, ...place({ 'text-valign': 'bottom', 'text-margin-y': 8 }) } },
    { selector: '.end', style: createEndStyle() },
    {
      selector: '.transaction',
      style: { ...bar, 'background-color': text, ...place({ 'text-valign': 'top', 'text-margin-y': -6 }) },
    },
    { selector: '.note', style: NOTE },
    { selector: 'edge', style: { ...EDGE, 'line-color': text } },
    { selector: 'edge.weak', style: { 'line-color': warn, width: 1.5 } },
    { selector: '.transaction.weak', style: { 'background-color': warn } },
    { selector: '.note.weak', style: { color: warn } },
    {
      selector: '.chosen',
      style: { 'underlay-color': readToken('brand'), 'underlay-opacity': 0.28, 'underlay-padding': 6 },
    },
  ] as unknown as StylesheetJson;
}

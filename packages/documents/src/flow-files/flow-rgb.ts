import type { FlowColour } from '@trailmark/core/flow/flow-document';

/** Marker colours as other programs get them, 0 to 255: those of the light screen. */
export const FLOW_RGB: Readonly<Record<FlowColour, readonly [r: number, g: number, b: number]>> = {
  ink: [20, 26, 23],
  blue: [31, 95, 175],
  rust: [168, 67, 15],
  plum: [131, 37, 154],
  teal: [1, 118, 113],
  ochre: [125, 86, 0],
};

/** The marker colour nearest to one of another program, 0 to 255 each. */
export function nearestFlowColour(r: number, g: number, b: number): FlowColour {
  const distance = (colour: FlowColour): number => {
    const [x, y, z] = FLOW_RGB[colour];
    return (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2;
  };
  return (Object.keys(FLOW_RGB) as FlowColour[]).reduce((best, colour) =>
    distance(colour) < distance(best) ? colour : best,
  );
}

const RELEASED: readonly string[] = [
  '',
  '',
  'Name of the agency and contact route',
  'Officer and case number',
  'Material of the case',
];

/** What the other side receives at a step that both agreed to, for the record of releases. */
export const describeStep = (step: number): string => RELEASED[step] ?? '';

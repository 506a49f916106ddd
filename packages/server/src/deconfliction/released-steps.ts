const RELEASED: readonly string[] = [
  '',
  '',
  'Name of the agency and contact route',
  'Officer and case number',
  'Material of the case',
];

/** What the other side receives at a step that both agreed to, for the record of releases. */
export const describeStep = (step: number): string => RELEASED[step] ?? '';

/** A message that was sent to the other side, for the same record: how long it was, and not what it says. */
export const describeMessage = (text: string): string => `Message of ${text.length} characters in the thread`;

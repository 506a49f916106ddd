import { Tooltip } from '@mantine/core';

export interface MissingProps {
  /** The words: "not known", "no price", "no label". */
  readonly children?: string;
  /** Why it is missing; shown on hover and focus. */
  readonly reason: string;
}

/** What is not known, in words; never a zero and never a blank. */
export function Missing({ children = 'not known', reason }: MissingProps) {
  return (
    <Tooltip label={reason} multiline maw={320}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard */}
      <span className="tm-none" tabIndex={0}>
        {children}
        <span className="tm-sr">, {reason}</span>
      </span>
    </Tooltip>
  );
}

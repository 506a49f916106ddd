import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';
import { FloatingTheme } from '../theme/mantine-theme.tsx';

export interface HintProps {
  readonly label: string;
  readonly target: RefObject<HTMLElement | null>;
}

/** Words next to an element while they are mounted. Loaded when the first ones are requested. */
export function Hint({ label, target }: HintProps) {
  return (
    <FloatingTheme>
      <Tooltip opened label={label} target={target} multiline maw={320} />
    </FloatingTheme>
  );
}

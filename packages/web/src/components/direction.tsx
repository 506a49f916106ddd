import { IconArrowDownLeft, IconArrowsDiff, IconArrowsExchange2, IconArrowUpRight } from '@tabler/icons-react';

export interface DirectionProps {
  /** `both`: one asset came in and another went out. */
  readonly direction: 'in' | 'out' | 'self' | 'both';
}

const LOOKS = {
  in: { Icon: IconArrowDownLeft, word: 'In', tone: 'tm-in' },
  out: { Icon: IconArrowUpRight, word: 'Out', tone: 'tm-out' },
  both: { Icon: IconArrowsDiff, word: 'Both', tone: 'tm-t2' },
  self: { Icon: IconArrowsExchange2, word: 'Self', tone: 'tm-t2' },
} as const;

/** Arrow and word; the colour repeats what they say. */
export function Direction({ direction }: DirectionProps) {
  const { Icon, word, tone } = LOOKS[direction];
  return (
    <span className={`tm-dir ${tone}`}>
      <Icon size={14} stroke={1.5} aria-hidden="true" />
      {word}
    </span>
  );
}

import type { ThreatLevel } from '@trailmark/core/screening/rule-set';
import { LEVEL_WORDS } from './threat-words.ts';

const BARS: Readonly<Record<ThreatLevel, number>> = { unknown: 0, low: 1, medium: 2, high: 3, severe: 4 };
const FOUR = [0, 1, 2, 3] as const;
const STEP = 5.6;
const RISE = 2.4;
const FLOOR = 12;

/** Four bars, as many filled as the level counts; of Unknown four dashed outlines. */
function Meter({ level }: { readonly level: ThreatLevel }) {
  return (
    <svg viewBox="0 0 22 12" width="22" height="12" aria-hidden="true">
      {FOUR.map((i) => {
        const y = 8 - i * RISE;
        return level === 'unknown' ? (
          <rect
            key={i}
            x={i * STEP + 0.5}
            y={y + 0.5}
            width="3"
            height={FLOOR - y - 1}
            rx=".6"
            fill="none"
            stroke="currentColor"
            strokeDasharray="1.4 1.1"
          />
        ) : (
          <rect
            key={i}
            x={i * STEP}
            y={y}
            width="4"
            height={FLOOR - y}
            rx=".8"
            fill="currentColor"
            opacity={i < BARS[level] ? 1 : 0.22}
          />
        );
      })}
    </svg>
  );
}

export interface LevelTagProps {
  readonly level: ThreatLevel;
  /** On a tint, as in the verdict; without, as in tables. */
  readonly isTag?: boolean;
}

/** A level: meter and word, never a colour alone. */
export function LevelTag({ level, isTag = false }: LevelTagProps) {
  return (
    <span className={`th-sev ${level}${isTag ? ' tag' : ''}`}>
      <Meter level={level} />
      {LEVEL_WORDS[level]}
    </span>
  );
}

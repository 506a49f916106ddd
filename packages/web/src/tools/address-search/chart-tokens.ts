import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';

/** Token values as text; canvas cannot read CSS variables. */
export interface ChartTokens {
  readonly text: string;
  readonly text2: string;
  readonly text3: string;
  readonly line: string;
  readonly control: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly selection: string;
  readonly brandLine: string;
  readonly font: string;
}

function readTokens(): ChartTokens {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--tm-${name}`).trim();
  return {
    text: read('text'),
    text2: read('text-2'),
    text3: read('text-3'),
    line: read('line'),
    control: read('control'),
    moneyIn: read('in'),
    moneyOut: read('out'),
    selection: read('selection'),
    brandLine: read('brand-line'),
    font: read('font-text'),
  };
}

/** Token values of the theme in use; read once per theme change. */
export function useChartTokens(): ChartTokens {
  const scheme = useComputedColorScheme('light');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens change with the scheme, which only the document knows
  return useMemo(readTokens, [scheme]);
}

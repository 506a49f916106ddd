import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components';
import { type ECharts, type EChartsCoreOption, init, use as registerParts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type RefObject, useEffect, useRef } from 'react';

registerParts([BarChart, LineChart, GridComponent, MarkAreaComponent, MarkLineComponent, CanvasRenderer]);

export interface Plot {
  readonly box: RefObject<HTMLDivElement | null>;
  /** Milliseconds on the time axis below a pixel of the box; undefined before the first paint. */
  readonly toTime: (x: number) => number | undefined;
  /** Pixel of the box above a moment. */
  readonly toPixel: (ms: number) => number | undefined;
}

/** An ECharts canvas that follows its box and its option. */
export function usePlot(option: EChartsCoreOption): Plot {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  useEffect(() => {
    if (!box.current) return undefined;
    const made = init(box.current);
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = undefined;
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true });
  }, [option]);
  return {
    box,
    toTime: (x) => chart.current?.convertFromPixel({ xAxisIndex: 0 }, x) as number | undefined,
    toPixel: (ms) => chart.current?.convertToPixel({ xAxisIndex: 0 }, ms) as number | undefined,
  };
}

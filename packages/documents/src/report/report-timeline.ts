import type { ReportTimeline } from '@trailmark/core/report/report-document';
import { layoutTimeline, type TimelineLayout } from '@trailmark/drawing/report/timeline-layout';
import { PAGE_HEIGHT, type Page } from '../statement/pdf/canvas.ts';
import { SHEET_WIDTH, type Sheet, SIDE } from '../statement/pdf/sheet.ts';
import { setRuns } from './runs.ts';

const CORNERS = 24;
const DASH = 3;

function circle(x: number, y: number, radius: number): readonly (readonly [number, number])[] {
  return Array.from({ length: CORNERS + 1 }, (_, i) => {
    const angle = (Math.PI * 2 * i) / CORNERS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
}

/** Periods in their order on the line of time, which is dashed where some are left out. */
function drawScale(page: Page, { heads, segments, axis }: TimelineLayout, top: number): void {
  for (const { x, lines } of heads) {
    const first = top + 8 + (2 - lines.length) * 8;
    for (const [i, line] of lines.entries())
      page.text(line, SIDE + x, first + i * 8, { face: i === 0 ? 'bold' : 'sans', size: 6.2, align: 'middle' });
  }
  for (const { from, to, isGap } of segments) {
    const length = isGap ? DASH : to - from;
    for (let at = from; at + length <= to + 0.01; at += 2 * length) page.rule(SIDE + at, top + axis, length, 1);
  }
}

function drawLanes(page: Page, { lanes, dots, left }: TimelineLayout, top: number): void {
  for (const { name, y } of lanes) {
    page.text(page.fit(name, left - 8, 'bold', 7.4), SIDE, top + y + 2.5, { face: 'bold', size: 7.4 });
    page.rule(SIDE + left, top + y, SHEET_WIDTH - left, 0.4, 0.78);
  }
  for (const { x, y, radius, count } of dots) {
    page.path(circle(SIDE + x, top + y, radius), 'f', 1, 1);
    page.add('0 G');
    page.path(circle(SIDE + x, top + y, radius), 'S', 1.2);
    page.text(count, SIDE + x, top + y + 2.5, { face: 'bold', size: 7, align: 'middle' });
  }
}

/** A timeline as vectors, with what it shows as its text for those who do not see it. */
export function writeTimelineFigure(sheet: Sheet, timeline: ReportTimeline): void {
  const layout = layoutTimeline(timeline, SHEET_WIDTH);
  sheet.need(layout.height + 60);
  const top = sheet.y + 4;
  const { page, book } = sheet;
  const box = [SIDE, PAGE_HEIGHT - top - layout.height, SIDE + SHEET_WIDTH, PAGE_HEIGHT - top];
  const element = book.tree.open('Figure', sheet.section, { alt: timeline.alt, box });
  page.mark(element, () => {
    drawScale(page, layout, top);
    drawLanes(page, layout, top);
  });
  book.tree.close(element);
  sheet.y = top + layout.height + 4;
  setRuns(sheet, 'P', [timeline.caption], { face: 'bold', size: 8, leading: 11 });
}

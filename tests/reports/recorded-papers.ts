/** A renderer that records the reports it was asked to print. */
import type { Report } from '../../server/paper/pdf/report.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';

/** Returns the renderer and the reports printed so far. */
export function recordPapers(): { renderer: ReturnType<typeof quickRenderer>; papers: Report[] } {
  const renderer = quickRenderer();
  const papers: Report[] = [];
  return {
    papers,
    renderer: {
      ...renderer,
      renderReport: (report) => {
        papers.push(report);
        return renderer.renderReport(report);
      },
    },
  };
}

/** Reports with delivered data at a desk, one third: see `sweep`. */
import { sweep } from '../support/stories/every-page.ts';
import { REPORT_PAGES } from '../support/stories/staff-pages.ts';

sweep('every report is accessible, dark and in English', {
  role: 'owner',
  pathsOf: () => REPORT_PAGES,
  least: 20,
  part: [1, 3],
  theme: 'dark',
  language: 'en',
});

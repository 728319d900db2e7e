/** Reports with delivered data on a phone, one half: see `sweep`. */
import { sweep } from '../support/stories/every-page.ts';
import { REPORT_PAGES } from '../support/stories/staff-pages.ts';

sweep('every report fits a phone and can be touched', {
  role: 'owner',
  pathsOf: () => REPORT_PAGES,
  least: 20,
  part: [1, 2],
  theme: 'light',
  language: 'de',
  isPhone: true,
});

/** Pages of reception with delivered data on a phone: see `sweep`. */
import { pagesOf, sweep } from '../support/stories/every-page.ts';
import { DESK_TABS, FURTHER, patientPages } from '../support/stories/staff-pages.ts';

sweep('every page of reception fits a phone and can be touched', {
  role: 'reception',
  pathsOf: async (story) => [
    ...pagesOf('reception', FURTHER),
    ...(await patientPages(story, DESK_TABS)),
  ],
  least: 25,
  part: [1, 1],
  theme: 'light',
  language: 'de',
  isPhone: true,
});

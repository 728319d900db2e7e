/** Pages of the team with delivered data at a desk, one half: see `sweep`. */
import { pagesOf, sweep } from '../support/stories/every-page.ts';
import {
  BILLING,
  DESK_TABS,
  FURTHER,
  patientPages,
  TEAM_TABS,
} from '../support/stories/staff-pages.ts';

sweep('every page of the team is accessible, dark and in English', {
  role: 'staff',
  pathsOf: async (story) => [
    ...pagesOf('staff', [...FURTHER, ...BILLING]),
    ...(await patientPages(story, [...DESK_TABS, ...TEAM_TABS])),
  ],
  least: 35,
  part: [1, 2],
  theme: 'dark',
  language: 'en',
});

/** Pages of the team with delivered data on a phone: see `sweep`. */
import { pagesOf, sweep } from '../support/stories/every-page.ts';
import {
  BILLING,
  DESK_TABS,
  FURTHER,
  patientPages,
  TEAM_TABS,
} from '../support/stories/staff-pages.ts';

sweep('every page of the team fits a phone and can be touched', {
  role: 'staff',
  pathsOf: async (story) => [
    ...pagesOf('staff', [...FURTHER, ...BILLING]),
    ...(await patientPages(story, [...DESK_TABS, ...TEAM_TABS])),
  ],
  least: 35,
  part: [1, 1],
  theme: 'dark',
  language: 'en',
  isPhone: true,
});

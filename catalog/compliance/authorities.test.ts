// The list of supervisory authorities: one for each Land, with a web address.

import { expect, test } from 'vitest';
import { AUTHORITIES, AUTHORITIES_SOURCE } from './authorities.ts';

test('each of the sixteen Länder has one authority with an https address', () => {
  expect(AUTHORITIES.map(({ land }) => land).sort()).toEqual(
    'BB BE BW BY HB HE HH MV NI NW RP SH SL SN ST TH'.split(' '),
  );
  for (const { name, url } of AUTHORITIES) {
    expect(name.length).toBeGreaterThan(20);
    expect(new URL(url).protocol).toBe('https:');
  }
  expect(AUTHORITIES_SOURCE.readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
test('in Bavaria the authority for private practices is named, not that for public bodies', () => {
  expect(AUTHORITIES.find(({ land }) => land === 'BY')?.url).toBe('https://www.lda.bayern.de/');
});

// Supervisory authorities for practices under private law, one for each Land (Art. 55 GDPR, § 40
// BDSG). Names and web addresses of a public list that cites the list of the Datenschutzkonferenz,
// compared with a second public list on 2026-12-01; for Sachsen they differ, the newer name is taken.
// The authorities' own pages were not read.

export const AUTHORITIES_SOURCE = {
  /** Where the list is kept that both cite. */
  url: 'https://www.datenschutzkonferenz-online.de/datenschutzaufsichtsbehoerden.html',
  readOn: '2026-12-01',
  /** Two public lists agree; the authorities' own pages were not read. */
  mark: 'second_hand',
} as const;

interface Authority {
  /** ISO 3166-2 without the country. */
  land: string;
  landName: string;
  name: string;
  url: string;
}
export const AUTHORITIES: readonly Authority[] = [
  {
    land: 'BW',
    landName: 'Baden-Württemberg',
    name: 'Der Landesbeauftragte für den Datenschutz und die Informationsfreiheit Baden-Württemberg',
    url: 'https://www.baden-wuerttemberg.datenschutz.de/',
  },
  {
    land: 'BY',
    landName: 'Bayern',
    name: 'Bayerisches Landesamt für Datenschutzaufsicht (BayLDA)',
    url: 'https://www.lda.bayern.de/',
  },
  {
    land: 'BE',
    landName: 'Berlin',
    name: 'Berliner Beauftragte für Datenschutz und Informationsfreiheit',
    url: 'https://www.datenschutz-berlin.de/',
  },
  {
    land: 'BB',
    landName: 'Brandenburg',
    name: 'Die Landesbeauftragte für den Datenschutz und für das Recht auf Akteneinsicht Brandenburg',
    url: 'https://www.lda.brandenburg.de/',
  },
  {
    land: 'HB',
    landName: 'Bremen',
    name: 'Die Landesbeauftragte für Datenschutz und Informationsfreiheit der Freien Hansestadt Bremen',
    url: 'https://www.datenschutz.bremen.de/',
  },
  {
    land: 'HH',
    landName: 'Hamburg',
    name: 'Der Hamburgische Beauftragte für Datenschutz und Informationsfreiheit',
    url: 'https://datenschutz-hamburg.de/',
  },
  {
    land: 'HE',
    landName: 'Hessen',
    name: 'Der Hessische Beauftragte für Datenschutz und Informationsfreiheit',
    url: 'https://datenschutz.hessen.de/',
  },
  {
    land: 'MV',
    landName: 'Mecklenburg-Vorpommern',
    name: 'Der Landesbeauftragte für Datenschutz und Informationsfreiheit Mecklenburg-Vorpommern',
    url: 'https://www.datenschutz-mv.de/',
  },
  {
    land: 'NI',
    landName: 'Niedersachsen',
    name: 'Der Landesbeauftragte für den Datenschutz Niedersachsen',
    url: 'https://www.lfd.niedersachsen.de/',
  },
  {
    land: 'NW',
    landName: 'Nordrhein-Westfalen',
    name: 'Landesbeauftragte für Datenschutz und Informationsfreiheit Nordrhein-Westfalen',
    url: 'https://www.ldi.nrw.de/',
  },
  {
    land: 'RP',
    landName: 'Rheinland-Pfalz',
    name: 'Der Landesbeauftragte für den Datenschutz und die Informationsfreiheit Rheinland-Pfalz',
    url: 'https://www.datenschutz.rlp.de/',
  },
  {
    land: 'SL',
    landName: 'Saarland',
    name: 'Unabhängiges Datenschutzzentrum Saarland, Landesbeauftragte für Datenschutz und Informationsfreiheit',
    url: 'https://www.datenschutz.saarland.de/',
  },
  {
    land: 'SN',
    landName: 'Sachsen',
    name: 'Sächsische Datenschutz- und Transparenzbeauftragte',
    url: 'https://www.datenschutz.sachsen.de/',
  },
  {
    land: 'ST',
    landName: 'Sachsen-Anhalt',
    name: 'Landesbeauftragte für den Datenschutz Sachsen-Anhalt',
    url: 'https://datenschutz.sachsen-anhalt.de/',
  },
  {
    land: 'SH',
    landName: 'Schleswig-Holstein',
    name: 'Unabhängiges Landeszentrum für Datenschutz Schleswig-Holstein (ULD)',
    url: 'https://www.datenschutzzentrum.de/',
  },
  {
    land: 'TH',
    landName: 'Thüringen',
    name: 'Thüringer Landesbeauftragter für den Datenschutz und die Informationsfreiheit',
    url: 'https://www.tlfdi.de/',
  },
];

// Fixtures of proposal answers for tests: a handful of proposals, a day, a rule book, figures and a
// quarter.

import type {
  BillingKpis,
  Quarter,
} from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type { OwnRule } from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleInput, Rules, RuleRow } from '../../../shared/analytics/billing/rules.schema.ts';
import type {
  DaySheetData,
  Proposals,
  Proposal,
} from '../../../shared/analytics/billing/proposals.schema.ts';

const nothing = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 };
/** Builds a count and value, all of it certain. */
const certain = (count: number, cents: number) => ({ ...nothing, anzahl: count, cents });
const FINISHED = { laeuft: false, anteil: 1, fertigAm: 1_795_000_000_000 };
export const READ_AT = 1_795_000_000_000;
export const proposalOf = (n: number, more: Partial<Proposal> = {}): Proposal => ({
  patid: `P${n}`,
  tag: '2026-11-19',
  regel: 'D01',
  zahn: '',
  regelVersion: 1,
  art: 'VERGESSEN',
  gruppe: 'DIAGNOSTIK',
  name: `Groß, Anna ${n}`,
  geburtsdatum: '1960-02-01',
  telefon: '0171 392 11 04',
  behandler: 'B1',
  behandlerName: 'Dr. Müller-Yıldız',
  titel: { de: 'PSI nicht erhoben', en: 'PSI screening missing' },
  grund: { de: 'In zwei Jahren ist kein PSI abgerechnet.', en: 'No PSI was charged in two years.' },
  noetig: { de: 'Code je Sextant', en: 'Code for each sextant' },
  dagegen: { de: 'Nicht während einer PAR-Behandlung.', en: 'Not during periodontal treatment.' },
  quelle: 'BEMA 04, Fassung 01.01.2026',
  mark: 'read',
  system: 'BEMA',
  nr: '04',
  bezeichnung: 'Erhebung des PSI-Codes',
  menge: 1,
  punkte: 12,
  cents: 1536,
  wertArt: null,
  bereich: 'KCH',
  konfidenz: 0.8,
  startKonfidenz: 0.8,
  belege: [
    { was: 'heute', system: 'BEMA', nr: '01', tag: '2026-11-19', zahn: '', text: '' },
    { was: 'zuletzt', system: 'BEMA', nr: '04', tag: '2024-09-04', zahn: '', text: '' },
    { was: 'notiz', system: null, nr: '', tag: '2026-11-19', zahn: '', text: 'Zahnstein' },
  ],
  gegen: ['nurEigeneDaten'],
  state: 'NEU',
  rev: 0,
  entscheid: null,
  labels: [],
  eingetragenAls: null,
  verfaelltMit: { bereich: 'KCH', zeitraum: '2026-Q4' },
  ...more,
});
export const proposalList = (items: Proposal[], more: Partial<Proposals> = {}): Proposals => {
  const sum = certain(
    items.length,
    items.reduce((all, one) => all + one.cents, 0),
  );
  return {
    stand: READ_AT,
    datenBis: '2026-11-19',
    von: '2025-11-21',
    bis: '2026-11-20',
    fortschritt: FINISHED,
    gefunden: sum,
    offen: sum,
    verfaellt: [{ bereich: 'KCH', zeitraum: '2026-Q4', ...sum }],
    vorgemerkt: certain(4, 8130),
    items,
    weiter: null,
    ...more,
  };
};
export const daySheet = (patid: string, more: Partial<DaySheetData> = {}): DaySheetData => ({
  patid,
  tag: '2026-11-19',
  name: 'Groß, Anna',
  geburtsdatum: '1960-02-01',
  versicherung: 'GKV',
  kasse: 'AOK Bayern',
  termine: [{ zeit: '09:30', dauer: 30, art: 'Kontrolle', behandler: 'Dr. Müller-Yıldız' }],
  leistungen: [
    {
      system: 'BEMA',
      nr: '01',
      bezeichnung: 'Eingehende Untersuchung',
      zahn: '',
      flaechen: '',
      menge: 1,
      faktor: null,
      cents: 2304,
      behandler: 'Dr. Müller-Yıldız',
      bereich: 'KCH',
      traeger: 'GKV',
    },
    {
      system: 'BEMA',
      nr: '13b',
      bezeichnung: 'Zweiflächige Füllung',
      zahn: '36',
      flaechen: 'mo',
      menge: 1,
      faktor: null,
      cents: 4992,
      behandler: 'Dr. Müller-Yıldız',
      bereich: 'KCH',
      traeger: 'GKV',
    },
  ],
  notizen: [
    { text: 'Kontrolle, Zahnstein in der UK-Front, sonst o. B.', behandler: 'Dr. Müller-Yıldız' },
  ],
  verlauf: [
    {
      tag: '2026-05-04',
      leistungen: [
        { system: 'BEMA', nr: '01', zahn: '', menge: 1, cents: 2304 },
        { system: 'BEMA', nr: '107', zahn: '', menge: 1, cents: 2048 },
      ],
    },
    {
      tag: '2024-12-11',
      leistungen: [{ system: 'GOZ', nr: '2080', zahn: '14', menge: 1, cents: 7192 }],
    },
  ],
  vorschlaege: [],
  entscheidungen: [],
  ...more,
});

export const LABEL = '0190a1b2-0000-7000-8000-00000000000a';
export const labels = {
  items: [{ id: LABEL, name: 'Rückfrage', color: 'orange' as const, position: 0, anzahl: 0 }],
  labelConfig: {},
};

export const ruleRow = (
  id: string,
  more: Partial<RuleRow> = {},
  rule: Partial<RuleRow['regel']> = {},
): RuleRow => ({
  regel: {
    id,
    version: 1,
    gruppe: 'DIAGNOSTIK',
    art: 'VERGESSEN',
    titel: { de: 'PSI nicht erhoben', en: 'PSI screening missing' },
    grund: {
      de: 'In zwei Jahren ist kein PSI abgerechnet.',
      en: 'No PSI was charged in two years.',
    },
    kasse: 'GKV',
    alterVonM: 180,
    alterBisM: null,
    gueltigVon: null,
    gueltigBis: null,
    heuteEines: ['B:01'],
    heuteAlle: '',
    heuteKeines: ['B:04'],
    historieKeine: ['B:04~8Q'],
    historieNoetig: [],
    zusatz: 'par.aktiv=false',
    position: { system: 'BEMA', nr: '04' },
    menge: '1',
    faktor: null,
    konfidenz: 0.8,
    quelle: 'BEMA 04',
    mark: 'read',
    noetig: { de: 'Code je Sextant', en: 'Code for each sextant' },
    dagegen: { de: '', en: '' },
    ...rule,
  },
  istEigen: false,
  istAn: true,
  istStart: true,
  gesagt: null,
  gelernt: 0.85,
  angenommen: 12,
  abgelehnt: 1,
  umgesetzt: certain(11, 16_896),
  offen: certain(3, 4608),
  istAnzubieten: false,
  ...more,
});
export const ruleBook = (items: RuleRow[], more: Partial<Rules['einstellung']> = {}): Rules => ({
  items,
  fortschritt: FINISHED,
  einstellung: {
    rev: 3,
    mitVertretung: false,
    mitAnderenTraegern: false,
    schalter: [
      {
        name: 'zstOhneBefund',
        titel: { de: 'Zahnstein auch ohne Befund', en: 'Calculus also without a finding' },
        erklaerung: {
          de: 'Manche KZV verlangt keinen Befund.',
          en: 'Some associations ask for no finding.',
        },
        wert: false,
        standard: false,
      },
    ],
    schwellen: [
      {
        name: 'praxisquote',
        titel: { de: 'Seltene Nr. 12', en: 'Rare no. 12' },
        erklaerung: { de: 'Ab welchem Anteil gefragt wird.', en: 'From which share on it asks.' },
        wert: 0.3,
        standard: 0.3,
        min: 0,
        max: 1,
      },
    ],
    stempel: [
      { id: 'S1', name: 'Praxis Mitte', ausNummer: 'be', kzv: '' },
      { id: 'S2', name: 'Zweigpraxis', ausNummer: '', kzv: '' },
    ],
    ...more,
  },
});
export const OWN_RULE: RuleInput = {
  gruppe: 'EIGENE',
  art: 'VERGESSEN',
  titel: { de: 'Röntgen vor Krone', en: 'X-ray before crown' },
  grund: { de: 'Vor der Krone fehlt die Aufnahme.', en: 'The X-ray before the crown is missing.' },
  kasse: 'GKV',
  alterVonM: 216,
  alterBisM: null,
  gueltigVon: null,
  gueltigBis: null,
  heuteEines: ['B:20*'],
  heuteAlle: '',
  heuteKeines: ['B:Ä925*'],
  historieKeine: ['B:Ä925*~6M@Z'],
  historieNoetig: [],
  zusatz: '',
  position: { system: 'BEMA', nr: 'Ä925a' },
  menge: '1',
  faktor: null,
  konfidenz: 0.5,
  quelle: 'BEMA Ä925',
  noetig: { de: 'Aufnahme mit Befund', en: 'X-ray with a finding' },
  dagegen: { de: '', en: '' },
};
export const ownRules = (ruleId: string, more: Partial<OwnRule> = {}): OwnRule => ({
  regelId: ruleId,
  version: 1,
  state: 'ENTWURF',
  rev: 1,
  eingabe: OWN_RULE,
  von: 'Özlem Müller-Yıldız',
  am: READ_AT,
  rueckrechnung: null,
  ...more,
});

const stateCounts = (n: number) => ({
  offen: certain(n, n * 1500),
  vorgemerkt: certain(2, 3000),
  umgesetzt: certain(n * 2, n * 3100),
  abgelehnt: certain(1, 900),
  verfallen: nothing,
});
export const kpis = (more: Partial<BillingKpis> = {}): BillingKpis => ({
  von: '2026-01-01',
  bis: '2026-11-20',
  stand: READ_AT,
  ...stateCounts(40),
  annahme: { wert: 0.9, zaehler: 90, nenner: 100 },
  realisiert: { wert: 0.62, zaehler: 124_000, nenner: 200_000 },
  wertJe100Faelle: { wert: 4350, zaehler: 200_000, nenner: 4600 },
  tageBisEntscheid: { median: 3.5, von: 0, bis: 21, anzahl: 96 },
  monate: ['2026-08', '2026-09', '2026-10', '2026-11'].map((month, at) => ({
    monat: month,
    umgesetzt: certain(20 + at, 31_000 + at * 4000),
    abgelehnt: certain(3, 2700),
    verfallen: certain(1, 1200),
    offen: certain(5 + at * 6, 7000 + at * 9000),
  })),
  regeln: [
    {
      regel: 'D01',
      titel: { de: 'PSI nicht erhoben', en: 'PSI screening missing' },
      ...stateCounts(12),
      annahme: 0.95,
    },
    {
      regel: 'F01',
      titel: { de: 'Füllung ohne besondere Maßnahmen', en: 'Filling without special measures' },
      ...stateCounts(30),
      annahme: 0.4,
    },
  ],
  behandler: [
    { id: 'B1', name: 'Dr. Müller-Yıldız', ...stateCounts(25), annahme: 0.9 },
    { id: 'B2', name: 'Dr. Weber', ...stateCounts(15), annahme: 0.88 },
  ],
  ...more,
});
export const quarterData = (more: Partial<Quarter> = {}): Quarter => ({
  quartal: '2026-Q4',
  von: '2026-10-01',
  bis: '2026-12-31',
  heute: '2026-11-20',
  tageUebrig: 41,
  stand: READ_AT,
  kzven: [],
  bereiche: [
    {
      bereich: 'KCH',
      zeitraum: '2026-Q4',
      ende: '2026-12-31',
      offen: certain(12, 48_600),
      vorgemerkt: certain(4, 8130),
      abgegeben: null,
    },
    {
      bereich: 'ZE',
      zeitraum: '2026-10',
      ende: '2026-10-31',
      offen: nothing,
      vorgemerkt: nothing,
      abgegeben: { id: 'A1', von: 'Fatma Kaya', am: READ_AT },
    },
  ],
  privat: { offen: certain(3, 9900), vorgemerkt: nothing },
  hvm: {
    region: 'by',
    istEingerichtet: true,
    einheit: 'EUR',
    verbrauch: 84_120,
    grenze: 91_000,
    auslastung: 0.924,
    prognose: 96_400,
    hinweise: [],
  },
  punkte: [
    { ...nothing, was: 'karte', anzahl: null, cents: null, pfad: '' },
    { ...nothing, was: 'unabgerechnet', anzahl: 7, cents: 31_200, pfad: '/heute' },
    { ...nothing, was: 'unterschriften', anzahl: 2, cents: null, pfad: '/fehlend?tage=0' },
    { ...nothing, was: 'vorschlaege', anzahl: 12, cents: 48_600, pfad: '/abrechnung' },
    { ...nothing, was: 'nachtragen', anzahl: 0, cents: 0, pfad: '/abrechnung/nachtragen' },
    { ...nothing, was: 'pruefungen', anzahl: 1, cents: null, pfad: '/abrechnung/hinweise' },
  ],
  ...more,
});

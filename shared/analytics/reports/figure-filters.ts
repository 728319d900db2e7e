// The filters that each key figure follows: numerator and denominator both change their rows by
// them. Under any other filter a figure has no value, and its reason is shown. Pure.

import type { FigureKey } from './figure-list.ts';
import { FILTER_KINDS, type FilterKind } from './filter-kinds.ts';

const without = (...left: readonly FilterKind[]): readonly FilterKind[] =>
  FILTER_KINDS.filter((kind) => !left.includes(kind));
/** Services, and visits with a service, have all of them. */
const SERVICES = FILTER_KINDS;
/** Appointments have no area; the figures of one area alone mean nothing in another. */
const APPOINTMENTS = without('bereich');
/** Working hours are those of a practitioner in a room; the stamp is the practitioner's. */
const HOURS = ['behandler', 'zimmer', 'teams', 'stempel', 'wochentag'] as const;
/** Plans have an author with a stamp, and a patient. */
const PLANS = ['behandler', 'teams', 'stempel', 'versicherung'] as const;
/** Invoices are shared by their services. */
const INVOICES = without('wochentag');
const PATIENTS = ['versicherung'] as const;
const STAFF = ['teams'] as const;

/** The filters that rows of a kind can be narrowed by. */
export const FOLLOWED_BY = { SERVICES, APPOINTMENTS, HOURS, PLANS, INVOICES, PATIENTS } as const;

/** A new figure needs its row here: the type demands it. */
const FILTERS_OF: Readonly<Record<FigureKey, readonly FilterKind[]>> = {
  umsatz: SERVICES,
  honorarumsatz: SERVICES,
  umsatzJeBehandler: SERVICES,
  stundensatz: APPOINTMENTS,
  behandlungsstunden: APPOINTMENTS,
  umsatzJeZimmerstunde: HOURS,
  umsatzJeTermin: APPOINTMENTS,
  umsatzJePatient: SERVICES,
  fallwertGkv: SERVICES,
  punkteJeFall: SERVICES,
  anteilGkv: SERVICES,
  anteilPkv: SERVICES,
  anteilEigen: SERVICES,
  gkvAmPrivatumsatz: SERVICES,
  patientenGkv: SERVICES,
  patientenPkv: SERVICES,
  patientenSonst: SERVICES,
  neupatienten: SERVICES,
  neupatientenquote: SERVICES,
  bindungNeu: SERVICES,
  aktivePatienten: SERVICES,
  abwanderung: SERVICES,
  patientenwachstum: SERVICES,
  reaktiviert: SERVICES,
  auslastung: HOURS,
  auslastungErbracht: HOURS,
  stuhlauslastung: HOURS,
  freieZeit: HOURS,
  absagequote: APPOINTMENTS,
  kurzfristabsage: APPOINTMENTS,
  noShowQuote: APPOINTMENTS,
  ohneErgebnis: APPOINTMENTS,
  ausfallquote: APPOINTMENTS,
  wiederbelegung: APPOINTMENTS,
  ausfallkosten: APPOINTMENTS,
  vorlaufzeit: APPOINTMENTS,
  // The kind of appointment sets the length of the gap.
  naechsterFreier: [...HOURS, 'terminart'],
  wartezeit: APPOINTMENTS,
  puenktlichkeit: APPOINTMENTS,
  dauertreue: APPOINTMENTS,
  wiedervorstellung: SERVICES,
  recallquote: PATIENTS,
  recallTerminiert: SERVICES,
  recallUeberfaellig: PATIENTS,
  pzrQuote: APPOINTMENTS,
  pzrJePatient: SERVICES,
  prophylaxeStundensatz: APPOINTMENTS,
  uptAnteil: APPOINTMENTS,
  parTrichter: PLANS,
  parWert: PLANS,
  psiQuote: SERVICES,
  uptTreue: PLANS,
  ipQuote: APPOINTMENTS,
  hkpAnnahme: PLANS,
  hkpAnnahmeWert: PLANS,
  planungsquote: SERVICES,
  patientenAnnahme: PLANS,
  behandlungsAnnahme: PLANS,
  hkpOffen: PLANS,
  hkpAblaufend: PLANS,
  ohneTermin: PLANS,
  zeitBisRechnung: INVOICES,
  nichtFakturiert: SERVICES,
  nichtFakturiert30: SERVICES,
  offenePosten: INVOICES,
  offen0bis30: INVOICES,
  offen31bis60: INVOICES,
  offen61bis90: INVOICES,
  offenUeber90: INVOICES,
  offenPrivat: INVOICES,
  offenKzv: INVOICES,
  ueberfaelligePosten: INVOICES,
  dso: INVOICES,
  dsoPrivat: INVOICES,
  dsoKzv: INVOICES,
  factoringquote: INVOICES,
  forderungsausfall: INVOICES,
  beanstandungsquote: INVOICES,
  mittlererFaktor: SERVICES,
  faktorUeber23: SERVICES,
  mehrkostenquote: SERVICES,
  fuellungenJe100: SERVICES,
  vorschlagRealisiert: ['behandler', 'teams', 'versicherung'],
  dokumentationsluecke: APPOINTMENTS,
  onlineAnteil: APPOINTMENTS,
  terminqualitaet: APPOINTMENTS,
  // The practice sets targets for itself and for practitioners; those of a team add up.
  zielerreichung: ['behandler', 'teams'],
  umsatzJeMitarbeiter: STAFF,
  krankheitstage: STAFF,
  gewaehrleistung: SERVICES,
  fremdlabor: SERVICES,
  // A part of the practice bears only a part of the costs.
  praxiskosten: [],
  deckungsbeitrag: [],
  gewinnschwelle: [],
};

/** Returns the filters that a key figure follows; an unknown key follows all. */
export const filtersOf = (key: string): readonly FilterKind[] =>
  (FILTERS_OF as Readonly<Record<string, readonly FilterKind[] | undefined>>)[key] ?? FILTER_KINDS;

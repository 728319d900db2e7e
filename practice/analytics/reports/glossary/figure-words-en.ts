// Formulas and meanings of the key figures in English, and how others usually define a figure where
// that differs. Pure.

import type { FigureWords } from '../../../../shared/analytics/reports/figure.ts';
import type { FigureKey } from '../../../../shared/analytics/reports/figure-list.ts';

const formula = (text: string, meaning?: string): FigureWords =>
  meaning === undefined ? { formula: text } : { formula: text, meaning };

const COUNTED =
  'Performed and billed services count; cancelled, deleted and merely planned ones do not.';
const CASES =
  'A KCH case is a patient in a calendar quarter with at least one BEMA service of the area KCH at the expense of the statutory insurance.';
const DUE =
  'Due are past appointments with an outcome that the practice neither moved nor cancelled; of today those up to the last one with a known outcome.';
const SHIFTS = 'Overlapping shifts of a person count once, absences do not count.';
const UNTIL_LAST_DAY = 'All up to the last day, also from before the period.';

/** A new figure needs its row here: the type demands it. */
export const FIGURE_WORDS_EN: Readonly<Record<FigureKey, FigureWords>> = {
  umsatz: formula(
    'sum of the amounts of all services',
    `By day of treatment, invoice or payment, as the filter says. ${COUNTED} A service has the type, and the room where none is delivered, of its appointment, otherwise of the first kept appointment that day.`,
  ),
  honorarumsatz: formula('sum of the fees without material and laboratory', COUNTED),
  umsatzJeBehandler: formula(
    'revenue by the number of practitioners with at least one per cent of it',
    'The report Revenue by practitioner shows each of them.',
  ),
  stundensatz: formula(
    'fees by hours of treatment',
    'Hours of treatment are the planned lengths of kept appointments.',
  ),
  behandlungsstunden: formula('sum of the planned lengths of kept appointments'),
  umsatzJeZimmerstunde: formula(
    'revenue in treatment rooms by their open hours',
    'A room is open while a person is scheduled to treat there; overlapping times count once.',
  ),
  umsatzJeTermin: formula(
    'revenue of days with a kept appointment by kept appointments',
    'By day of treatment.',
  ),
  umsatzJePatient: formula(
    'revenue by patients with a service',
    'In the chosen period; choose a year for the value of a year.',
  ),
  fallwertGkv: formula('statutory revenue in KCH, PAR and KB by KCH cases', CASES),
  punkteJeFall: formula('BEMA points in KCH by KCH cases', CASES),
  anteilGkv: formula(
    'revenue at the expense of statutory insurance by revenue',
    'Unless it is stated, statutory insurance pays BEMA; private insurance pays all else of the privately insured, otherwise the patient.',
  ),
  anteilPkv: formula('revenue at the expense of private insurance by revenue'),
  anteilEigen: formula('revenue that patients pay themselves by revenue'),
  gkvAmPrivatumsatz: formula('private revenue with statutory patients by private revenue'),
  patientenGkv: formula('treated statutory patients by treated patients'),
  patientenPkv: formula('treated privately insured patients by treated patients'),
  patientenSonst: formula('treated self-payers and others by treated patients'),
  neupatienten: formula(
    'patients whose first visit is in the period',
    'A visit is a day with a service or a kept appointment; an earlier day in the record counts instead. Each patient is new on one day.',
  ),
  neupatientenquote: formula('new patients by treated patients'),
  bindungNeu: formula(
    'new patients with a second visit within 180 days by new patients',
    'The value is complete half a year after the period.',
  ),
  aktivePatienten: formula('patients with a service in the last 24 months'),
  abwanderung: formula(
    'patients last seen 18 to 24 months ago without a future appointment by the active patients half a year before',
  ),
  patientenwachstum: formula(
    '(new + returned − inactive) by active patients at the end',
    'A patient becomes inactive after 24 months without a service.',
  ),
  reaktiviert: formula(
    'patients who were away for more than 18 months before a visit in the period',
  ),
  auslastung: formula(
    'minutes of appointments that were not cancelled by minutes of scheduled treatment time',
    `A patient who did not come used the time. ${SHIFTS}`,
  ),
  auslastungErbracht: formula(
    'minutes of kept appointments by minutes of scheduled treatment time',
    `Until yesterday. ${SHIFTS}`,
  ),
  stuhlauslastung: formula('minutes of kept appointments in rooms by open minutes of the rooms'),
  freieZeit: formula(
    'scheduled treatment time minus booked minutes, from today on',
    'Only the part of the period from today on.',
  ),
  absagequote: formula('appointments cancelled by patients by due appointments', DUE),
  kurzfristabsage: formula(
    'appointments cancelled less than 24 hours before by due appointments',
    DUE,
  ),
  noShowQuote: formula(
    'missed appointments without a cancellation by due appointments',
    `${DUE} Without a state a past appointment without a service that day was missed; one that the practice software left open was kept if there is a service that day, otherwise it has no outcome.`,
  ),
  ohneErgebnis: formula(
    'past appointments that the practice software left open, without a service that day',
    'They count neither as kept nor as missed until the practice closes them.',
  ),
  ausfallquote: formula(
    'appointments cancelled by patients and missed ones by due appointments',
    DUE,
  ),
  wiederbelegung: formula(
    'minutes of failed appointments that were used again by all their minutes',
    'Used by an appointment of the same practitioner at the same time that was made later.',
  ),
  ausfallkosten: formula('unused hours of failed appointments times the fee per hour'),
  vorlaufzeit: formula('median of the days from booking to the appointment'),
  naechsterFreier: formula(
    'days to the first gap of the usual length of the appointment type',
    'From tomorrow on, at most 90 days ahead; 30 minutes if no type is chosen.',
  ),
  wartezeit: formula(
    'median of the minutes from the appointment or the arrival, whichever is later, to the beginning',
    'Patients who were seen earlier waited zero minutes.',
  ),
  puenktlichkeit: formula(
    'appointments that began at most 10 minutes late by appointments with a known beginning',
  ),
  dauertreue: formula('actual minutes by planned minutes'),
  wiedervorstellung: formula('visits with a future appointment on their evening by visits'),
  recallquote: formula(
    'due recalls with a kept recall appointment within 60 days before or after by due recalls',
    'A recall appointment is the one made for it, one of a type for recall, exam, prophylaxis or supportive perio care, or without a type a day with an exam, individual prophylaxis, supportive perio care or a cleaning. A visit in pain does not count.',
  ),
  recallTerminiert: formula(
    'active patients with a booked recall by active patients with a recall; a kept one is over',
  ),
  recallUeberfaellig: formula(
    'recalls due before the last day without a booked and without a future appointment of the patient; none of patients who left',
    'For past days by the recalls that the practice software still delivers.',
  ),
  pzrQuote: formula('active adults with a cleaning in twelve months by active adults'),
  pzrJePatient: formula('days with a cleaning by patients with one', 'In the chosen period.'),
  prophylaxeStundensatz: formula('fees of prophylaxis staff by their hours of treatment'),
  uptAnteil: formula('days of supportive perio care by days of it and of cleanings'),
  parTrichter: formula(
    'perio plans of the period that reached supportive care within 365 days by perio plans',
    'The report Perio pipeline shows the steps between.',
  ),
  parWert: formula(
    'sum of the perio plans that are neither rejected nor dropped nor finished and had no supportive care yet',
  ),
  psiQuote: formula(
    'exams 01 with a screening 04 in the same quarter or the seven before by exams 01',
  ),
  uptTreue: formula(
    'parts with supportive care by due parts',
    'Parts are calendar years (grade A), half-years (B) or thirds of a year (C) of the supportive care that ended in the chosen period.',
  ),
  ipQuote: formula(
    'children from 6 to 17 with IP1 in the calendar half-year by treated children',
    'By child and calendar half-year.',
  ),
  hkpAnnahme: formula(
    'plans begun within 180 days by plans made in the period without alternatives',
    'Every plan has the same time. The value is complete half a year after the period; until then it is not compared.',
  ),
  hkpAnnahmeWert: formula(
    'sum of plans begun within 180 days by the sum of plans made in the period without alternatives',
  ),
  planungsquote: formula('patients with a new plan on the day of a visit by treated patients'),
  patientenAnnahme: formula(
    'patients with a new plan who booked or received at least a part of it within 180 days by patients with a new plan',
  ),
  behandlungsAnnahme: formula(
    'value of plans booked or begun within 180 days by the value of the discussed plans of the period',
  ),
  hkpOffen: formula('sum of the plans from draft to expert opinion'),
  hkpAblaufend: formula(
    'sum of the approved plans, not yet inserted, whose approval ends within 45 days',
    'Without a day of its own an approval ends after six months. Estimates, co-payments and implants need none and do not end.',
  ),
  ohneTermin: formula(
    'sum of the open, accepted and approved plans without a future appointment',
    'A plan is open from draft to expert opinion. An appointment counts if it was made for the plan, or for the patient without naming a plan. Plans with an expired approval count as well; rejected, discarded and begun ones do not.',
  ),
  zeitBisRechnung: formula('mean days from the last service to the invoice'),
  nichtFakturiert: formula(
    'private services without an invoice that are more than 7 days old',
    UNTIL_LAST_DAY,
  ),
  nichtFakturiert30: formula(
    'private services without an invoice that are more than 30 days old',
    UNTIL_LAST_DAY,
  ),
  offenePosten: formula(
    'invoices and credit notes minus payments and write-offs',
    'Of an invoice of several practitioners each has the part of their services.',
  ),
  offen0bis30: formula('open items without the KZV, invoiced at most 30 days before'),
  offen31bis60: formula('open items without the KZV, invoiced 31 to 60 days before'),
  offen61bis90: formula('open items without the KZV, invoiced 61 to 90 days before'),
  offenUeber90: formula('open items without the KZV, invoiced more than 90 days before'),
  offenPrivat: formula('open items of patients and factoring companies'),
  offenKzv: formula(
    'open items of settlements with the KZV',
    'The KZV pays by its own calendar and is not reminded.',
  ),
  ueberfaelligePosten: formula(
    'open amounts of invoices that were due before that day',
    'Without settlements with the KZV, which are not reminded.',
  ),
  dso: formula('open items by the mean invoiced per day of the last 90 days'),
  dsoPrivat: formula(
    'open items without the KZV by the mean of these invoices per day of the last 90 days',
  ),
  dsoKzv: formula(
    'open items at the KZV by the mean of its settlements per day of the last 90 days',
  ),
  factoringquote: formula('invoices over factoring companies by private invoices'),
  forderungsausfall: formula('written-off amounts by invoiced amounts'),
  beanstandungsquote: formula('objected invoices by invoices'),
  mittlererFaktor: formula('GOZ factors, weighted by the single fee'),
  faktorUeber23: formula('GOZ services with a factor above 2.3 by GOZ services with a factor'),
  mehrkostenquote: formula(
    'fillings 13a to 13d of back teeth with a co-payment agreement by fillings of back teeth',
    'The agreement names the same tooth and is of the same day or at most 90 days before; without a tooth it holds for its day (§ 28 Abs. 2 SGB V).',
  ),
  fuellungenJe100: formula('fillings 13a to 13d by KCH cases times 100', CASES),
  vorschlagRealisiert: formula(
    'value of implemented billing proposals by the value of all billing proposals of the days of treatment',
    'Forgotten services count; implemented is a noted proposal whose position arrived afterwards.',
  ),
  dokumentationsluecke: formula(
    'kept appointments without a service that day by kept appointments',
  ),
  onlineAnteil: formula('appointments booked online by appointments'),
  terminqualitaet: formula(
    '100 × (0.35 kept + 0.25 utilisation + 0.2 worth + 0.1 punctuality + 0.1 reappointment)',
    'Kept is 1 − failure rate, worth is revenue per appointment by its target, each part between 0 and 1. If a part is missing, the others count in the same ratio; with less than half of them there is no value.',
  ),
  zielerreichung: formula(
    'revenue by the revenue target of the period',
    'The target holds for a month; parts of a month count by working days.',
  ),
  umsatzJeMitarbeiter: formula(
    'revenue by full-time posts',
    'Posts by the days of the period on which a person was employed.',
  ),
  krankheitstage: formula(
    'sick days from Monday to Friday by full-time posts',
    'A day counts once, even if two notes name it, and only during the employment.',
  ),
  gewaehrleistung: formula(
    'fillings 13a to 13c of which all surfaces were filled at the same tooth within 24 months before, by fillings with warranty',
    'Compared with the last filling of the same tooth before, whole or in part; without a tooth or surfaces none counts as repeated. Milk teeth, cervical fillings and 13d carry no warranty and are left out. Data of this practice only.',
  ),
  fremdlabor: formula(
    'sum of the amounts of external laboratories in the services',
    `Bills of external laboratories are passed on to patients without a margin (§ 9 GOZ). ${COUNTED} Room and type of appointment as with revenue.`,
  ),
  praxiskosten: formula(
    'sum of the entered costs on the days of the period',
    'A monthly amount is spread over the days of its month, an hourly one counts for each available hour. Counted up to the last day with data; if a day has no entry at all, there is “–”.',
  ),
  deckungsbeitrag: formula(
    'revenue less external laboratory less costs',
    'Material and the own laboratory are part of the revenue; what they cost belongs in the cost table. If costs of a day are missing, there is “–”.',
  ),
  gewinnschwelle: formula(
    'monthly costs of the whole period by what an available hour leaves',
    'What is left is revenue less external laboratory less hourly costs of the days with data, by the available hours of all practitioners. From so many hours on the costs are paid.',
  ),
};

/** How others usually define a figure, in German and English, where it differs. */
export const USUAL_DEFINITION: Partial<Readonly<Record<FigureKey, readonly [string, string]>>> = {
  umsatzJeBehandler: [
    'Meist zählt jeder Behandler mit einer Leistung ganz.',
    'Mostly every practitioner with a service counts as a whole one.',
  ],
  auslastung: [
    'Oft heißt nur die wahrgenommene Zeit Auslastung; sie steht hier daneben.',
    'Often only the completed time is called utilisation; it stands beside this one here.',
  ],
  noShowQuote: [
    'Oft zählen nur Termine mit dem Stand „nicht erschienen“.',
    'Often only appointments with the state “did not come” count.',
  ],
  recallquote: [
    'Oft zählen alle aktiven Patienten mit Prophylaxetermin, auch ohne Recall.',
    'Often all active patients with a prophylaxis appointment count, also without a recall.',
  ],
  pzrQuote: [
    'Manche zählen Sitzungen statt Patienten; dann zählt eine Person mehrmals.',
    'Some count sessions instead of patients; then a person counts several times.',
  ],
  dso: [
    'Meist stehen KZV und private Rechnungen getrennt; beides steht hier daneben.',
    'Mostly the KZV and private invoices are apart; both stand beside this one here.',
  ],
  offenePosten: [
    'Oft stehen Privatrechnungen und Abrechnungen mit der KZV getrennt; beides steht hier daneben.',
    'Often private invoices and settlements with the KZV are apart; both stand beside this one here.',
  ],
  abwanderung: [
    'Oft zählt nur die Zeit seit dem letzten Besuch; ein schon vergebener Termin bleibt außer Acht.',
    'Often only the time since the last visit counts; an appointment already made is left out.',
  ],
  parWert: [
    'Manche zählen alle angelegten Fälle, auch abgelehnte.',
    'Some count all cases that were made, also refused ones.',
  ],
  mehrkostenquote: [
    'Oft zählen nur Vereinbarungen vom Tag der Füllung.',
    'Often only agreements of the day of the filling count.',
  ],
  neupatienten: [
    'Oft zählt das Anlegen der Akte; dann sind auch Personen neu, die nie kamen.',
    'Often the opening of the record counts; then people who never came are new, too.',
  ],
};

// Facts for conditions of billing rules, each with its type and its meaning; the engine computes
// them, the rule editor lists them. Pure.

export interface Fact {
  readonly name: string;
  /**
   * `tag` is a day: compared with a duration (`30D`, `6M`) it means the time since then. `plan`:
   * evaluated for each plan of the person; `zeile`: for each service.
   */
  readonly typ: 'wahr' | 'zahl' | 'tag' | 'wort' | 'uhr';
  readonly je: 'tag' | 'zahn' | 'plan' | 'zeile';
  readonly de: string;
  readonly en: string;
}
const m = (name: string, type: Fact['typ'], je: Fact['je'], de: string, en: string): Fact => ({
  name,
  typ: type,
  je,
  de,
  en,
});

/** Unknown without delivered data: then the rule does not fire. */
export const FACTS: readonly Fact[] = [
  m(
    'heute',
    'tag',
    'tag',
    'Tag der Behandlung; bei Regeln ohne Leistung am Tag der heutige',
    'Day of treatment; today for rules without a service of the day',
  ),
  m('sonntag', 'wahr', 'tag', 'der Tag ist ein Sonntag', 'The day is a Sunday'),
  m('samstag', 'wahr', 'tag', 'der Tag ist ein Samstag', 'The day is a Saturday'),
  m(
    'ausserSprechstunde',
    'wahr',
    'tag',
    'in den sieben Tagen davor und danach sind Behandlungszeiten geliefert, und kein wahrgenommener Termin des Tages beginnt in einer; unbekannt ohne Termin oder gelieferte Zeiten',
    'Hours of treatment were delivered within seven days, and no appointment kept that day begins within them; unknown without an appointment or delivered hours',
  ),
  m(
    'feiertag',
    'wahr',
    'tag',
    'gesetzlicher Feiertag am Ort der Praxis; ohne Angabe nur die bundesweiten',
    'Public holiday where the practice is; nationwide ones only if the place is not known',
  ),
  m(
    'ambulant',
    'wahr',
    'tag',
    'die Notiz nennt keine stationäre Behandlung',
    'The note names no hospital stay',
  ),
  m(
    'notiz',
    'wahr',
    'tag',
    'eine Notiz des Tages ist geliefert',
    'A note of the day was delivered',
  ),
  m(
    'patient.privat',
    'wahr',
    'tag',
    'privat versichert oder Selbstzahler',
    'Privately insured or self-paying',
  ),
  m('patient.pflegegrad', 'zahl', 'tag', 'Pflegegrad 1 bis 5', 'Care grade 1 to 5'),
  m(
    'patient.eingliederungshilfe',
    'wahr',
    'tag',
    'bezieht Eingliederungshilfe',
    'Receives integration assistance',
  ),
  m(
    'patient.anspruch22a',
    'wahr',
    'tag',
    'hat Pflegegrad oder Eingliederungshilfe (§ 22a SGB V)',
    'Has a care grade or integration assistance (section 22a)',
  ),
  m(
    'patient.kariesrisiko',
    'wort',
    'tag',
    'letztes dokumentiertes Kariesrisiko: NIEDRIG, MITTEL, HOCH',
    'Last documented caries risk: NIEDRIG, MITTEL, HOCH',
  ),
  m(
    'patient.hohesKariesrisiko',
    'wahr',
    'tag',
    'das letzte dokumentierte Kariesrisiko ist HOCH; ohne Eintrag nein',
    'The last documented caries risk is HOCH; no without an entry',
  ),
  m(
    'einrichtung.kooperationsvertrag',
    'wahr',
    'tag',
    'wohnt in einer Einrichtung mit Kooperationsvertrag',
    'Lives in a home with a cooperation contract',
  ),
  m(
    'termin.art',
    'wort',
    'tag',
    'Standardgruppe eines wahrgenommenen Termins dieses Tages',
    'Standard group of an appointment kept that day',
  ),
  m(
    'termin.schmerz',
    'wahr',
    'tag',
    'ein Termin des Tages war ein Schmerztermin',
    'An appointment of the day was for pain',
  ),
  m(
    'termin.start',
    'uhr',
    'tag',
    'Beginn eines wahrgenommenen Termins laut Plan',
    'Planned start of an appointment kept',
  ),
  m(
    'sprechstunde',
    'wahr',
    'tag',
    'ein wahrgenommener Termin des Tages beginnt in gelieferter Behandlungszeit der Praxis; ohne gelieferte Zeiten nein',
    'An appointment kept that day begins within delivered hours of treatment; no where none were delivered',
  ),
  m(
    'keinTermin',
    'wahr',
    'tag',
    'kein Termin nach dem heutigen Tag vergeben',
    'No appointment after today',
  ),
  m(
    'letzteLeistung',
    'tag',
    'tag',
    'letzter Tag mit einer BEMA-Leistung davor; gab es keine, gilt sie als beliebig lange her',
    'Last day with a BEMA service before; without any it counts as ages ago',
  ),
  m(
    'letzteAIT',
    'tag',
    'tag',
    'letzter Tag mit AITa oder AITb im laufenden PAR-Fall',
    'Last day with AITa or AITb in the current perio case',
  ),
  m(
    'historie.monate',
    'zahl',
    'tag',
    'volle Monate seit der ersten gelieferten Leistung der Person; ohne eine davor 0',
    'Whole months since the first delivered service of the person; 0 without one before',
  ),
  m(
    'ze.eingliederung',
    'tag',
    'tag',
    'letzte Eingliederung einer Prothese oder eines Plans',
    'Last insertion of a denture or a plan',
  ),
  m(
    'ti.epaUpload',
    'wahr',
    'tag',
    'an dem Tag wurde etwas in die ePA geladen',
    'Something was uploaded to the ePA that day',
  ),
  m('zahnsteinbefund', 'wahr', 'tag', 'Befund zst an dem Tag', 'Finding zst that day'),
  m(
    'zaehne',
    'zahl',
    'tag',
    'Zahl der natürlichen Zähne laut Zahnbefund, sobald an einem Tag mindestens vier Befunde erhoben wurden; sonst die Zahl der letzten Reinigung (UPTc, 1040) in 24 Monaten',
    'Number of natural teeth by the chart once four findings were recorded on one day; otherwise that of the last cleaning (UPTc, 1040) within 24 months',
  ),
  m(
    'implantate',
    'zahl',
    'tag',
    'Zahl der Implantate laut Zahnbefund',
    'Number of implants by the chart',
  ),
  m(
    'brueckenglieder',
    'zahl',
    'tag',
    'Zahl der Brückenglieder laut Zahnbefund',
    'Number of pontics by the chart',
  ),
  m(
    'alter.monate',
    'zahl',
    'tag',
    'vollendete Lebensmonate am Tag',
    'Completed months of life on the day',
  ),
  m(
    'fenster',
    'zahl',
    'tag',
    'vollendete Lebensmonate am Tag, für Früherkennungsfenster',
    'Completed months of life on the day, for early-check windows',
  ),
  m('psi.max', 'zahl', 'tag', 'höchster Wert des letzten PSI', 'Highest code of the last PSI'),
  m(
    'par.aktiv',
    'wahr',
    'tag',
    'ein PAR-Fall läuft: nicht abgelehnt, nicht abgeschlossen, der letzte Schritt höchstens 24 Monate her',
    'A perio case is under way: not refused, not finished, its last step no longer than 24 months ago',
  ),
  m('par.grad', 'wort', 'tag', 'Grad des PAR-Falls: A, B, C', 'Grade of the perio case: A, B, C'),
  m(
    'plan.art',
    'wort',
    'tag',
    'PAR, wenn ein PAR-Fall vorliegt',
    'PAR where there is a perio case',
  ),
  m(
    'plan.status',
    'wort',
    'tag',
    'Stand des PAR-Falls an dem Tag; < und >= vergleichen die Reihenfolge',
    'State of the perio case on the day; < and >= compare the order',
  ),
  m(
    'plan.genehmigtSeit',
    'tag',
    'tag',
    'Tag der Genehmigung des PAR-Falls',
    'Day the perio case was approved',
  ),
  m(
    'case.par.geplanteZaehne',
    'zahl',
    'tag',
    'geplante Zähne des PAR-Falls',
    'Planned teeth of the perio case',
  ),
  m(
    'case.par.abgerechneteZaehne',
    'zahl',
    'tag',
    'mit AITa und AITb abgerechnete Zähne des Falls',
    'Teeth charged with AITa and AITb in the case',
  ),
  m(
    'upt.schritt',
    'zahl',
    'tag',
    'die wievielte UPT des Zeitraums es ist',
    'Which UPT of the period it is',
  ),
  m(
    'upt.naechsteFaelligkeit',
    'tag',
    'tag',
    'letzte UPTa und Mindestabstand des Grades; ohne UPT drei Monate nach der letzten AIT oder CPT',
    'Last UPTa and the grade’s gap; without one three months after the last AIT or CPT',
  ),
  m(
    'upt.ende',
    'tag',
    'tag',
    'Ende des UPT-Zeitraums von 24 Monaten',
    'End of the UPT period of 24 months',
  ),
  m('hkp.art', 'wort', 'plan', 'Art des Plans', 'Kind of plan'),
  m(
    'hkp.status',
    'wort',
    'plan',
    'Stand des Plans an dem Tag; ANGENOMMEN: angenommen und ohne Kasse',
    'State of the plan on the day; ANGENOMMEN: accepted, no insurer asked',
  ),
  m('hkp.genehmigtAm', 'tag', 'plan', 'genehmigt am', 'Approved on'),
  m(
    'hkp.genehmigtSeit',
    'tag',
    'plan',
    'genehmigt oder, ohne Kasse, angenommen am',
    'Approved, or without an insurer accepted, on',
  ),
  m('hkp.eingegliedert', 'wahr', 'plan', 'eingegliedert', 'Inserted'),
  m('hkp.regelversorgung', 'wahr', 'plan', 'Regelversorgung', 'Standard care'),
  m('hkp.gleichartig', 'wahr', 'plan', 'gleichartige Versorgung', 'Standard care with extras'),
  m(
    'befund',
    'wort',
    'plan',
    'Befundklasse der Positionen des Plans',
    'Finding class of the plan’s positions',
  ),
  m(
    'prothese.art',
    'wort',
    'tag',
    'Art der an dem Tag eingegliederten Prothese',
    'Kind of denture inserted that day',
  ),
  m(
    'zahn',
    'zahl',
    'zahn',
    'Nummer des Zahns; „zahn in …“ fragt jeden davon',
    'Tooth number; “zahn in …” asks for each of them',
  ),
  m('zahn.bleibend', 'wahr', 'zahn', 'bleibender Zahn', 'Permanent tooth'),
  m(
    'zahn.mehrwurzelig',
    'wahr',
    'zahn',
    'gilt nach BEMA 44 als mehrwurzelig: oben Zahn 4, Sechser bis Achter, Milchmolaren',
    'Counts as having several roots in BEMA 44: upper first premolars, molars, milk molars',
  ),
  m(
    'zahn.molar',
    'wahr',
    'zahn',
    'bleibender Sechser oder Siebener',
    'Permanent first or second molar',
  ),
  m('zahn.seitenzahn', 'wahr', 'zahn', 'bleibender Backenzahn', 'Permanent posterior tooth'),
  m(
    'zahn.zerstoert',
    'wahr',
    'zahn',
    'letzter Befund davor: ww oder z (weitgehend zerstört)',
    'Last finding before: ww or z (largely destroyed)',
  ),
  m(
    'zahn.vorbefund',
    'wort',
    'zahn',
    'letzter Befund des Zahns vor dem Tag',
    'Last finding of the tooth before the day',
  ),
  m(
    'durchgebrochen',
    'wahr',
    'zahn',
    'bleibender Molar nach dem üblichen Alter (Sechser 7, Siebener 13 Jahre), nicht als fehlend befundet',
    'Permanent molar past the usual age (first 7, second 13 years), not charted as missing',
  ),
  m(
    'kariesfrei',
    'wahr',
    'zahn',
    'Zahnbefund bekannt, am Zahn weder Karies noch Füllung noch Krone',
    'Chart known, no caries, filling or crown at the tooth',
  ),
  m(
    'flaechenEnthalten',
    'wahr',
    'zahn',
    'alle Flächen lagen schon in der letzten Füllung des Zahns in 24 Monaten',
    'All surfaces were part of the tooth’s last filling within 24 months',
  ),
  m(
    'gleicheFlaechen',
    'wahr',
    'zahn',
    'dieselben Flächen wie die letzte Füllung des Zahns in 24 Monaten',
    'The same surfaces as the tooth’s last filling within 24 months',
  ),
  m(
    'mkv.fehlt',
    'wahr',
    'zahn',
    'keine Mehrkostenvereinbarung für den Zahn in zwölf Monaten',
    'No co-payment agreement for the tooth within twelve months',
  ),
  m(
    'molarenOhneIP5',
    'zahl',
    'tag',
    'Zahl der Zähne, für die die Regel zutrifft',
    'Number of teeth for which the rule holds',
  ),
  m('faktor', 'zahl', 'zeile', 'Faktor der Leistung', 'Factor of the service'),
  m('begruendung', 'wort', 'zeile', 'Begründung des Faktors', 'Reason of the factor'),
  m(
    'vereinbart',
    'wahr',
    'zeile',
    'eine hier gedruckte, unterschrieben zurückgegebene Vereinbarung nennt die Nummer mit mindestens diesem Faktor',
    'An agreement printed here and returned signed names the number with at least this factor',
  ),
  m(
    'flaechen',
    'zahl',
    'zeile',
    'Zahl der Flächen der Leistung; unbekannt ohne Angabe',
    'Number of surfaces of the service; unknown where none are recorded',
  ),
  m('leistung.status', 'wort', 'zeile', 'Stand der Leistung', 'State of the service'),
  m(
    'leistung.rechnungId',
    'wort',
    'zeile',
    'Rechnung der Leistung; null ohne eine',
    'Invoice of the service; null without one',
  ),
  m('leistung.datum', 'tag', 'zeile', 'Tag der Leistung', 'Day of the service'),
  m(
    'leistung.privat',
    'wahr',
    'zeile',
    'nicht von einer Krankenkasse zu zahlen',
    'Not paid by a statutory insurer',
  ),
];
/** Switches that depend on the KZV; on by default. */
export const RULE_SWITCHES = {
  achtzehnTage: {
    de: 'Ä1 im neuen Quartal erst nach 18 Tagen',
    en: 'Ä1 in a new quarter only after 18 days',
  },
  zahnsteinNebenPzr: {
    de: 'Zahnstein (107) neben PZR in einer Sitzung beanstanden',
    en: 'Object to calculus (107) beside a cleaning in one session',
  },
} as const;
/** Thresholds with their default values. */
export const RULE_THRESHOLDS = {
  bmfQuote: {
    start: 0.3,
    de: 'bMF je Füllung, unter der ohne Notiz gefragt wird',
    en: 'bMF per filling below which is asked without a note',
  },
  hkpTage: {
    start: 45,
    de: 'Tage vor Ablauf, ab denen ein Plan gemeldet wird',
    en: 'Days before a plan expires from which it is told',
  },
  rechnungTage: {
    start: 30,
    de: 'Tage, nach denen eine Leistung ohne Rechnung gemeldet wird',
    en: 'Days after which a service without an invoice is told',
  },
} as const;
const nach = new Map(
  [
    ...FACTS,
    ...Object.entries(RULE_SWITCHES).map(([name, { de, en }]) =>
      m(`schalter.${name}`, 'wahr', 'tag', de, en),
    ),
    ...Object.entries(RULE_THRESHOLDS).map(([name, { de, en }]) =>
      m(`schwelle.${name}`, 'zahl', 'tag', de, en),
    ),
  ].map((one) => [one.name, one]),
);
export const findFact = (name: string): Fact | undefined => nach.get(name);

export interface RuleFunction {
  readonly chosenMarks: 'keine' | 'eine' | 'frei' | 'zwei';
  readonly takesWindow: boolean;
  readonly worte: readonly string[];
  readonly de: string;
  readonly en: string;
}
const f = (
  chosenMarks: RuleFunction['chosenMarks'],
  takesWindow: boolean,
  words: readonly string[],
  de: string,
  en: string,
): RuleFunction => ({ chosenMarks, takesWindow, worte: words, de, en });
/** Functions of the language by name. */
export const RULE_FUNCTIONS: Readonly<Record<string, RuleFunction>> = {
  count: f(
    'eine',
    true,
    [],
    'Summe der Mengen im Fenster und am Tag',
    'Sum of quantities in the window and on the day',
  ),
  qty: f(
    'eine',
    true,
    [],
    'Summe der Mengen am Tag, mit Fenster auch davor',
    'Sum of quantities on the day, with a window also before',
  ),
  abstand: f(
    'eine',
    false,
    [],
    'Tag der letzten dieser Leistungen vor dem Tag; mit einer Dauer verglichen der Abstand',
    'Day of the last of these services before the day; compared with a duration, the gap',
  ),
  zaehne: f(
    'eine',
    false,
    [],
    'Zahl der Zähne dieser Leistungen am Tag, ohne Zahn ihre Menge',
    'Number of teeth of these services that day, their quantity without a tooth',
  ),
  kieferhaelften: f(
    'eine',
    false,
    [],
    'Zahl der Kieferhälften und Fronten dieser Leistungen, mindestens 1',
    'Number of quadrants and fronts of these services, at least 1',
  ),
  kieferbereiche: f(
    'eine',
    false,
    [],
    'Zahl der Kieferhälften und Fronten dieser Leistungen, je Kiefer höchstens zwei, mindestens 1',
    'Number of quadrants and fronts of these services, two at most for each jaw, at least 1',
  ),
  kiefer: f(
    'eine',
    false,
    [],
    'Zahl der Kiefer dieser Leistungen, mindestens 1',
    'Number of jaws of these services, at least 1',
  ),
  jeKiefer: f(
    'eine',
    false,
    [],
    'größte Menge dieser Leistungen in einem Kiefer am Tag; Leistungen ohne Zahn zählen nicht',
    'Largest quantity of these services in one jaw that day; services without a tooth do not count',
  ),
  kanaele: f(
    'eine',
    false,
    [],
    'größte Menge je Leistungsnummer am Tag',
    'Largest quantity of one number that day',
  ),
  dauer: f(
    'keine',
    false,
    ['mundhygiene', 'gespraech'],
    'Minuten, die die Notiz für die Unterweisung oder das Gespräch nennt',
    'Minutes that the note names for the instruction or the talk',
  ),
  maxPunkte: f(
    'keine',
    false,
    ['tag', 'zuschlagsfaehig'],
    'höchste Punktzahl der zuschlagsfähigen Operationen des Tages',
    'Highest points of the day’s operations that earn a surcharge',
  ),
  praxisquote: f(
    'zwei',
    false,
    [],
    'Verhältnis der Mengen in der Praxis im Quartal davor; bekannt ab 20 Leistungen des Nenners',
    'Ratio of quantities in the practice in the quarter before; known from 20 of the latter on',
  ),
  keinTermin: f(
    'keine',
    false,
    [
      'KONTROLLE',
      'RECALL',
      'NEUPATIENT',
      'PROPHYLAXE',
      'SCHMERZ',
      'FUELLUNG',
      'ENDO',
      'ZE',
      'EINGLIEDERUNG',
      'CHIRURGIE',
      'WUNDKONTROLLE',
      'PAR',
      'UPT',
      'KFO',
      'SCHIENENKONTROLLE',
      'BERATUNG',
      'SONSTIGE',
    ],
    'kein Termin dieser Gruppe nach dem heutigen Tag',
    'No appointment of this group after today',
  ),
};

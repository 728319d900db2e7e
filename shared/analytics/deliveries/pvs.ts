// Data delivered by the practice software: every entity with its fields, described once. The
// tables, the checks of a delivered row, the columns of the CSV files and their documentation
// derive from it. Pure.

import {
  ARBEITSZEIT_TYP,
  BEHANDLER_ART,
  FEHLZEIT_ART,
  GEBUEHREN,
  GESCHLECHT,
  HKP_ART,
  HKP_STATUS,
  KARIESRISIKO,
  KASSENART,
  KOSTENTRAEGER,
  LEISTUNG_STATUS,
  PAR_GRAD,
  RECALL_STATUS,
  RECHNUNG_ART,
  SERVICE_AREAS,
  TERMIN_QUELLE,
  TERMIN_STATUS,
  VERSICHERUNG,
  VERSORGUNGSART,
  ZAHLUNG_ART,
} from './pvs-words.ts';
import { STANDARD_GROUPS } from './standard-groups.ts';

/**
 * How a field is delivered and stored: `text` characters · `code` a short string, compared verbatim
 * · `day` `YYYY-MM-DD` · `instant` an ISO moment, without an offset in Berlin's time (stored in ms
 * since 1970) · `clock` `HH:MM` (stored in minutes since midnight) · `int` · `cents` euros with at
 * most two decimals (stored in cents) · `factor` two decimals (stored in hundredths) · `bool` ·
 * `word` one of a list · `ref` the id of a row of another entity.
 */
export type PvsType =
  | 'text'
  | 'code'
  | 'day'
  | 'instant'
  | 'clock'
  | 'int'
  | 'cents'
  | 'factor'
  | 'bool'
  | 'word'
  | 'ref';

export interface PvsField {
  readonly name: string;
  readonly type: PvsType;
  /** A row without it is rejected. */
  readonly isRequired: boolean;
  /** Allowed values; only with `word`. */
  readonly words: readonly string[];
  /** Entity of the referenced id; only with `ref`. */
  readonly to: PvsEntity | null;
  /** Meaning in German, for the description of the files. */
  readonly meaning: string;
}

/** Masters first, then anyone who refers to them: the order in which files are read. */
export const PVS_ENTITIES = [
  'params',
  'teams',
  'stempel',
  'zimmer',
  'stichworte',
  'termingruppen',
  'terminarten',
  'behandler',
  'mitarbeiter',
  'bemagoz',
  'patient',
  'termin',
  'hkp',
  'hkpposition',
  'parfall',
  'rechnung',
  'leistung',
  'zahlung',
  'tagesnotiz',
  'zahnbefund',
  'psi',
  'mkv',
  'prothese',
  'kariesrisiko',
  'recall',
  'warteliste',
  'arbeitszeit',
  'fehlzeit',
  'epaupload',
] as const;
export type PvsEntity = (typeof PVS_ENTITIES)[number];
export const isPvsEntity = (word: string): word is PvsEntity =>
  (PVS_ENTITIES as readonly string[]).includes(word);

type Given = Omit<PvsField, 'name'>;
const make = <T extends PvsType>(type: T, meaning: string) => ({
  type,
  isRequired: false,
  words: [] as readonly string[],
  to: null as PvsEntity | null,
  meaning,
});
const text = (meaning: string) => make('text', meaning);
const code = (meaning: string) => make('code', meaning);
const day = (meaning: string) => make('day', meaning);
const instant = (meaning: string) => make('instant', meaning);
const clock = (meaning: string) => make('clock', meaning);
const int = (meaning: string) => make('int', meaning);
const cents = (meaning: string) => make('cents', meaning);
const factor = (meaning: string) => make('factor', meaning);
const bool = (meaning: string) => make('bool', meaning);
const word = <W extends string>(words: readonly W[], meaning: string) => ({
  ...make('word', meaning),
  words,
});
const ref = (to: PvsEntity, meaning: string) => ({ ...make('ref', meaning), to });
const must = <G extends Given>(given: G): G => ({ ...given, isRequired: true });
const patid = must(ref('patient', 'Patient'));

/**
 * Fields of each entity in addition to `id`, `geaendertAm` and `geloescht`, which every row has.
 */
const GIVEN = {
  params: { wert: must(text('Wert des Parameters, dessen Name die Nummer der Zeile ist')) },
  teams: { name: must(text('Name des Teams')) },
  stempel: {
    name: must(text('Name des Abrechnungsstempels')),
    kzvNummer: code('Abrechnungsnummer bei der KZV'),
  },
  zimmer: { name: must(text('Name des Behandlungszimmers')) },
  stichworte: { kuerzel: must(code('Kürzel')), text: text('Bedeutung') },
  termingruppen: { name: must(text('Name der Gruppe')) },
  terminarten: {
    name: must(text('Name der Terminart')),
    gruppe: ref('termingruppen', 'Termingruppe'),
    standardgruppe: word(STANDARD_GROUPS, 'Gruppe, mit der Kennzahlen und Regeln rechnen'),
    dauerMin: int('übliche Dauer in Minuten'),
    istRecall: bool('zählt als Recalltermin'),
  },
  behandler: {
    name: must(text('Name')),
    titel: text('Titel'),
    kuerzel: code('Kürzel'),
    art: word(BEHANDLER_ART, 'Art'),
    abrechnend: bool('rechnet selbst mit der KZV ab'),
    team: ref('teams', 'Team'),
    stempel: ref('stempel', 'Abrechnungsstempel'),
    eintritt: day('erster Tag'),
    austritt: day('letzter Tag'),
  },
  mitarbeiter: {
    name: must(text('Name')),
    taetigkeit: text('Tätigkeit'),
    fte: must(factor('Anteil einer vollen Stelle')),
    team: ref('teams', 'Team'),
    geburtsdatum: day('Geburtsdatum'),
    eintritt: day('erster Tag'),
    austritt: day('letzter Tag'),
  },
  bemagoz: {
    system: must(word(GEBUEHREN, 'Gebührenordnung')),
    nr: must(code('Nummer der Position')),
    text: must(text('Bezeichnung')),
    punkte: int('Punkte'),
    preis: cents('fester Preis'),
    gueltigVon: day('gilt ab'),
    gueltigBis: day('gilt bis'),
  },
  patient: {
    titel: text('Titel'),
    vorname: text('Vorname; fehlt er, ist der Nachname der einzige Name'),
    nachname: must(text('Nachname')),
    geburtsdatum: must(day('Geburtsdatum')),
    geschlecht: word(GESCHLECHT, 'Geschlecht'),
    strasse: text('Straße und Hausnummer'),
    plz: code('Postleitzahl'),
    ort: text('Ort'),
    land: code('Land, zwei Buchstaben'),
    telefon: text('Telefon'),
    mobil: text('Mobiltelefon'),
    email: text('E-Mail'),
    versicherung: must(word(VERSICHERUNG, 'Versicherung')),
    kasse: text('Name der Kasse'),
    kassenart: word(KASSENART, 'Kassenart'),
    wop: code('Wohnortkennzeichen der KZV'),
    pflegegrad: int('Pflegegrad 1 bis 5'),
    eingliederungshilfe: bool('bezieht Eingliederungshilfe'),
    einrichtung: bool('wohnt in einer Pflegeeinrichtung'),
    kooperationsvertrag: bool('die Einrichtung hat einen Kooperationsvertrag mit der Praxis'),
    beihilfe: bool('beihilfeberechtigt'),
    bonusjahre: int('Jahre im Bonusheft'),
    aktiv: bool('wird in der Praxis geführt'),
    erstbesuch: day('erster Besuch, auch vor dem Beginn der Daten'),
    quelle: text('woher die Person kommt'),
    stichworte: text('Stichworte, mit | getrennt'),
    zusammengefuehrtIn: ref('patient', 'Akte, in die diese überging'),
  },
  termin: {
    patid,
    behandler: ref('behandler', 'Behandler'),
    zimmer: ref('zimmer', 'Behandlungszimmer'),
    terminart: ref('terminarten', 'Terminart'),
    start: must(instant('Beginn laut Plan')),
    dauerMin: must(int('Dauer laut Plan in Minuten')),
    angelegtAm: instant('wann vergeben'),
    status: word(
      TERMIN_STATUS,
      'Stand; fehlt er, gilt ein vergangener Termin mit einer Leistung am selben Tag als wahrgenommen, ohne als nicht erschienen',
    ),
    statusAm: instant('seit wann dieser Stand'),
    absageAm: instant('wann abgesagt'),
    absagegrund: text('Grund der Absage'),
    ankunft: instant('Ankunft'),
    beginn: instant('Beginn der Behandlung'),
    ende: instant('Ende der Behandlung'),
    neupatient: bool('erster Termin dieser Person'),
    quelle: word(TERMIN_QUELLE, 'wie vergeben'),
    stichworte: text('Stichworte, mit | getrennt'),
    hkpid: ref('hkp', 'Plan, für den der Termin ist'),
  },
  hkp: {
    patid,
    behandler: ref('behandler', 'Behandler'),
    art: must(word(HKP_ART, 'Art des Plans')),
    status: must(word(HKP_STATUS, 'Stand')),
    grund: text('Grund, wenn abgelehnt oder verworfen'),
    bezeichnung: text('Bezeichnung'),
    erstelltAm: must(day('erstellt')),
    besprochenAm: day('besprochen'),
    angenommenAm: day('angenommen'),
    gesendetAm: day('an die Kasse gesendet'),
    beantwortetAm: day('von der Kasse beantwortet'),
    genehmigtAm: day('genehmigt'),
    terminAm: day('erster Termin vergeben'),
    begonnenAm: day('begonnen'),
    eingegliedertAm: day('eingegliedert'),
    abgerechnetAm: day('abgerechnet'),
    verworfenAm: day('verworfen'),
    gueltigBis: day('Genehmigung gilt bis'),
    honorarBema: cents('Honorar BEMA'),
    honorarGoz: cents('Honorar GOZ'),
    matLabGkv: cents('Material und Labor nach BEL II'),
    matLabPrivat: cents('Material und Labor nach BEB'),
    gesamt: must(cents('Summe')),
    festzuschuss: cents('Festzuschuss'),
    eigenanteil: cents('Eigenanteil'),
    versorgungsart: word(VERSORGUNGSART, 'Versorgungsart'),
    bonus: int('Bonusstufe 60, 70, 75 oder 100'),
    ebzStatus: text('Stand im elektronischen Antrag'),
  },
  hkpposition: {
    hkpid: must(ref('hkp', 'Plan')),
    system: must(word(GEBUEHREN, 'Gebührenordnung')),
    nr: must(code('Nummer der Position')),
    zahn: code('Zahn (FDI)'),
    menge: int('Anzahl'),
    faktor: factor('Steigerungsfaktor'),
    betrag: cents('Betrag'),
    befund: code('Befundklasse'),
  },
  parfall: {
    patid,
    behandler: ref('behandler', 'Behandler'),
    grad: word(PAR_GRAD, 'Grad'),
    status: word(HKP_STATUS, 'Stand des Plans'),
    erstelltAm: must(day('Plan erstellt')),
    gesendetAm: day('gesendet'),
    genehmigtAm: day('genehmigt'),
    atgAm: day('Aufklärungs- und Therapiegespräch'),
    mhuAm: day('Mundhygieneunterweisung'),
    aitVon: day('antiinfektiöse Therapie, erster Tag'),
    aitBis: day('antiinfektiöse Therapie, letzter Tag'),
    bevAm: day('Befundevaluation'),
    cptAm: day('chirurgische Therapie'),
    uptVon: day('erste UPT'),
    uptBis: day('UPT-Zeitraum endet'),
    abgeschlossenAm: day('abgeschlossen'),
    zaehneEinwurzelig: int('geplante einwurzelige Zähne'),
    zaehneMehrwurzelig: int('geplante mehrwurzelige Zähne'),
    wert: cents('Wert des Plans'),
  },
  rechnung: {
    patid: ref('patient', 'Patient; leer bei Abrechnungen mit der KZV'),
    nummer: code('Rechnungsnummer'),
    art: must(word(RECHNUNG_ART, 'Art')),
    datum: must(day('Rechnungsdatum')),
    faelligAm: day('fällig'),
    betrag: must(cents('Betrag; negativ bei einer Gutschrift')),
    mahnstufe: int('Mahnstufe 0 bis 3'),
    stornoAm: day('storniert'),
    gutschriftZu: ref('rechnung', 'Rechnung, die diese gutschreibt'),
    beanstandetAm: day('beanstandet'),
    factoringfirma: text('Abrechnungsgesellschaft'),
    stempel: ref('stempel', 'Abrechnungsstempel'),
  },
  leistung: {
    patid,
    behandler: must(ref('behandler', 'wer behandelt hat')),
    abrBehandler: ref('behandler', 'über wen abgerechnet wird'),
    zimmer: ref('zimmer', 'Behandlungszimmer'),
    stempel: ref('stempel', 'Abrechnungsstempel'),
    terminId: ref('termin', 'Termin'),
    datum: must(day('Tag der Behandlung')),
    system: must(word(GEBUEHREN, 'Gebührenordnung')),
    nr: must(code('Nummer der Position')),
    zahn: code('Zahn (FDI)'),
    flaechen: code('Flächen'),
    menge: must(int('Anzahl')),
    punkte: int('Punkte je Einheit'),
    faktor: factor('Steigerungsfaktor'),
    faktorgrund: text('Begründung des Faktors'),
    honorar: must(cents('Honorar ohne Material und Labor')),
    material: cents('Material'),
    eigenlabor: cents('eigenes Labor'),
    fremdlabor: cents('fremdes Labor'),
    betrag: must(cents('Summe')),
    bereich: word(SERVICE_AREAS, 'Bereich; fehlt er, folgt er aus der Position'),
    kostentraeger: word(KOSTENTRAEGER, 'wer zahlt'),
    status: word(LEISTUNG_STATUS, 'Stand'),
    storno: bool('storniert'),
    rechnungId: ref('rechnung', 'Rechnung'),
    hkpid: ref('hkp', 'Plan'),
  },
  zahlung: {
    rechnungId: must(ref('rechnung', 'Rechnung')),
    datum: must(day('Tag der Zahlung')),
    betrag: must(cents('Betrag')),
    art: must(word(ZAHLUNG_ART, 'Art')),
  },
  tagesnotiz: {
    patid,
    datum: must(day('Tag')),
    behandler: ref('behandler', 'wer es schrieb'),
    text: must(text('Eintrag der Karteikarte')),
  },
  zahnbefund: {
    patid,
    datum: must(day('Tag')),
    zahn: must(code('Zahn (FDI)')),
    befund: must(code('Befund, zum Beispiel k, kw, b, t, f, c, e')),
    flaechen: code('Flächen'),
  },
  psi: {
    patid,
    datum: must(day('Tag')),
    codes: must(code('sechs Werte 0 bis 4, mit | getrennt, - für nicht erhoben')),
  },
  mkv: {
    patid,
    datum: must(day('Tag der Vereinbarung')),
    zahn: code('Zahn (FDI)'),
    nr: code('vereinbarte Position'),
    betrag: cents('vereinbarte Mehrkosten'),
  },
  prothese: {
    patid,
    art: code('Art'),
    kiefer: word(['OK', 'UK'], 'Kiefer'),
    eingegliedertAm: must(day('eingegliedert')),
  },
  kariesrisiko: { patid, datum: must(day('Tag')), risiko: must(word(KARIESRISIKO, 'Risiko')) },
  recall: {
    patid,
    art: must(code('Art, zum Beispiel KONTROLLE, PZR, UPT')),
    intervallWochen: int('Abstand in Wochen'),
    faelligAm: must(day('fällig')),
    status: word(RECALL_STATUS, 'Stand'),
    terminId: ref('termin', 'vereinbarter Termin'),
    erinnertAm: day('erinnert'),
  },
  warteliste: {
    patid,
    seit: must(day('seit')),
    bis: day('bis'),
    terminart: ref('terminarten', 'Terminart'),
    behandler: ref('behandler', 'Behandler'),
    dauerMin: int('Dauer in Minuten'),
    notiz: text('Notiz'),
  },
  arbeitszeit: {
    behandler: must(ref('behandler', 'Behandler')),
    datum: must(day('Tag')),
    von: must(clock('von')),
    bis: must(clock('bis')),
    zimmer: ref('zimmer', 'Behandlungszimmer'),
    typ: must(word(ARBEITSZEIT_TYP, 'Art der Zeit')),
  },
  fehlzeit: {
    mitarbeiter: must(ref('mitarbeiter', 'Person')),
    von: must(day('erster Tag')),
    bis: must(day('letzter Tag')),
    art: must(word(FEHLZEIT_ART, 'Grund')),
  },
  epaupload: { patid, datum: must(day('Tag')) },
} satisfies Readonly<Record<PvsEntity, Readonly<Record<string, Given>>>>;

/**
 * Returns the fields of an entity in the order of its files, without `id`, `geaendertAm` and
 * `geloescht`.
 */
export const PVS_FIELDS: Readonly<Record<PvsEntity, readonly PvsField[]>> = Object.fromEntries(
  PVS_ENTITIES.map((entity) => [
    entity,
    Object.entries(GIVEN[entity]).map(([name, given]) => ({ name, ...given })),
  ]),
) as unknown as Record<PvsEntity, readonly PvsField[]>;

type Kept<G extends Given> = G['type'] extends 'word'
  ? G['words'][number]
  : G['type'] extends 'bool'
    ? boolean
    : G['type'] extends 'int' | 'cents' | 'factor' | 'clock' | 'instant'
      ? number
      : string;
/** The fields of a row as stored; null if not delivered. */
export type PvsRecord<E extends PvsEntity> = {
  readonly [F in keyof (typeof GIVEN)[E]]: (typeof GIVEN)[E][F] extends Given
    ? Kept<(typeof GIVEN)[E][F]> | null
    : never;
};

/** Type of a stored field: numbers for instants, cents, hundredths, minutes and counts. */
export type PvsValue = string | number | boolean | null;
/** A row as stored: its id, the version that orders its deliveries, and its fields. */
export interface PvsRow {
  readonly entity: PvsEntity;
  readonly id: string;
  /**
   * Change time in ms since 1970 or a counter; of two rows with the same id the higher one wins, of
   * two equal ones the one with the higher hash.
   */
  readonly version: number;
  readonly isDeleted: boolean;
  readonly values: Readonly<Record<string, PvsValue>>;
}

// Known fields and record types of GDT, each with its certainty: `C` confirmed by a published
// description or a checked example, `M` from memory of the trade and to be agreed with the practice
// software.

/**
 * C: confirmed (QMS "GDT Schnittstellenbeschreibung" 2.1, structure and the fields of the
 * examples); M: not confirmed, agree before use. Collected 2026-11-20.
 */
export type Certainty = 'C' | 'M';
interface GdtField {
  readonly id: string;
  readonly de: string;
  readonly format: string;
  readonly sure: Certainty;
  readonly since?: '3.x' | 'newer';
}
interface GdtKind {
  readonly satzart: string;
  readonly de: string;
  readonly way: 'in' | 'out' | 'both';
  readonly sure: Certainty;
}

export const GDT_KINDS = {
  askMasterData: { satzart: '6300', de: 'Stammdaten anfordern', way: 'in', sure: 'C' },
  masterData: { satzart: '6301', de: 'Stammdaten übermitteln', way: 'both', sure: 'C' },
  askExamination: { satzart: '6302', de: 'Untersuchung anfordern', way: 'in', sure: 'C' },
  withdraw: { satzart: '6303', de: 'Auftrag zurückziehen (3.x)', way: 'in', sure: 'C' },
  answer: { satzart: '6310', de: 'Daten übermitteln', way: 'out', sure: 'C' },
  show: { satzart: '6311', de: 'Daten zeigen', way: 'in', sure: 'C' },
} as const satisfies Readonly<Record<string, GdtKind>>;

export const GDT = {
  kind: { id: '8000', de: 'Satzart', format: '4', sure: 'C' },
  length: { id: '8100', de: 'Satzlänge in Bytes', format: '5 Ziffern (2.1)', sure: 'C' },
  end: { id: '8001', de: 'Satzende', format: '4', sure: 'C', since: '3.x' },
  objectStart: { id: '8002', de: 'Objektbeginn', format: 'Obj_NNNN', sure: 'C', since: '3.x' },
  objectEnd: { id: '8003', de: 'Objektende', format: 'Obj_NNNN', sure: 'C', since: '3.x' },
  receiver: { id: '8315', de: 'GDT-ID des Empfängers', format: 'bis 8', sure: 'C' },
  sender: { id: '8316', de: 'GDT-ID des Senders', format: 'bis 8', sure: 'C' },
  charset: {
    id: '9206',
    de: 'Zeichensatz',
    format: '1 = 7 Bit, 2 = IBM CP437, 3 = ISO 8859-1',
    sure: 'C',
  },
  version: { id: '9218', de: 'Version', format: '02.10', sure: 'C' },
  patid: { id: '3000', de: 'Patientennummer', format: 'bis 10', sure: 'C' },
  affix: { id: '3100', de: 'Namenszusatz', format: 'Text', sure: 'M' },
  lastName: { id: '3101', de: 'Name', format: 'Text', sure: 'C' },
  firstName: { id: '3102', de: 'Vorname', format: 'Text', sure: 'C' },
  birthDate: { id: '3103', de: 'Geburtsdatum', format: 'TTMMJJJJ', sure: 'C' },
  title: { id: '3104', de: 'Titel', format: 'Text', sure: 'C' },
  insuranceNumber: { id: '3105', de: 'Versichertennummer', format: 'Text', sure: 'C' },
  town: { id: '3106', de: 'Wohnort (mit Postleitzahl)', format: 'Text', sure: 'C' },
  street: { id: '3107', de: 'Straße', format: 'Text', sure: 'C' },
  insuranceKind: { id: '3108', de: 'Versichertenart', format: '1, 3 oder 5', sure: 'C' },
  gender: {
    id: '3110',
    de: 'Geschlecht',
    format: '1 männlich, 2 weiblich (3.x: M, W, D, X, U)',
    sure: 'C',
  },
  postalCode: { id: '3112', de: 'Postleitzahl', format: 'Text', sure: 'M', since: 'newer' },
  city: { id: '3113', de: 'Ort', format: 'Text', sure: 'M', since: 'newer' },
  country: { id: '3114', de: 'Land', format: 'Text', sure: 'M', since: 'newer' },
  mobile: { id: '3618', de: 'Mobiltelefon', format: 'Text', sure: 'M', since: 'newer' },
  email: { id: '3619', de: 'E-Mail', format: 'Text', sure: 'M', since: 'newer' },
  phone: { id: '3626', de: 'Telefon', format: 'Text', sure: 'M', since: 'newer' },
  day: { id: '6200', de: 'Tag der Erhebung', format: 'TTMMJJJJ', sure: 'C' },
  time: { id: '6201', de: 'Uhrzeit der Erhebung', format: 'HHMMSS', sure: 'C' },
  diagnosis: { id: '6205', de: 'Aktuelle Diagnose (2.1)', format: 'Text', sure: 'M' },
  finding: { id: '6220', de: 'Befundzeile, mehrmals', format: 'bis 60 Zeichen', sure: 'C' },
  comment: { id: '6227', de: 'Kommentar', format: 'Text, Länge und Wiederholung [M]', sure: 'C' },
  resultTable: { id: '6228', de: 'Ergebnistabelle', format: 'Text fester Breite', sure: 'M' },
  archiveId: { id: '6302', de: 'Archivkennung der Datei', format: 'Text', sure: 'C' },
  fileFormat: { id: '6303', de: 'Format der Datei', format: 'PDF', sure: 'C' },
  fileContent: { id: '6304', de: 'Inhalt der Datei', format: 'Text', sure: 'C' },
  filePath: { id: '6305', de: 'Verweis auf die Datei', format: 'Pfad', sure: 'C' },
  device: { id: '8402', de: 'Geräte- und Verfahrenskennung', format: '6, etwa ALLG00', sure: 'C' },
} as const satisfies Readonly<Record<string, GdtField>>;

// Words of the delivered fields that take one of a list. Apart from the fields, so that a page which
// only names areas and payers loads no table of fields. Pure.

export const VERSICHERUNG = ['GKV', 'PKV', 'SELBST', 'SONST'] as const;
export const KASSENART = ['AOK', 'BKK', 'IKK', 'VDEK', 'KNAPP', 'LKK'] as const;
export const TERMIN_STATUS = [
  'GEPLANT',
  'BESTAETIGT',
  'EINGETROFFEN',
  'IM_ZIMMER',
  'WAHRGENOMMEN',
  'ABGESAGT_PATIENT',
  'ABGESAGT_PRAXIS',
  'VERSCHOBEN',
  'NICHT_ERSCHIENEN',
] as const;
export const TERMIN_QUELLE = ['TELEFON', 'ONLINE', 'VOR_ORT'] as const;
export const GEBUEHREN = ['BEMA', 'GOZ', 'GOAE', 'EIGEN'] as const;
export const SERVICE_AREAS = [
  'KCH',
  'IPFU',
  'PAR',
  'KB',
  'KFO',
  'ZE',
  'PZR',
  'GOZ_KONS',
  'GOZ_PROTHETIK',
  'IMPLANTOLOGIE',
  'FUNKTION',
  'LABOR',
  'SONSTIGE',
] as const;
export const KOSTENTRAEGER = ['GKV', 'PKV', 'EIGEN'] as const;
export const LEISTUNG_STATUS = ['GEPLANT', 'ERBRACHT', 'ABGERECHNET'] as const;
/** In the order of progress up to BILLED; the others are final states. */
export const HKP_STATUS = [
  'ENTWURF',
  'PRUEFUNG',
  'BEI_PATIENT',
  'BEI_KASSE',
  'BEI_GUTACHTER',
  'SOFORT',
  'UEBERARBEITEN',
  'ANGENOMMEN_OHNE_KASSE',
  'GENEHMIGT',
  'TERMINIERT',
  'IN_ARBEIT',
  'EINGEGLIEDERT',
  'ABGERECHNET',
  'ALTERNATIVE',
  'ABGELEHNT',
  'VERWORFEN',
] as const;
export const HKP_ART = ['ZE', 'PAR', 'KFO', 'KB', 'KVA', 'MKV', 'IMPLANTAT'] as const;
export const VERSORGUNGSART = ['REGEL', 'GLEICHARTIG', 'ANDERSARTIG', 'MISCH'] as const;
export const PAR_GRAD = ['A', 'B', 'C'] as const;
export const RECHNUNG_ART = ['PRIVAT', 'EIGENANTEIL', 'KZV', 'FACTORING'] as const;
export const ZAHLUNG_ART = ['ZAHLUNG', 'ABSCHREIBUNG', 'RUECKLASTSCHRIFT'] as const;
export const RECALL_STATUS = [
  'NAECHSTER_RECALLTERMIN',
  'RECALLTERMIN_VEREINBART',
  'RECALLTERMIN_ERINNERT',
] as const;
export const ARBEITSZEIT_TYP = ['BEHANDLUNG', 'VERWALTUNG', 'ABWESEND'] as const;
export const BEHANDLER_ART = ['ZAHNARZT', 'ASSISTENZ', 'PROPHYLAXE', 'VERTRETUNG'] as const;
export const FEHLZEIT_ART = ['KRANK', 'URLAUB', 'FORTBILDUNG'] as const;
export const KARIESRISIKO = ['NIEDRIG', 'MITTEL', 'HOCH'] as const;
export const GESCHLECHT = ['W', 'M', 'D', 'X', 'U'] as const;

// The way to and from the practice software: what may be set, which states a hand-over has, and what its troubles are called. Pure.

/** What a filed task can be handed over as: a GDT file with its PDF, a PDF with an index file, a FHIR R4 bundle. */
export type ExportTarget = 'gdt' | 'pdf' | 'fhir';
export const EXPORT_TARGETS: readonly ExportTarget[] = ['gdt', 'pdf', 'fhir'];

/** `ready`: every file is whole beside its place and has its name; from then on it is put there once, whatever happens. */
export type ExportState = 'queued' | 'ready' | 'done' | 'failed' | 'by_hand';
/** A file of a hand-over; its name is empty until it is put where the next free number decides. */
export interface ExportFile {
  readonly name: string;
  readonly sha256: string;
}

export type ImportKind = 'gdt' | 'vdds' | 'ical' | 'csv';
export type OnlineState = 'open' | 'matched' | 'cancelled' | 'dismissed';

/** Character sets of GDT field 9206: 1 is 7 bit, 2 is IBM CP437, 3 is ISO 8859-1. */
export type GdtCharset = 1 | 2 | 3;

export interface DoctosyncSettings {
  /** Folder that is watched; null: nothing is taken in. */
  readonly inFolder: string | null;
  /** What becomes of a file that was read. */
  readonly afterRead: 'delete' | 'move';
  /** Whoever the practice software hands over is noted as here. */
  readonly notesArrival: boolean;
  /** Folder that is written to; null: nothing is handed over. */
  readonly outFolder: string | null;
  /** Folder in which a scanner puts signed paper; null: none. */
  readonly scanFolder: string | null;
  readonly targets: Readonly<Record<ExportTarget, boolean>>;
  /** GDT ids, at most 8 characters: ours (8316) and that of the practice software (8315). */
  readonly ownId: string;
  readonly pvsId: string;
  readonly charset: GdtCharset;
  /** `unique`: a name of its own for each file; `counted`: `RECVSEND.001` … `.999`, the next that is free. */
  readonly gdtNames: 'unique' | 'counted';
  /** Device and procedure code, field 8402. */
  readonly testId: string;
  /** How the practice software sees the folder that is written to (`C:\PVS\IMPORT`); empty: as this machine does. */
  readonly pathForPvs: string;
}

export const NO_DOCTOSYNC: DoctosyncSettings = {
  inFolder: null,
  afterRead: 'delete',
  notesArrival: true,
  outFolder: null,
  scanFolder: null,
  targets: { gdt: false, pdf: false, fhir: false },
  ownId: 'MOLAR',
  pvsId: '',
  charset: 3,
  gdtNames: 'unique',
  testId: 'ALLG00',
  pathForPvs: '',
};

/** What a filed task is handed over as; nothing while no folder is named. */
export const targetsOf = (settings: DoctosyncSettings): readonly ExportTarget[] =>
  settings.outFolder === null ? [] : EXPORT_TARGETS.filter((one) => settings.targets[one]);

/** Why a folder cannot be used. `own_needed`: scans need one that nothing else uses. */
export type FolderProblem =
  | 'by_operator'
  | 'not_absolute'
  | 'not_found'
  | 'not_folder'
  | 'is_link'
  | 'not_writable'
  | 'inside_data'
  | 'inside_program'
  | 'shared'
  | 'own_needed';
export const FOLDER_PROBLEMS: readonly FolderProblem[] = [
  'by_operator',
  'not_absolute',
  'not_found',
  'not_folder',
  'is_link',
  'not_writable',
  'inside_data',
  'inside_program',
  'shared',
  'own_needed',
];

/** Why a hand-over does not go on. `folder_gone`: the drive is away or is another one. */
export type ExportTrouble =
  | 'by_operator'
  | 'folder_gone'
  | 'not_writable'
  | 'disk_full'
  | 'name_taken'
  | 'numbers_full'
  | 'no_settings'
  | 'no_person'
  | 'no_document'
  | 'pdf_failed'
  | 'internal';
export const EXPORT_TROUBLES: readonly ExportTrouble[] = [
  'by_operator',
  'folder_gone',
  'not_writable',
  'disk_full',
  'name_taken',
  'numbers_full',
  'no_settings',
  'no_person',
  'no_document',
  'pdf_failed',
  'internal',
];

/** Why a file was put aside; `text_kept`: it was taken, but for texts whose letters are not certain. */
export type ImportTrouble =
  | 'empty'
  | 'too_large'
  | 'not_a_file'
  | 'not_gdt'
  | 'cut_off'
  | 'unknown_kind'
  | 'other_receiver'
  | 'mixed'
  | 'no_number'
  | 'bad_number'
  | 'no_name'
  | 'bad_birth'
  | 'birth_unknown'
  | 'bad_charset'
  | 'other_person'
  | 'text_kept'
  | 'not_vdds'
  | 'not_ical'
  | 'bad_event'
  | 'long_series'
  | 'not_csv'
  | 'missing_column'
  | 'bad_row'
  | 'internal';
export const IMPORT_TROUBLES: readonly ImportTrouble[] = [
  'empty',
  'too_large',
  'not_a_file',
  'not_gdt',
  'cut_off',
  'unknown_kind',
  'other_receiver',
  'mixed',
  'no_number',
  'bad_number',
  'no_name',
  'bad_birth',
  'birth_unknown',
  'bad_charset',
  'other_person',
  'text_kept',
  'not_vdds',
  'not_ical',
  'bad_event',
  'long_series',
  'not_csv',
  'missing_column',
  'bad_row',
  'internal',
];

// The exchange with the practice software: settings, states of a hand-over, and texts of its
// problems. Pure.

/** Formats of a hand-over: a GDT file with its PDF, a PDF with an index file, a FHIR R4 bundle. */
export type ExportTarget = 'gdt' | 'pdf' | 'fhir';
export const EXPORT_TARGETS: readonly ExportTarget[] = ['gdt', 'pdf', 'fhir'];

/**
 * `ready`: every file is completely written next to its target and has its name; from then on it is
 * delivered exactly once, even after a crash.
 */
export type ExportState = 'queued' | 'ready' | 'done' | 'failed' | 'by_hand';
/** A file of a hand-over; its name is empty until delivery if the next free number decides it. */
export interface ExportFile {
  readonly name: string;
  readonly sha256: string;
}

export type ImportKind = 'gdt' | 'vdds' | 'ical' | 'csv';
export type OnlineState = 'open' | 'matched' | 'cancelled' | 'dismissed';

/** Character sets of GDT field 9206: 1 is 7 bit, 2 is IBM CP437, 3 is ISO 8859-1. */
export type GdtCharset = 1 | 2 | 3;

export interface DoctosyncSettings {
  /** Watched folder; null: nothing is read. */
  readonly inFolder: string | null;
  /** Handling of a file after reading. */
  readonly afterRead: 'delete' | 'move';
  /** A patient handed over by the practice software is marked as present. */
  readonly notesArrival: boolean;
  /** Output folder; null: nothing is handed over. */
  readonly outFolder: string | null;
  /** Folder of scanned signed papers; null: none. */
  readonly scanFolder: string | null;
  readonly targets: Readonly<Record<ExportTarget, boolean>>;
  /**
   * Accepted changes of master data are handed over as well, in the format of the papers; only a
   * program that takes them is sent them.
   */
  readonly sendsPersons: boolean;
  /** GDT ids, at most 8 characters: ours (8316) and that of the practice software (8315). */
  readonly ownId: string;
  readonly pvsId: string;
  readonly charset: GdtCharset;
  /**
   * `unique`: a unique name for each file; `counted`: `RECVSEND.001` … `.999`, the next that is
   * free.
   */
  readonly gdtNames: 'unique' | 'counted';
  /** Device and procedure code, field 8402. */
  readonly testId: string;
  /**
   * Path of the output folder as seen by the practice software (`C:\PVS\IMPORT`); empty: same as on
   * this machine.
   */
  readonly pathForPvs: string;
  /** Characters that the practice software takes in field 3000, the number of a patient. */
  readonly numberMost: number;
  /** Characters of a line in field 6227; longer comments take several lines. */
  readonly commentMost: number;
}

export const NO_DOCTOSYNC: DoctosyncSettings = {
  inFolder: null,
  afterRead: 'delete',
  notesArrival: true,
  outFolder: null,
  scanFolder: null,
  targets: { gdt: false, pdf: false, fhir: false },
  sendsPersons: false,
  ownId: 'MOLAR',
  pvsId: '',
  charset: 3,
  gdtNames: 'unique',
  testId: 'ALLG00',
  pathForPvs: '',
  numberMost: 10,
  commentMost: 60,
};

/** Returns the formats of the hand-over of a filed task; undefined while no folder is set. */
export const targetsOf = (
  settings: Pick<DoctosyncSettings, 'outFolder' | 'targets'>,
): readonly ExportTarget[] =>
  settings.outFolder === null ? [] : EXPORT_TARGETS.filter((one) => settings.targets[one]);

/**
 * Reasons why a folder cannot be used. `own_needed`: scans need a folder that nothing else uses.
 */
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

/** Reasons why a hand-over is stopped. `folder_gone`: the drive is missing or is another one. */
export type ExportTrouble =
  | 'by_operator'
  | 'folder_gone'
  | 'not_writable'
  | 'disk_full'
  | 'name_taken'
  | 'numbers_full'
  | 'no_settings'
  | 'no_person'
  | 'long_number'
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
  'long_number',
  'no_document',
  'pdf_failed',
  'internal',
];

/**
 * Reasons why a file was moved aside. Four are notes about a file that was read: `text_kept`, except
 * for texts whose characters are uncertain; `format_off`, all of it although lengths or line ends
 * differ from the standard; `names_left`, except for the named columns, keys or fields; `no_end`, although
 * its end is missing.
 */
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
  | 'format_off'
  | 'names_left'
  | 'no_end'
  | 'torn_line'
  | 'not_vdds'
  | 'not_ical'
  | 'bad_event'
  | 'long_series'
  | 'not_csv'
  | 'missing_column'
  | 'bad_row'
  | 'open_quote'
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
  'format_off',
  'names_left',
  'no_end',
  'torn_line',
  'not_vdds',
  'not_ical',
  'bad_event',
  'long_series',
  'not_csv',
  'missing_column',
  'bad_row',
  'open_quote',
  'internal',
];

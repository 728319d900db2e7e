// Output of the commands, in plain German; the same error codes as on the screen.

import { BACKUP_TROUBLES, type BackupPhase } from '../../../shared/operations/backup.ts';
import type { RecoverySheet } from '../../../shared/operations/backup.schema.ts';
import { germanMoment } from '../../../shared/base/dates.ts';
import type { BackupRunFacts } from '../../platform/db/schema/backup.ts';
import type { Say } from './container.ts';
import type { Decoded, KeyKind } from '../../../shared/operations/recovery-code.ts';
import type { RestoreResult } from './restore-result.ts';
import type { Copy, RollbackResult } from './rollback.ts';
import type { RunRow } from './store.ts';
import { BackupFailed, isTrouble, troubleOf } from './trouble.ts';

const when = (at: number | undefined): string =>
  at === undefined ? '–' : `${germanMoment(at)} Uhr`;
const size = (bytes: number): string =>
  bytes < 1e9
    ? `${(bytes / 1e6).toLocaleString('de-DE', { maximumFractionDigits: 1 })} MB`
    : `${(bytes / 1e9).toLocaleString('de-DE', { maximumFractionDigits: 2 })} GB`;
const count = (n: number | undefined, one: string, many: string): string =>
  `${(n ?? 0).toLocaleString('de-DE')} ${n === 1 ? one : many}`;

export const HELP = {
  backup: `npm run backup -- [--target ORDNER] [--sheet]
  --target  legt das Ziel fest: ein Ordner auf einem anderen Laufwerk
  --sheet   druckt ein neues Notfallblatt auf den Bildschirm und fragt zur Bestätigung seine letzte Gruppe
  Sichert sofort; geht auch, während Molar läuft.`,
  drill: `npm run drill -- [--from ORDNER] [--snapshot NAME] [--to ORDNER] [--code-file DATEI | --root-key DATEI]
  Stellt die neueste (oder die genannte) Sicherung in einem leeren Ordner her, prüft sie, öffnet Dokumente und räumt auf.
  Ohne --from: das eingerichtete Ziel; das Ergebnis steht dann auch in der Praxisansicht.`,
  restore: `npm run restore -- --from ORDNER [--snapshot NAME] [--to DATENORDNER] [--replace] [--code-file DATEI | --root-key DATEI]
  --from       der Ordner mit den Sicherungen
  --list       zählt die Sicherungen auf
  --snapshot   eine bestimmte Sicherung statt der neuesten
  --to         der Datenordner (sonst MOLAR_DATA oder ./data)
  --replace    stellt einen vorhandenen Datenordner beiseite (nichts wird gelöscht)
  --code-file  Datei mit dem Code des Notfallblatts; sonst wird er abgefragt
  --root-key   Datei mit dem Wurzelschlüssel statt des Notfallblatts
  --escrow     schreibt nur den Schlüssel für Schriftzüge vom Notfallblatt in eine Datei (PEM)
  Molar darf dabei nicht laufen.`,
  rollback: `npm run rollback -- [--to NAME | --to newest] [--yes] | [--plain] [--yes]
  Zählt die Kopien auf, die vor Aktualisierungen gemacht wurden, und setzt eine zurück. Molar darf dabei nicht laufen.
  --plain       schreibt die jetzige Datenbank unverschlüsselt, für eine Fassung, die verschlüsselte nicht öffnet; ihr Inhalt bleibt`,
} as const;
export const POSTGRES_OTHER =
  'In der Datenbank von DATABASE_URL liegt nichts, was dieses Programm kennt; nichts wurde geändert.';
export const POSTGRES_FULL =
  'In der Datenbank von DATABASE_URL liegen schon Daten. Bitte legen Sie eine leere an und nennen Sie diese; nichts wurde geändert.';
export const OLD_FORM =
  'Die Datenbank wartet auf eine Aktualisierung. Bitte starten Sie Molar einmal; dabei wird vorher gesichert.';
export const NO_TARGET = 'Es ist noch kein Ziel festgelegt: npm run backup -- --target ORDNER';
export const NO_BACKUP = 'Es gibt noch keine Sicherung, die geprobt werden kann: npm run backup';
export const NO_COPY =
  'Es gibt keine solche Kopie. Kopien entstehen, wenn eine neue Fassung von Molar die Datenbank ändert.';
export const NOTHING_DONE = 'Es wurde nichts geändert.';
export const IN_USE =
  'Molar läuft noch mit diesem Datenordner (oder stellt gerade wieder her). Bitte beenden Sie Molar zuerst.';
export const ASK_CODE = 'Code des Notfallblatts (13 Gruppen): ';
export const ASK_ESCROW = 'Schlüssel für Schriftzüge vom Notfallblatt (13 Gruppen): ';
export const escrowLine = (file: string): string =>
  `Geschrieben: ${file}. Bitte nach Gebrauch löschen.`;
export const CONFIRM =
  'Bitte drucken oder schreiben Sie das Blatt ab und geben Sie die letzte Gruppe des Wiederherstellungs-Codes ein: ';
export const NOT_CONFIRMED =
  'Das ist nicht die letzte Gruppe. Das Blatt gilt noch nicht; bitte beginnen Sie noch einmal mit --sheet.';
export const noData = (data: string): string => `In ${data} liegt keine Datenbank.`;

export function targetProblem(problem: string, target: string): string {
  const reasons: Record<string, string> = {
    not_absolute: 'ist kein vollständiger Pfad',
    not_found: 'gibt es nicht',
    not_folder: 'ist kein Ordner',
    not_writable: 'ist nicht beschreibbar',
    inside_data: 'liegt im Datenordner; eine Sicherung gehört auf ein anderes Laufwerk',
    inside_program: 'liegt im Ordner des Programms; eine Sicherung gehört auf ein anderes Laufwerk',
  };
  return `${target} ${reasons[problem] ?? problem}.`;
}
export function codeFault(
  decoded: Extract<Decoded, { fault: string }>,
  wanted: KeyKind = 'recovery',
): string {
  if (decoded.fault === 'length') return 'Das sind nicht 13 Gruppen zu je 5 Zeichen.';
  if (decoded.fault === 'other_key')
    return wanted === 'recovery'
      ? 'Das ist der Schlüssel für Schriftzüge. Bitte nehmen Sie den Wiederherstellungs-Code darüber.'
      : 'Das ist der Wiederherstellungs-Code. Bitte nehmen Sie den Schlüssel für Schriftzüge darunter.';
  return `Tippfehler in Gruppe ${decoded.groups.join(', ')}. Bitte prüfen Sie diese Zeichen auf dem Blatt.`;
}

const PHASES: Record<BackupPhase, string> = {
  waiting: 'Wartet',
  database: 'Datenbank wird kopiert',
  checking: 'Datenbank wird geprüft',
  files: 'Dateien',
  encrypting: 'Wird verschlüsselt',
  tidying: 'Altes wird entfernt',
  reading: 'Wird entschlüsselt',
  audit: 'Protokoll wird geprüft',
  documents: 'Dokumente werden geöffnet',
};
/** Prints progress as one line that is redrawn. */
export const sayer =
  (t: { progress(line: string): void }): Say =>
  (phase, done, of) => {
    t.progress(`  ${PHASES[phase]}${of > 0 ? ` ${Math.floor((100 * done) / of)} %` : ''} …`);
  };

export const backupLines = ({ ok, code, facts }: RunRow): string[] =>
  ok
    ? [
        `Gesichert: ${count(facts.patients, 'Patient', 'Patienten')}, ${count(facts.documents, 'Dokument', 'Dokumente')}, ${size(facts.bytes ?? 0)}; ${count(facts.copied, 'Datei', 'Dateien')} neu am Ziel.`,
        `  ${facts.snapshot ?? ''}`,
        ...((facts.missing ?? 0) > 0
          ? [
              `ACHTUNG: ${count(facts.missing, 'Datei fehlt oder ist', 'Dateien fehlen oder sind')} beschädigt und konnten nicht gesichert werden.`,
            ]
          : []),
      ]
    : [`Nicht gesichert. ${isTrouble(code) ? BACKUP_TROUBLES[code].de : ''}`];
export const drillLines = (ok: boolean, code: string | null, f: BackupRunFacts): string[] =>
  ok
    ? [
        `Die Sicherung vom ${when(f.takenAt)} lässt sich wiederherstellen.`,
        `  ${count(f.patients, 'Patient', 'Patienten')}, ${count(f.documents, 'Dokument', 'Dokumente')}, ${count(f.files, 'Datei', 'Dateien')}; Protokoll lückenlos (${count(f.auditRows, 'Zeile', 'Zeilen')}); ${count(f.opened, 'Dokument', 'Dokumente')} geöffnet und Siegel geprüft.`,
      ]
    : [`Die Probe ist gescheitert. ${isTrouble(code) ? BACKUP_TROUBLES[code].de : ''}`];
export const snapshotLine = (
  name: string,
  at: number,
  bytes: number,
  rootKeyId: string | undefined,
): string =>
  `${name}  ${when(at)}  ${size(bytes)}${rootKeyId === undefined ? '' : `  Wurzelschlüssel ${rootKeyId}`}`;

export function restoreLines(r: RestoreResult, data: string): string[] {
  return [
    `Wiederhergestellt in ${data}: Stand vom ${when(r.takenAt)}.`,
    `  ${count(r.patients, 'Patient', 'Patienten')}, ${count(r.documents, 'Dokument', 'Dokumente')}, ${count(r.files - r.missing.length, 'Datei', 'Dateien')}; Protokoll lückenlos (${count(r.auditRows, 'Zeile', 'Zeilen')}).`,
    ...(r.later > 0
      ? [
          `  ACHTUNG: ${count(r.later, 'Sicherung trägt', 'Sicherungen tragen')} ein Datum, das nach der Uhr dieses Rechners noch kommt, und ${r.later === 1 ? 'wurde' : 'wurden'} übergangen. --list zeigt alle, --snapshot NAME nimmt eine bestimmte.`,
        ]
      : []),
    ...(r.missing.length > 0
      ? [
          `  ACHTUNG: ${count(r.missing.length, 'Datei fehlt', 'Dateien fehlen')} in der Sicherung:`,
          ...r.missing.map((m) => `    ${m}`),
        ]
      : []),
    ...(r.revoked > 0
      ? [
          `  ${count(r.revoked, 'Abmeldung', 'Abmeldungen')} von Tablets, Konten oder Links nach der Sicherung ${r.revoked === 1 ? 'gilt' : 'gelten'} weiter.`,
        ]
      : []),
    ...(r.movedTo === undefined
      ? []
      : [
          r.carried === undefined
            ? '  Die bisherige Datenbank ließ sich nicht lesen; was Tablets ihr gesendet haben, konnte nicht übernommen werden.'
            : r.carried === 0
              ? '  Tablets hatten der bisherigen Datenbank seit der Sicherung nichts gesendet.'
              : `  ${count(r.carried, 'Sendung von Tablets wird', 'Sendungen von Tablets werden')} aus der bisherigen Datenbank übernommen und beim nächsten Start eingetragen.`,
          `  Der frühere Datenordner steht unverändert in ${r.movedTo}.`,
        ]),
    '',
    'So geht es weiter:',
    '  1. npm start. Alle melden sich neu an; Einmal-Links von vorher gelten nicht mehr.',
    '  2. Tablets eingeschaltet lassen: Sie senden von selbst, was sie seit der Sicherung noch haben.',
    `  3. Was am Empfang nach ${when(r.takenAt)} eingegeben wurde (Mappen, Patienten, Einstellungen), fehlt und muss neu eingegeben werden.`,
    '  4. In der Praxisansicht unter Einstellungen › Sicherung Ziel und Notfallblatt prüfen.',
  ];
}
export const copyLines = (copies: readonly Copy[]): string[] => [
  'Kopien von vor Aktualisierungen, die neueste zuerst:',
  ...copies.map(
    (c) =>
      `  ${c.name}  ${when(c.at)}  ${count(c.facts.counts.patient, 'Patient', 'Patienten')}, ${count(c.facts.counts.document, 'Dokument', 'Dokumente')}`,
  ),
  'Zurück: npm run rollback -- --to NAME',
];
export const SURE_PLAIN =
  'Die Datenbank unverschlüsselt schreiben? Wer den Datenordner kopiert, kann sie dann lesen. Ihr Inhalt bleibt. [ja/nein] ';
export const plainLine = (isDone: boolean): string =>
  isDone
    ? 'Die Datenbank ist jetzt unverschlüsselt. Starten Sie die Fassung davor; eine neuere verschlüsselt sie wieder.'
    : 'Hier liegt keine verschlüsselte Datenbank. Es wurde nichts geändert.';
export const sureToGoBack = (c: Copy): string =>
  `Die Datenbank auf den Stand vom ${when(c.at)} zurücksetzen? Was Tablets danach gesendet haben, wird übernommen; was am Empfang eingegeben wurde, bleibt nur in der beiseite gestellten Datei. [ja/nein] `;
export function rollbackLines({ copy, aside, newer, carried }: RollbackResult): string[] {
  const rows: [string, string, string][] = [
    ['op', 'Sendung von Tablets', 'Sendungen von Tablets'],
    ['task', 'Unterlage', 'Unterlagen'],
    ['document', 'Dokument', 'Dokumente'],
    ['patient', 'Patient', 'Patienten'],
    ['audit', 'Zeile im Protokoll', 'Zeilen im Protokoll'],
  ];
  return [
    `Die Datenbank steht auf dem Stand vom ${when(copy.at)}.`,
    `  Sie gehört zu der Fassung von Molar, deren letzte Änderung ${copy.tag} ist: bitte diese Fassung starten. Eine neuere ändert die Datenbank wieder (und sichert vorher).`,
    newer === undefined
      ? '  Die bisherige Datenbank ließ sich nicht mehr lesen.'
      : `  Seitdem kamen hinzu: ${rows.map(([t, one, many]) => count(newer[t], one, many)).join(', ')}.`,
    carried === undefined
      ? '  Was Tablets seitdem gesendet haben, ließ sich nicht übernehmen; es steht nur in der beiseite gestellten Datei.'
      : `  ${count(carried, 'Sendung von Tablets wird', 'Sendungen von Tablets werden')} übernommen und beim nächsten Start noch einmal eingetragen (Unterschriften gehen nicht verloren).`,
    `  Die bisherige Datenbank liegt in ${aside}.`,
    '  Tablets senden von selbst, was sie noch haben; alle melden sich neu an.',
  ];
}
export function sheetLines(sheet: RecoverySheet): string[] {
  const lines = (groups: readonly string[]): string[] =>
    [0, 5, 10].map((at) => `    ${groups.slice(at, at + 5).join(' ')}`);
  return [
    '',
    'NOTFALLBLATT – auf Papier, nicht auf diesem Rechner aufbewahren',
    `Gemacht am ${when(sheet.createdAt)}; Fingerabdruck ${sheet.recovery.fingerprint}`,
    '',
    '  Wiederherstellungs-Code (öffnet die Sicherungen)',
    ...lines(sheet.recovery.groups),
    ...sheet.practices.flatMap((p) => [
      '',
      `  Schlüssel für Schriftzüge: ${p.name}`,
      ...(p.key
        ? lines(p.key.groups)
        : ['    steht auf einem früheren Blatt oder liegt auf einem anderen Datenträger']),
    ]),
    '',
    `  Im Notfall: ${sheet.command}`,
    '',
  ];
}
export function failureLines(error: unknown): string[] {
  const trouble = troubleOf(error, 'data');
  const detail =
    error instanceof BackupFailed
      ? error.message.replace(/^[a-z_]+(: )?/, '')
      : error instanceof Error
        ? error.message
        : String(error);
  return [BACKUP_TROUBLES[trouble].de, ...(detail === '' ? [] : [`  (${detail})`])];
}

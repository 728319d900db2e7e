// Words of a mail about troubles of the server: what fails, and what helps.

import type { Trouble } from '../../../shared/operations/troubles.ts';

export const TROUBLE_WORDS: Readonly<Record<Trouble, { de: string; en: string }>> = {
  database: {
    de: 'Die Datenbank antwortet nicht. Prüfen Sie, ob sie läuft.',
    en: 'The database does not answer. Check whether it runs.',
  },
  damage: {
    de: 'Die Datenbank ist beschädigt. Spielen Sie die letzte gute Sicherung zurück (npm run restore).',
    en: 'The database is damaged. Restore the last good backup (npm run restore).',
  },
  entries: {
    de: 'Einzelne gespeicherte Einträge sind beschädigt und lassen sich nicht lesen; alles andere funktioniert. Die Seite Sicherung nennt sie. Nur eine frühere Sicherung enthält sie noch: Heben Sie die vorhandenen Sicherungen auf.',
    en: 'Single stored entries are damaged and cannot be read; everything else works. The backup page names them. Only an earlier backup still contains them: keep the backups you have.',
  },
  files: {
    de: 'Dateien lassen sich nicht speichern. Prüfen Sie den Ordner der Daten und seine Rechte.',
    en: 'Files cannot be stored. Check the data folder and its permissions.',
  },
  disk: {
    de: 'Auf der Festplatte sind weniger als 200 MB frei. Schaffen Sie Platz.',
    en: 'Less than 200 MB are free on the disk. Make room.',
  },
  keys: {
    de: 'Die Schlüssel der Praxis lassen sich nicht öffnen. Prüfen Sie, ob root.key der richtige ist.',
    en: 'The keys of the practice cannot be opened. Check whether root.key is the right one.',
  },
  renderer: {
    de: 'Dokumente können nicht gedruckt werden: Das Programm ist unvollständig. Installieren Sie es neu.',
    en: 'Documents cannot be printed: the program is incomplete. Install it again.',
  },
  judging: {
    de: 'Abgaben von Tablets sind gespeichert, können aber nicht angezeigt werden. Das Log nennt den Grund.',
    en: 'Submissions of tablets are stored but cannot be shown. The log gives the reason.',
  },
  clock: {
    de: 'Die Uhr des Rechners wurde verstellt. Prüfen Sie Datum und Uhrzeit.',
    en: 'The clock of the computer was changed. Check date and time.',
  },
  mail: {
    de: 'E-Mails werden nicht zugestellt. Sie werden weiter versucht; prüfen Sie den Mailserver.',
    en: 'E-mails are not delivered. They are tried again; check the mail server.',
  },
  timeService: {
    de: 'Der Zeitstempeldienst antwortet nicht. Unterschriften sind besiegelt; Zeitstempel werden nachgeholt.',
    en: 'The time stamp service does not answer. Signatures are sealed; time stamps are added later.',
  },
  relay: {
    de: 'Das Relay ist nicht erreichbar: Handys außerhalb der Praxis kommen nicht an. In der Praxis geht alles weiter. Prüfen Sie den Weg ins Internet; das Log nennt den Grund (relay.down).',
    en: 'The relay cannot be reached: phones outside of the practice do not get through. Inside the practice everything works. Check the way to the internet; the log gives the reason (relay.down).',
  },
  certificateEarly: {
    de: 'Ein Zertifikat oder eine Vertrauensliste endet in weniger als 90 Tagen. Die Seite „Siegel prüfen“ nennt sie.',
    en: 'A certificate or a trust list ends in less than 90 days. The page “Check a seal” names it.',
  },
  certificate: {
    de: 'Ein Zertifikat oder eine Vertrauensliste endet in weniger als 30 Tagen. Die Seite „Siegel prüfen“ nennt sie. Das Zertifikat für https erneuert npm run tls -- --renew, das eines Zeitstempeldienstes holt npm run tsa.',
    en: 'A certificate or a trust list ends in less than 30 days. The page “Check a seal” names it. npm run tls -- --renew renews the https certificate, npm run tsa takes that of a time stamp service.',
  },
  certificateLast: {
    de: 'Ein Zertifikat oder eine Vertrauensliste endet in weniger als 7 Tagen oder ist schon zu Ende. Die Seite „Siegel prüfen“ nennt sie. Ohne Zertifikat für https öffnen sich Praxis-App und Tablets nicht mehr.',
    en: 'A certificate or a trust list ends in less than 7 days, or has ended. The page “Check a seal” names it. Without an https certificate, practice app and tablets do not open any more.',
  },
  slow: {
    de: 'Der Server prüft sich nicht zu Ende: Er ist überlastet oder ein Laufwerk antwortet nicht. Das Log und /readyz nennen, welche Prüfung ohne Antwort ist.',
    en: 'The server does not finish its checks: it is overloaded or a drive does not answer. The log and /readyz name the check without an answer.',
  },
};

// The letter stored with every backup, for the reader whose server is dead.

export const README = `MOLAR – SICHERUNG                                        (English below)

Dieser Ordner enthält verschlüsselte Sicherungen einer Zahnarztpraxis.
Bitte nichts umbenennen, verschieben oder löschen.

So stellen Sie wieder her:
  1. Molar auf einem Rechner einrichten (npm ci), den Server NICHT starten.
  2. Das Notfallblatt der Praxis bereitlegen (auf Papier).
  3. npm run restore -- --from DIESER-ORDNER
     Der Code des Notfallblatts wird dabei abgefragt.
  4. npm start. Die Tablets melden sich von selbst und senden, was sie noch haben.

Ohne Notfallblatt oder den Wurzelschlüssel (root.key) lässt sich nichts öffnen.
Welchen Wurzelschlüssel eine Sicherung braucht: npm run restore -- --from DIESER-ORDNER --list
"revoked.jsonl" nennt abgemeldete Tablets, "erased.jsonl" gelöschte Akten (ohne Namen); beide müssen bei der Sicherung bleiben.

------------------------------------------------------------------------------

This folder holds encrypted backups of a dental practice.
Please do not rename, move or delete anything.

To restore:
  1. Install Molar on a machine (npm ci); do NOT start the server.
  2. Have the practice's recovery sheet (paper) at hand.
  3. npm run restore -- --from THIS-FOLDER
     You will be asked for the code of the recovery sheet.
  4. npm start. The tablets come back by themselves and send what they hold.

Nothing can be opened without the recovery sheet or the root key (root.key).
Which root key a backup needs: npm run restore -- --from THIS-FOLDER --list
"revoked.jsonl" names revoked tablets, "erased.jsonl" erased records (no names); both must stay with the backup.
`;

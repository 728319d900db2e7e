// Texts of `npm run demo:data`.

export const USAGE = [
  'Aufruf: npm run demo:data -- --template small|medium|large --years N --seed S [--today JJJJ-MM-TT] [--out ORDNER [--practices N]] [--practice CID]',
  '  --out ORDNER     schreibt CSV-Dateien, die „npm run import“ liest; daneben ORDNER.wahrheit.json mit dem, was beim Erfinden gezählt wurde',
  '  --practices N    N verschiedene Praxen in ORDNER/praxis-1 …, als synthetisch gekennzeichnet',
  '  ohne --out       liefert in die Demopraxis ein (oder in die Praxis von --practice); nie bei MOLAR_ENV=prod',
].join('\n');
export const PROD =
  'Erfundene Daten kommen in keine echte Praxis (MOLAR_ENV=prod). Mit --out schreiben Sie Dateien.';
export const NO_PRACTICE =
  'Es gibt hier keine Demopraxis. Starten Sie einmal „npm start“, oder nennen Sie eine Praxis mit --practice.';
export const OLD_FORM =
  'Die Datenbank hat noch die Form eines älteren Programms. Bitte starten Sie Molar einmal.';
export const number = (n: number): string => n.toLocaleString('de-DE');
export const made = (rows: number, seconds: number, where: string): string =>
  `${number(rows)} Zeilen in ${seconds.toLocaleString('de-DE', { maximumFractionDigits: 1 })} s: ${where}`;

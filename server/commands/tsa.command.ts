// `npm run tsa`: asks the configured time-stamp service for a token, prints the certificates it
// brings, and with `--save FILE` adds the highest one to the trusted roots after a confirmation.

import { readFile, writeFile } from 'node:fs/promises';
import { parseConfig } from '../platform/config/parse-config.ts';
import { certificatePem } from '../paper/seal/authority.ts';
import { offeredRoot, type OfferedRoot } from './offered-root.ts';
import { readRoots, RootsError } from '../paper/seal/trusted-roots.ts';
import { tsaClient, TsaError, type Tsa } from '../paper/seal/tsa.ts';
import { berlinDay } from '../../shared/base/dates.ts';

interface Terminal {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  ask(question: string): Promise<string>;
}

const USAGE = 'Aufruf: npm run tsa [-- --save DATEI.pem]',
  /** Characters of the fingerprint that a person types after comparing it. */
  TYPED = 8;

/** Returns a fingerprint as printed by other programs: capitals in pairs. */
const paired = (sha256: string): string => (sha256.toUpperCase().match(/../g) ?? []).join(':');

const absent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Reads a file that may not exist yet. */
const bytesOf = async (file: string): Promise<Uint8Array> =>
  readFile(file).catch((error: unknown) => {
    if (absent(error)) return new Uint8Array();
    throw error;
  });

function printChain({ chain, isPartial }: OfferedRoot, print: Terminal['print']): void {
  print('Zertifikate, die der Dienst mitschickt, sein eigenes zuerst:');
  for (const { subject, notAfter, sha256 } of chain)
    print(`  ${subject}\n    gültig bis ${berlinDay(notAfter)}\n    SHA-256 ${paired(sha256)}`);
  if (isPartial)
    print(
      'Das oberste ist keine Wurzel: Der Dienst schickt sie nicht mit. Vertrauen kann man auch diesem Zertifikat; es endet aber früher.',
    );
}

/**
 * Adds a certificate to a PEM file.
 * @returns the exit code
 */
async function save(
  offered: OfferedRoot,
  file: string,
  { print, ask }: Pick<Terminal, 'print' | 'ask'>,
): Promise<number> {
  const end = (offered.chain.at(-1)?.sha256 ?? '').slice(-TYPED).toUpperCase();
  print(
    'Vergleichen Sie den letzten Fingerabdruck mit dem, den der Dienst selbst veröffentlicht (Vertrag, Webseite).',
  );
  const typed = await ask(`Stimmt er, dann seine letzten ${TYPED} Zeichen eingeben: `);
  if (typed.toUpperCase().replaceAll(/[\s:]/g, '') !== end) {
    print('Das sind nicht die letzten Zeichen. Nichts wurde geschrieben.');
    return 1;
  }
  const before = Buffer.from(await bytesOf(file)).toString('latin1');
  const text = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${certificatePem(offered.certificate)}\n`;
  // Read before it is written: a broken file would stop the next start of the server.
  readRoots(Buffer.from(text, 'latin1'));
  await writeFile(file, text);
  print(`Geschrieben. Einstellung: MOLAR_TSA_ROOTS=${file}, danach Molar neu starten.`);
  return 0;
}

/**
 * Runs the command.
 * @param stampWith creates the client of a service; tests pass their own
 * @returns the exit code: 0 when done, 1 when the service or the configuration is wrong or the
 * confirmation does not match, 2 for unknown arguments
 */
export async function runTsa(
  { args, env, print, ask }: Terminal,
  stampWith: (url: string) => Tsa = (url) => tsaClient(url, fetch),
): Promise<number> {
  const [flag, file] = args;
  if (args.length > 0 && (flag !== '--save' || file === undefined || args.length > 2)) {
    print(USAGE);
    return 2;
  }
  const { config, problems } = parseConfig(env);
  for (const line of problems ?? []) print(line);
  if (!config) return 1;
  if (config.tsaUrl === undefined) {
    print('Kein Zeitstempeldienst eingerichtet. Setzen Sie MOLAR_TSA_URL auf seine Adresse.');
    return 1;
  }
  try {
    const { tsaRootsFile } = config;
    const roots = tsaRootsFile === undefined ? [] : readRoots(await readFile(tsaRootsFile));
    const offered = await offeredRoot(stampWith(config.tsaUrl), roots);
    print(`Zeitstempeldienst: ${config.tsaUrl}`);
    printChain(offered, print);
    if (offered.isTrusted) {
      print('Diesem Dienst wird schon vertraut (MOLAR_TSA_ROOTS).');
      return 0;
    }
    if (file !== undefined) return await save(offered, file, { print, ask });
    print('Diesem Dienst wird noch nicht vertraut. Aufnehmen: npm run tsa -- --save DATEI.pem');
    return 0;
  } catch (error) {
    if (!(error instanceof TsaError) && !(error instanceof RootsError)) throw error;
    print(
      error instanceof TsaError
        ? `Der Dienst antwortet nicht, wie er soll: ${error.message}. Prüfen Sie MOLAR_TSA_URL und den Weg ins Internet.`
        : `Die Datei der Wurzeln ist nicht lesbar: ${error.message}.`,
    );
    return 1;
  }
}

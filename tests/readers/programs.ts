// Independent programs that check our files: pdfsig, qpdf, openssl, certutil, pdftotext and PDFBox
// Preflight; each must be installed.
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Ran = { readonly code: number; readonly text: string };

/** Runs a program and returns its exit code and output. @throws if the program is missing */
export function run(program: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [...args],
      { maxBuffer: 16 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C.UTF-8' } },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number')
          reject(new Error(`${program} is missing (${error.code ?? error.message})`));
        else
          resolve({
            code: typeof error?.code === 'number' ? error.code : 0,
            text: stdout + stderr,
          });
      },
    );
  });
}

/**
 * Debian keeps Java libraries in one folder; Preflight still needs modules that Java dropped with
 * version 11.
 */
const JARS = [
  'preflight',
  'pdfbox2',
  'fontbox2',
  'xmpbox',
  'commons-logging',
  'javax.activation',
  'jaxb-api',
];

/**
 * Returns PDFBox Preflight's verdict on files as PDF/A-1b, by name: for one file, or for all of a
 * folder, which costs one start of Java.
 */
export function preflight(path: string): Promise<Ran> {
  const folder = process.env['PDFBOX_JARS'] ?? '/usr/share/java';
  const paths = JARS.map((jar) => join(folder, `${jar}.jar`));
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0)
    throw new Error(
      `missing: ${missing.join(', ')} (Debian: libpdfbox2-java libactivation-java libjaxb-api-java)`,
    );
  return run('java', [
    '-cp',
    paths.join(':'),
    'org.apache.pdfbox.preflight.Validator_A1b',
    ...(statSync(path).isDirectory() ? ['group'] : []),
    path,
  ]);
}

/** Returns a file of ours as of its seal: without later document time stamps. */
export function sealedPart(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const ends = [...text.matchAll(/\/ByteRange ?\[ ?\d+ \d+ (\d+) (\d+) *\]/g)].map(
    ([, from, length]) => Number(from) + Number(length),
  );
  return bytes.subarray(0, Math.min(...ends));
}

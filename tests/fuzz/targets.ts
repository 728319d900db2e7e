/**
 * The readers of foreign bytes, each with what it may answer: an error that it does not announce is
 * a finding.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { AppError } from '../../shared/base/errors.ts';
import { packFrame, PROTO } from '../../shared/exchange/sync.ts';
import { decodeText } from '../../shared/records/charset.ts';
import { readGdt } from '../../shared/records/gdt.ts';
import { isVddsPerson, namesTwoPeople, readIni, vddsPerson } from '../../shared/records/vdds.ts';
import {
  eachRow,
  FileRefused,
  headOf,
  writingOf,
} from '../../server/analytics/collector/csv/text-of.ts';
import { checkHere } from '../../server/desk/forms/library/form-check.ts';
import { readFrame } from '../../server/desk/sync/read-frame.ts';
import { verifyPdf } from '../../server/paper/seal/verify-pdf.ts';
import { strongPdf, weakPdf } from '../support/encrypted-pdf.ts';
import { pdfPictures, ScanError } from '../../server/records/papers/pdf-pictures.ts';
import { readCsvTermine } from '../../server/records/transfer/read-csv.ts';
import { readIcal } from '../../server/records/transfer/read-ical.ts';

export interface Target {
  /** First inputs, which the reader accepts. */
  seeds: (root: string) => Uint8Array[];
  /** Words of the format that mutations put in. */
  words: readonly string[];
  /** A single input may take this long (ms); several times the limit of its caller at most. */
  limitMs: number;
  /**
   * Reads once.
   * @returns whether the reader accepted the bytes
   * @throws on a finding
   */
  run: (bytes: Uint8Array) => boolean | Promise<boolean>;
}

const NOW = Date.parse('2026-11-20T08:00:00Z');
const bytesOf = (text: string, set: BufferEncoding = 'utf8'): Uint8Array => Buffer.from(text, set);
const lines = (...all: string[]): string => [...all, ''].join('\r\n');

/** The answer of a reader, which must be possible to write down. */
const isOk = (answer: { readonly ok: boolean }): boolean =>
  JSON.stringify(answer) !== '' && answer.ok;

/** Runs a reader whose announced errors are answers. */
async function allowing(
  work: () => unknown,
  isAnnounced: (error: unknown) => boolean,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!isAnnounced(error)) throw error;
    return false;
  }
}

const gdtLine = (id: string, value: string): string =>
  `${String(value.length + 9).padStart(3, '0')}${id}${value}`;
const GDT = lines(
  gdtLine('8000', '6301'),
  gdtLine('8100', '00150'),
  gdtLine('9206', '3'),
  gdtLine('3000', '1001'),
  gdtLine('3101', 'Groß'),
  gdtLine('3102', 'Anna'),
  gdtLine('3103', '04031941'),
  gdtLine('3110', '2'),
);
const VDDS = lines(
  '[PATIENT]',
  'PATID="1001"',
  'LASTNAME=Groß',
  'FIRSTNAME=Anna',
  'BIRTHDAY=19410304',
  '[PATID]',
  'READY=0',
);
const ICAL = lines(
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//x//DE',
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:u1',
  'DTSTAMP:20261101T080000Z',
  'DTSTART;TZID=Europe/Berlin:20261121T090000',
  'DURATION:PT30M',
  'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO,TU',
  'EXDATE;TZID=Europe/Berlin:20261128T090000',
  'SUMMARY:Groß\\, Anna',
  'ATTENDEE;CN="Anna":mailto:a@example.org',
  'END:VEVENT',
  'END:VCALENDAR',
);
const CSV = lines(
  'uid;datum;uhrzeit;dauer;nachname;vorname;geburtsdatum;status',
  'u1;21.11.2026;09:00;30;Groß;"Anna; Maria";04.03.1941;gebucht',
  'u2;2026-11-22;10:15;15;Kurz;Tom;1980-01-31;storniert',
);

/** A PDF with a table of references that is right, or an object stream. */
function pdf(isPacked: boolean): Uint8Array {
  const parts = ['%PDF-1.7\n'],
    offsets: number[] = [];
  const object = (text: string): void => {
    offsets.push(parts.join('').length);
    parts.push(`${offsets.length} 0 obj\n${text}\nendobj\n`);
  };
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object('<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>');
  object(
    '<< /Type /Page /Parent 2 0 R /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>',
  );
  const content = deflateSync('q 595 0 0 842 0 0 cm /I Do Q').toString('latin1');
  object(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content}\nendstream`);
  const picture = deflateSync(Buffer.alloc(600 * 400, 0x80)).toString('latin1');
  object(
    `<< /Type /XObject /Subtype /Image /Width 600 /Height 400 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${picture.length} >>\nstream\n${picture}\nendstream`,
  );
  if (isPacked) {
    const packed = deflateSync('7 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>').toString(
      'latin1',
    );
    object(
      `<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
    );
  }
  const at = parts.join('').length;
  parts.push(
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`,
    ...offsets.map((one) => `${String(one).padStart(10, '0')} 00000 n \n`),
    `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
  );
  return bytesOf(parts.join(''), 'latin1');
}

const frame = (): Uint8Array => {
  const op = {
    id: '0190a000-0000-7000-8000-000000000001',
    n: 1,
    kind: 'task.start',
    taskId: '',
    taskRev: 0,
    schema: 1,
    at: NOW,
    mono: 5,
    sealed: 'none',
    len: 4,
    sha256: 'a'.repeat(64),
  };
  return packFrame(
    {
      proto: PROTO,
      device: '0190a000-0000-7000-8000-000000000002',
      inc: 'i'.repeat(16),
      epoch: 'e',
      ops: [op],
    },
    [new Uint8Array([1, 2, 3, 4])],
  );
};

/** The smallest shipped forms, and one with the parts that foreign forms have. */
function forms(root: string): Uint8Array[] {
  const folder = path.join(root, 'catalog/forms');
  const smallest = readdirSync(folder)
    .filter((file) => /^[a-z-]+@\d+\.json$/.test(file))
    .map((file) => path.join(folder, file))
    .sort((a, b) => statSync(a).size - statSync(b).size)
    .slice(0, 1);
  const small = {
    resourceType: 'Questionnaire',
    status: 'active',
    title: 'Kurz',
    language: 'de',
    item: [
      {
        linkId: 'a',
        text: 'Zahl?',
        type: 'integer',
        extension: [
          { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 1 },
          {
            url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
            valueExpression: {
              language: 'text/fhirpath',
              expression: "%resource.item.where(linkId='a').answer.value + 1",
            },
          },
        ],
      },
      {
        linkId: 'b',
        text: 'Was?',
        type: 'choice',
        enableWhen: [{ question: 'a', operator: '>', answerInteger: 3 }],
        answerOption: [{ valueCoding: { code: 'x', display: 'X' } }, { valueString: 'Y' }],
      },
    ],
  };
  return [...smallest.map((file) => readFileSync(file)), bytesOf(JSON.stringify(small))];
}

const rowsOf = async (bytes: Uint8Array): Promise<void> => {
  const source = async function* () {
    yield bytes;
  };
  const writing = await writingOf(source),
    { separator } = await headOf(source, writing.charset, 3);
  let count = 0;
  for await (const sent of eachRow(source, writing, separator, () => (count += 1)))
    if (sent > bytes.length) throw new Error(`${sent} bytes read of ${bytes.length}`);
};

export const TARGETS: Readonly<Record<string, Target>> = {
  gdt: {
    seeds: () => [bytesOf(GDT, 'latin1'), bytesOf(GDT.replace('6301', '6302'))],
    words: ['8000', '8100', '9206', '3103', '\r\n', '\n', '0138000', '99999', '\u001a'],
    limitMs: 1000,
    run: (bytes) => isOk(readGdt(bytes)),
  },
  vdds: {
    seeds: () => [bytesOf(VDDS, 'latin1')],
    words: ['[PATIENT]', 'PATID=', 'BIRTHDAY=', '"', ';', '#', '[', ']', '=', '\r\n'],
    limitMs: 1000,
    run: (bytes) => {
      const { text, isSure } = decodeText(bytes, 'latin1');
      const ini = readIni(text);
      namesTwoPeople(text);
      return isVddsPerson(ini) && isOk(vddsPerson(ini, '2026-11-20', isSure));
    },
  },
  ical: {
    seeds: () => [bytesOf(ICAL)],
    words: [
      'BEGIN:VEVENT\r\n',
      'END:VEVENT\r\n',
      'RRULE:FREQ=SECONDLY',
      'INTERVAL=0',
      'UNTIL=99991231T235959Z',
      'RECURRENCE-ID:20261121T090000',
      'DTSTART;VALUE=DATE:20261121',
      'BYMONTHDAY=31',
      'BYSETPOS=-1',
      'TZID=X',
      'METHOD:CANCEL\r\n',
      'P1W',
      '-PT1S',
    ],
    limitMs: 3000,
    run: (bytes) => isOk(readIcal(bytes, NOW)),
  },
  csv: {
    seeds: () => [bytesOf(CSV), bytesOf(CSV.replaceAll(';', ','), 'latin1')],
    words: [';', ',', '\t', '"', '""', '\r', '\n', '\ufeff', '31.02.2026', '24:00', '1e9', '\0'],
    limitMs: 1000,
    run: async (bytes) => {
      const isRead = isOk(readCsvTermine(bytes)),
        isTable = await allowing(
          () => rowsOf(bytes),
          (error) => error instanceof FileRefused,
        );
      return isRead && isTable;
    },
  },
  pdf: {
    seeds: () => [pdf(false), pdf(true), weakPdf, strongPdf],
    words: [
      '<<',
      '>>',
      '[',
      ']',
      '(',
      ')',
      ' 0 R',
      ' 0 obj',
      'endobj',
      'stream\n',
      'endstream',
      '/Length 999999999',
      '/Prev 0',
      '/Kids [2 0 R]',
      '/Parent 3 0 R',
      '/Filter [/FlateDecode /FlateDecode]',
      '/DecodeParms << /Predictor 12 /Columns 0 >>',
      '/Width 2147483647',
      'startxref\n0',
      '/Encrypt 1 0 R',
      '/V 4 /R 4 /StmF /Identity',
      '/EncryptMetadata false',
      '/Filter [/Crypt /FlateDecode]',
      '#00',
      '/ObjStm',
      '/XRef /W [1 2 2]',
    ],
    limitMs: 5000,
    run: async (bytes) => {
      const { isReadable } = await verifyPdf(bytes, { authorities: [], tsaRoots: [], now: NOW }),
        hasPictures = await allowing(
          () => pdfPictures(bytes, 20),
          (error) => error instanceof ScanError,
        );
      return isReadable && hasPictures;
    },
  },
  frame: {
    seeds: () => [frame()],
    words: [
      '"proto":',
      '"ops":[',
      '"len":',
      '1e400',
      '-1',
      'null',
      '{"a":',
      '\\ud800',
      '\0',
      '[[[',
    ],
    limitMs: 1000,
    run: (bytes) =>
      allowing(
        () => readFrame(bytes),
        (error) => error instanceof AppError && error.code !== 'internal',
      ),
  },
  fhir: {
    seeds: forms,
    words: [
      '"enableWhen":[',
      '"type":"group"',
      '"item":[',
      '"repeats":true',
      '"linkId":"a"',
      '"answerOption":[',
      '"valueDecimal":1e308',
      '"initial":[',
      '"maxLength":-1',
      'null',
      '[]',
      '{}',
      '%resource.repeat(item)',
      "matches('(a+)+$')",
      "'2026-02-31'",
    ],
    limitMs: 10_000,
    run: async (bytes) => {
      const answer = await checkHere({
        text: Buffer.from(bytes).toString('utf8'),
        languages: ['de', 'en'],
        printable: [0, 0x10ffff],
      });
      return !('refused' in answer);
    },
  },
};

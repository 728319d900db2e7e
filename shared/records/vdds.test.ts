/**
 * Tests of VDDS-media: the exchange file of the example, variants of other programs, and the
 * response written back into it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answered,
  isVddsPerson,
  namesTwoPeople,
  readIni,
  registration,
  vddsPerson,
  writeIni,
} from './vdds.ts';

const TODAY = '2026-11-20';
const EXAMPLE =
  '[PATIENT]\r\nPVS=CDP_Z1\r\nBVS=PRAXMETRICS\r\nPATID=4711\r\nLASTNAME=Müller\r\nFIRSTNAME=Jörg\r\nBIRTHDAY=19781105\r\nSEX=M\r\nTITLE=Dr.\r\nSTREET=Invalidenstraße 7\r\nCITY=Berlin\r\nHOMEPHONE=030123456\r\nCELLULAR=0170123456\r\nEMAIL=j.mueller@example.org\r\nINSURANCENUMBER=A123456789\r\nREADY=0\r\nERRORLEVEL=0\r\n';

describe('the exchange file', () => {
  it('returns a person', () => {
    expect(vddsPerson(readIni(EXAMPLE), TODAY)).toEqual({
      ok: true,
      person: {
        patid: '4711',
        said: {
          title: 'Dr.',
          firstName: 'Jörg',
          lastName: 'Müller',
          geburtsdatum: '1978-11-05',
          gender: 'male',
          street: 'Invalidenstraße 7',
          city: 'Berlin',
          landline: '030123456',
          mobile: '0170123456',
          email: 'j.mueller@example.org',
        },
        born: '',
        doubts: {},
      },
    });
  });
  it('keeps the affix of a name, and the country', () => {
    const text = EXAMPLE.replace('CITY=', 'NAMEPREFIX=von der\r\nCOUNTRY=Schweiz\r\nCITY=');
    expect(vddsPerson(readIni(text), TODAY)).toMatchObject({
      person: { said: { lastName: 'von der Müller', country: 'Schweiz' } },
    });
  });
  it('accepts lower case, spaces, comments, LF alone and the town with its postcode', () => {
    const said = vddsPerson(
      readIni(
        '; aus dem PVS\n[Patient]\n patid = 12 \nlastname=Kaya\nfirstname=Ayşe\nbirthdate=20000229\nsex=f\ncity=10115 Berlin\nlastname=Zweitname\n',
      ),
      TODAY,
    );
    expect(said).toMatchObject({
      ok: true,
      person: {
        patid: '12',
        said: {
          lastName: 'Kaya',
          gender: 'female',
          plz: '10115',
          city: 'Berlin',
          geburtsdatum: '2000-02-29',
        },
      },
    });
  });
  it('reports missing values; ignores sections of another kind', () => {
    expect(isVddsPerson(readIni('[DOKUMENT]\nNAME=x\n'))).toBe(false);
    expect(vddsPerson(readIni(EXAMPLE.replace('19781105', '19781305')), TODAY)).toEqual({
      ok: false,
      why: 'bad_birth',
    });
    expect(vddsPerson(readIni(EXAMPLE.replace('PATID=4711', 'PATID=')), TODAY)).toEqual({
      ok: false,
      why: 'no_number',
    });
  });
  it('detects a file that names two people', () => {
    expect(namesTwoPeople(EXAMPLE)).toBe(false);
    expect(namesTwoPeople(`${EXAMPLE}[OTHER]\r\nPATNAME=x\r\n`)).toBe(false);
    expect(namesTwoPeople(`${EXAMPLE}[Patient]\r\nPATID=4712\r\nLASTNAME=Kaya\r\n`)).toBe(true);
    expect(namesTwoPeople(EXAMPLE.replace('READY=0', 'patid = 4712\r\nREADY=0'))).toBe(true);
  });
  it('is answered in place: READY and ERRORLEVEL, everything else unchanged', () => {
    expect(answered(EXAMPLE, 0)).toBe(EXAMPLE.replace('READY=0', 'READY=1'));
    expect(answered('[PATIENT]\nPATID=1\n[OTHER]\nREADY=0\n', 1)).toBe(
      '[PATIENT]\r\nPATID=1\r\nREADY=1\r\nERRORLEVEL=1\r\n[OTHER]\r\nREADY=0\r\n',
    );
  });
  it('round trips, and registers this program', () => {
    const key = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,12}$/),
      value = fc.string({ maxLength: 30 }).map((text) => text.replace(/\p{Cc}/gu, '').trim());
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 10 }),
        (keys) => {
          expect([...(readIni(writeIni([['A', keys]])).get('A') ?? [])]).toEqual(keys);
        },
      ),
    );
    expect(
      readIni(registration('C:\\Molar\\uebergabe.cmd')).get('MOLAR')?.get('PATDATIMPORT'),
    ).toBe('C:\\Molar\\uebergabe.cmd');
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        answered(text, 0);
        readIni(text);
      }),
    );
  });
});

// Tests of codes on printed sheets: round trip, unique encoding, rejection of all other texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base32,
  blankBody,
  blankKeyOf,
  codeBody,
  codeText,
  isOwnCode,
  MOST_CODED_PAGES,
  readBlankCode,
  readCode,
} from './paper-code.ts';

const SUM = '0123456789ABCDEF',
  TASK = '0190a1b2-0000-7000-8000-000000000001';
describe('codes on printed sheets', () => {
  it('round trip, short enough for a small code', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 1, max: MOST_CODED_PAGES }),
        fc.nat(MOST_CODED_PAGES),
        (taskId, of, n) => {
          const page = 1 + (n % of),
            text = codeText({ taskId, page, of }, SUM);
          expect(readCode(text)).toEqual({ taskId, page, of, checksum: SUM });
          expect(text).toMatch(/^[0-9A-Z:]{1,61}$/);
        },
      ),
    );
  });
  it('have a unique encoding: another text with the same bits is rejected', () => {
    const text = codeText({ taskId: TASK, page: 1, of: 2 }, SUM),
      last = text.charAt(32);
    expect(
      readCode(`${text.slice(0, 32)}${last === '4' ? '5' : '7'}${text.slice(33)}`),
    ).toBeUndefined();
    expect(readCode(text.toLowerCase())).toBeUndefined();
    expect(readCode(`${text}X`)).toBeUndefined();
  });
  it('reject a page beyond the last, and a paper without an id', () => {
    for (const code of [
      { taskId: TASK, page: 0, of: 1 },
      { taskId: TASK, page: 3, of: 2 },
      { taskId: TASK, page: 1, of: 100 },
      { taskId: TASK, page: 1.5, of: 2 },
      { taskId: 'x', page: 1, of: 1 },
    ])
      expect(() => codeBody(code)).toThrow(RangeError);
    expect(
      readCode(codeText({ taskId: TASK, page: 1, of: 2 }, SUM).replace(':1:2:', ':2:1:')),
    ).toBeUndefined();
  });
  it('reject any other text without an exception', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readCode(text)).toBeUndefined();
        expect(isOwnCode(text)).toBe(false);
      }),
    );
    expect(readCode(`molar:task:${TASK}`)).toBeUndefined();
  });
  it('codes of blank forms name the form', () => {
    expect(blankKeyOf('molar:blank:form:anamnese-erwachsene@3')).toBe('anamnese-erwachsene@3');
    expect(blankKeyOf('molar:blank:form:../../x@3')).toBeUndefined();
  });
  it('a page of a blank form has form and page in capitals; all other texts are rejected', () => {
    const body = blankBody({ kind: 'form', key: 'anamnese-erwachsene@3', page: 2 })!,
      sum = '0123456789ABCDEF';
    expect(body).toBe('MOLARB1:F:ANAMNESE-ERWACHSENE.3:2');
    expect(readBlankCode(`${body}:${sum}`)).toEqual({
      kind: 'form',
      key: 'anamnese-erwachsene@3',
      page: 2,
      checksum: sum,
    });
    expect([
      isOwnCode(`${body}:${sum}`),
      readCode(`${body}:${sum}`),
      readBlankCode(`${body}:${sum}X`),
      readBlankCode(`${body.toLowerCase()}:${sum}`),
    ]).toEqual([true, undefined, undefined, undefined]);
    expect([
      blankBody({ kind: 'form', key: 'Eigen_1@1', page: 1 }),
      blankBody({ kind: 'text', key: 'foto@1', page: 0 }),
      blankBody({ kind: 'text', key: 'foto@1', page: 100 }),
    ]).toEqual([undefined, undefined, undefined]);
  });
  it('characters encode five bits each', () => {
    expect(base32(Uint8Array.from([0xff, 0xff, 0xff, 0xff, 0xff]))).toBe('ZZZZZZZZ');
    expect(base32(Uint8Array.from([0]))).toBe('00');
  });
});

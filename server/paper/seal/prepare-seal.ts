// The update of a base PDF with handwriting, ticks and evidence; the signature value is still
// zeros.
import { deflateSync } from 'node:zlib';
import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import type { Ink } from '../../../shared/papers/signature.ts';
import type { PdfRect } from '../pdf/protocol.ts';
import { canonicalJson } from './canonical.ts';
import { dashPath, inkPath, tickPath } from './ink-path.ts';

/**
 * Space for the CMS with a token of a public RSA-4096 service; if too small, sealing fails, the CMS
 * is never truncated.
 */
const RESERVED = 16_000;

const CAPTION_HEIGHT = 11;

/**
 * One filled signature box. `caption` is a one-page PDF of the size of the box (`renderMark`);
 * `label` is for screen readers.
 */
export type SealMark = {
  readonly page: number;
  readonly rect: PdfRect;
  readonly label: string;
  readonly ink: Ink | null;
  readonly caption: Uint8Array;
};

/** One ticked declaration. */
/** One answered declaration; an empty box was not answered. */
export type SealCheck = {
  readonly page: number;
  readonly rect: PdfRect;
  readonly isYes: boolean;
  readonly label: string;
};

/** Content of the update without the key, so that it can be prepared in another process. */
export type SealDraft = {
  readonly base: Uint8Array;
  readonly marks: readonly SealMark[];
  readonly checks: readonly SealCheck[];
  /** evidence.json, attached in canonical form. */
  readonly evidence: object;
  readonly praxis: string;
  /** UTC ms of the sealing. */
  readonly at: number;
  /** Certificates and revocation lists for readers of later years (DER). */
  readonly validation?: {
    readonly certificates: readonly Uint8Array[];
    readonly crls: readonly Uint8Array[];
  };
};

/**
 * `base_unusable`: the base is not one of our unsigned files. `reserve_exceeded`: the signature
 * does not fit its space.
 */
export class SealError extends Error {
  readonly code: 'base_unusable' | 'reserve_exceeded' | 'not_sealed';
  constructor(code: SealError['code'], detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'SealError';
    this.code = code;
  }
}

const name = (value: string): PdfName => PdfName.of(value);

const int = (value: number): PdfNumber => PdfNumber.of(value);

const text = (value: string): PdfString => PdfString.fromString(value);

const numbers = (values: readonly number[]): PdfArray => PdfArray.of(...values.map(int));

/** `D:20261120073446Z`, always UTC. */
function pdfDate(at: number): PdfString {
  return PdfString.fromString(
    `D:${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`,
  );
}

function createWorkbench(pdf: PDF) {
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref);
  const dict = (object: PdfObject | null | undefined, what: string): PdfDict => {
    const found = object instanceof PdfRef ? resolve(object) : object;
    if (!(found instanceof PdfDict)) throw new SealError('base_unusable', `no ${what}`);
    return found;
  };
  const catalog = pdf.getCatalog();
  const root = dict(catalog.get('StructTreeRoot'), 'structure tree');
  const parentTree = dict(root.get('ParentTree'), 'parent tree');
  const kids = root.getArray('K', resolve);
  const documentRef = kids?.at(0);
  if (!(documentRef instanceof PdfRef)) throw new SealError('base_unusable', 'no document element');
  const documentElement = dict(documentRef, 'document element');
  let nextKey = root.getNumber('ParentTreeNextKey', resolve)?.value ?? 0;
  const entries: PdfObject[] = [];

  /** Adds an annotation to its page and to the structure tree, so that a screen reader finds it. */
  const place = (
    page: number,
    role: 'Form' | 'Annot',
    label: string,
    build: (pageRef: PdfRef, structParent: number) => Record<string, PdfObject>,
  ): PdfRef => {
    const target = pdf.getPage(page - 1);
    if (target === null) throw new SealError('base_unusable', `no page ${page}`);
    const key = nextKey;
    nextKey += 1;
    const annotation = pdf.createDict(build(target.ref, key));
    const element = pdf.createDict({
      Type: name('StructElem'),
      S: name(role),
      P: documentRef,
      Pg: target.ref,
      Alt: text(label),
      K: PdfDict.of({ Type: name('OBJR'), Obj: annotation, Pg: target.ref }),
    });
    const annotations = target.dict.getArray('Annots', resolve)?.toArray() ?? [];
    target.dict.set('Annots', new PdfArray([...annotations, annotation]));
    target.dict.set('Tabs', name('S'));
    const children = documentElement.get('K');
    const list =
      children instanceof PdfArray ? children.toArray() : children === undefined ? [] : [children];
    documentElement.set('K', new PdfArray([...list, element]));
    entries.push(int(key), element);
    return annotation;
  };

  const finish = (): void => {
    const nums = parentTree.getArray('Nums', resolve);
    const branches = parentTree.getArray('Kids', resolve);
    if (nums !== undefined) parentTree.set('Nums', new PdfArray([...nums.toArray(), ...entries]));
    else {
      const first = entries[0] ?? int(0);
      const leaf = pdf.createDict({
        Limits: PdfArray.of(first, int(nextKey - 1)),
        Nums: new PdfArray(entries),
      });
      parentTree.set('Kids', new PdfArray([...(branches?.toArray() ?? []), leaf]));
    }
    root.set('ParentTree', parentTree);
    root.set('ParentTreeNextKey', int(nextKey));
  };
  return { catalog, resolve, dict, place, finish };
}

// By Node's own zlib: the library's JavaScript would take longer for the handwriting than for
// everything else.
const SMALL = 512;

function stream(entries: Record<string, PdfObject>, bytes: Uint8Array): PdfStream {
  return bytes.length < SMALL
    ? PdfStream.fromDict(entries, bytes)
    : PdfStream.fromDict(
        { ...entries, Filter: name('FlateDecode') },
        new Uint8Array(deflateSync(bytes)),
      );
}

function form(
  pdf: PDF,
  width: number,
  height: number,
  content: string,
  resources: PdfDict = new PdfDict(),
): PdfRef {
  const entries = {
    Type: name('XObject'),
    Subtype: name('Form'),
    FormType: int(1),
    BBox: numbers([0, 0, width, height]),
    Resources: resources,
  };
  return pdf.register(stream(entries, new TextEncoder().encode(content)));
}

async function appearance(pdf: PDF, mark: SealMark): Promise<PdfRef> {
  const [left, bottom, right, top] = mark.rect;
  const [width, height] = [right - left, top - bottom];
  const caption = await pdf.embedPage(await PDF.load(mark.caption), 0);
  const drawn =
    mark.ink === null
      ? ''
      : inkPath(mark.ink, {
          left: 4,
          bottom: CAPTION_HEIGHT,
          width: width - 8,
          height: height - CAPTION_HEIGHT - 3,
        });
  return form(
    pdf,
    width,
    height,
    `${drawn}q /Cap Do Q\n`,
    PdfDict.of({ XObject: PdfDict.of({ Cap: caption.ref }) }),
  );
}

function attachEvidence(
  pdf: PDF,
  catalog: PdfDict,
  dictOf: (object: PdfObject | undefined, what: string) => PdfDict,
  evidence: object,
  at: number,
): void {
  const bytes = new TextEncoder().encode(canonicalJson(evidence));
  const file = pdf.register(
    stream(
      {
        Type: name('EmbeddedFile'),
        Subtype: name('application/json'),
        Params: PdfDict.of({ Size: int(bytes.length), ModDate: pdfDate(at) }),
      },
      bytes,
    ),
  );
  const spec = pdf.createDict({
    Type: name('Filespec'),
    F: text('evidence.json'),
    UF: text('evidence.json'),
    Desc: text('Nachweis der Unterschrift'),
    AFRelationship: name('Supplement'),
    EF: PdfDict.of({ F: file, UF: file }),
  });
  const resolve = (ref: PdfRef): PdfObject | null => pdf.getObject(ref);
  // A base without attachments has neither.
  const names = dictOf(catalog.get('Names') ?? new PdfDict(), 'names');
  const files = dictOf(names.get('EmbeddedFiles') ?? new PdfDict(), 'attached data');
  const list = files.getArray('Names', resolve)?.toArray() ?? [];
  const grown = files.clone();
  grown.set('Names', new PdfArray([...list, text('evidence.json'), spec]));
  const all = names.clone();
  all.set('EmbeddedFiles', grown);
  catalog.set('Names', all);
  catalog.set('AF', new PdfArray([...(catalog.getArray('AF', resolve)?.toArray() ?? []), spec]));
}

function signatureDict(pdf: PDF, input: SealDraft): PdfRef {
  const params = PdfDict.of({ Type: name('TransformParams'), P: int(1), V: name('1.2') });
  return pdf.createDict({
    Type: name('Sig'),
    Filter: name('Adobe.PPKLite'),
    SubFilter: name('ETSI.CAdES.detached'),
    M: pdfDate(input.at),
    Name: text(input.praxis),
    Reference: PdfArray.of(
      PdfDict.of({
        Type: name('SigRef'),
        TransformMethod: name('DocMDP'),
        TransformParams: params,
      }),
    ),
    ByteRange: numbers([0, 9_999_999_999, 9_999_999_999, 9_999_999_999]),
    Contents: new PdfString(new Uint8Array(RESERVED), 'hex'),
  });
}

/**
 * Adds the validation data of the seal (ETSI EN 319 142-1, 5.4.2). They are inside the sealed range:
 * the seal's own chain is known before it signs.
 */
function addValidationData(
  pdf: PDF,
  catalog: PdfDict,
  { certificates, crls }: NonNullable<SealDraft['validation']>,
): void {
  const streams = (list: readonly Uint8Array[]): PdfArray =>
    new PdfArray(list.map((bytes) => pdf.register(stream({}, bytes))));
  const dss = PdfDict.of({ Type: name('DSS'), Certs: streams(certificates) });
  if (crls.length > 0) dss.set('CRLs', streams(crls));
  catalog.set('DSS', pdf.register(dss));
  const level = { BaseVersion: name('1.7'), ExtensionLevel: int(5) };
  catalog.set('Extensions', PdfDict.of({ ESIC: PdfDict.of(level) }));
}

/**
 * Returns the sealed file except for the signature value, which is still zeros.
 * @throws SealError
 */
export async function prepareSeal(input: SealDraft): Promise<Uint8Array> {
  const [first, ...others] = input.marks;
  if (first === undefined) throw new SealError('base_unusable', 'nobody signed');
  const pdf = await PDF.load(input.base);
  if (pdf.isEncrypted || pdf.recoveredViaBruteForce || pdf.hasForm())
    throw new SealError('base_unusable', 'not a fresh document');
  const bench = createWorkbench(pdf);
  const { catalog } = bench;

  for (const check of input.checks) {
    const size = check.rect[2] - check.rect[0];
    const look = form(pdf, size, size, check.isYes ? tickPath(size) : dashPath(size));
    bench.place(check.page, 'Annot', check.label, (page, key) =>
      stamp(page, key, check.rect, check.label, look, input.at),
    );
  }
  for (const mark of others) {
    const look = await appearance(pdf, mark);
    bench.place(mark.page, 'Annot', mark.label, (page, key) =>
      stamp(page, key, mark.rect, mark.label, look, input.at),
    );
  }
  const look = await appearance(pdf, first);
  const signature = signatureDict(pdf, input);
  const widget = bench.place(first.page, 'Form', first.label, (page, key) => ({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Sig'),
    T: text('Siegel'),
    TU: text(first.label),
    V: signature,
    F: int(132),
    Rect: numbers(first.rect),
    P: page,
    StructParent: int(key),
    AP: PdfDict.of({ N: look }),
  }));
  bench.finish();
  attachEvidence(pdf, catalog, bench.dict, input.evidence, input.at);
  if (input.validation) addValidationData(pdf, catalog, input.validation);
  catalog.set('AcroForm', PdfDict.of({ Fields: PdfArray.of(widget), SigFlags: int(3) }));
  catalog.set('Perms', PdfDict.of({ DocMDP: signature }));
  return pdf.save({ incremental: true });
}

function stamp(
  page: PdfRef,
  key: number,
  rect: PdfRect,
  label: string,
  look: PdfRef,
  at: number,
): Record<string, PdfObject> {
  return {
    Type: name('Annot'),
    Subtype: name('Stamp'),
    Contents: text(label),
    M: pdfDate(at),
    F: int(132),
    Rect: numbers(rect),
    P: page,
    StructParent: int(key),
    AP: PdfDict.of({ N: look }),
  };
}

// Documents to PDF, compiled by a recycled child process.
import QRCode from 'qrcode';
import type { DocumentData } from '../../../shared/desk/document.ts';
import { canonicalDocument } from '../seal/canonical.ts';
import { createChildQueue } from './child-queue.ts';
import type { ChildOptions } from './child-queue.ts';
import { pageModel } from './page.ts';
import type { PrintedReading } from '../../../shared/papers/printed-reading.ts';
import type { BoundPage, Variant } from './page.ts';
import { markRequest, PdfError } from './protocol.ts';
import type {
  CheckBox,
  MarkText,
  PdfRect,
  PdfStandard,
  RawBox,
  RendererInfo,
  RenderReply,
  RenderRequest,
  SignatureBox,
} from './protocol.ts';
import { renderAgreement, type AgreementSheet } from './agreement.ts';
import type { AnswersPage } from './answers.ts';
import { renderInvoice, type InvoiceSheet } from './invoice/render-invoice.ts';
import type { BlankPage } from './blank.ts';
import { renderAnswers, renderBlank, type Sheets } from './sheets.ts';
import { renderLetters } from './letters.ts';
import type { Letters } from './letters.ts';
import { renderReport } from './report.ts';
import type { Report } from './report.ts';

const A4_HEIGHT = 841.8898;

export type RenderedPdf = {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly signatureBoxes: readonly SignatureBox[];
  readonly checkBoxes: readonly CheckBox[];
  readonly dataSha256: string;
  readonly rendererInfo: RendererInfo;
};

export type RenderOptions = {
  readonly variant?: Variant;
  readonly standard?: PdfStandard;
  readonly attach?: boolean;
  /** Rejects characters missing in our fonts, instead of printing stand-ins. */
  readonly isStrict?: boolean;
  /** Text of the code on each page, from 1; with `print` only. */
  readonly codeOf?: (page: number, of: number) => string;
  /**
   * Languages and words known after reading; the attached data are unchanged, because they were
   * signed.
   */
  readonly reading?: PrintedReading;
  /** Paper pages printed before the document, as JPEG. */
  readonly scans?: readonly (BoundPage & { readonly jpeg: Uint8Array })[];
};

export type Renderer = {
  /**
   * Renders PDF/A-3a of a document with its canonical data attached; equal input gives equal bytes.
   * Characters missing in our fonts are printed as stand-ins, and the paper lists them.
   * @throws PdfError
   */
  renderPdf(data: DocumentData, options?: RenderOptions): Promise<RenderedPdf>;
  /** Renders one untagged page of the size of a box, to be drawn inside it. @throws PdfError */
  renderMark(mark: MarkText): Promise<Uint8Array>;
  /** Renders PDF/A-3a of a report with one table. @throws PdfError */
  renderReport(report: Report): Promise<Uint8Array>;
  /** Renders PDF/A-3a of letters, each on its own page. @throws PdfError */
  renderLetters(letters: Letters): Promise<Uint8Array>;
  /** Renders one set of answers. @throws PdfError */
  renderAnswers(page: AnswersPage): Promise<Sheets>;
  /** Renders blank forms. @throws PdfError */
  renderBlank(page: BlankPage): Promise<Sheets>;
  /** Renders a fee agreement; with `codeOf` each page has a code. @throws PdfError */
  renderAgreement(
    sheet: AgreementSheet,
    codeOf?: (page: number, of: number) => string,
  ): Promise<Sheets>;
  /** Renders an invoice with its XML as PDF/A-3a, see `render-invoice.ts`. @throws PdfError */
  renderInvoice(sheet: InvoiceSheet, standard?: PdfStandard): Promise<Uint8Array>;
  /** Ends the child; queued requests are rejected with `renderer_closed`. */
  close(): void;
};

function rectOf(box: RawBox): PdfRect {
  const round = (n: number): number => Math.round(n * 100) / 100;
  return [
    round(box.x),
    round(A4_HEIGHT - box.y - box.height),
    round(box.x + box.width),
    round(A4_HEIGHT - box.y),
  ];
}

async function codesOf(
  codeOf: (page: number, of: number) => string,
  of: number,
): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(
      Array.from(
        { length: of },
        async (_, at) =>
          [
            `qr-${at + 1}.svg`,
            await QRCode.toString(codeOf(at + 1, of), {
              type: 'svg',
              errorCorrectionLevel: 'M',
              margin: 2,
            }),
          ] as const,
      ),
    ),
  );
}

/**
 * Creates a renderer with its own child process; one per server is enough (about 10 ms a document).
 */
export function createRenderer(options: ChildOptions): Renderer {
  const queue = createChildQueue<RenderRequest, RenderReply>(
    options,
    (what, detail) => new PdfError(`renderer_${what}`, detail),
  );
  let id = 0;
  const ask = async (request: Omit<RenderRequest, 'id'>): Promise<RenderReply & { ok: true }> => {
    const reply = await queue.add({ id: (id += 1), ...request });
    if (!reply.ok) throw new PdfError(reply.code, reply.detail);
    return reply;
  };
  return {
    async renderPdf(
      data,
      {
        variant = 'sign',
        standard = 'a-3a',
        attach = standard === 'a-3a',
        isStrict = false,
        codeOf,
        scans = [],
        reading,
      } = {},
    ) {
      const { text, sha256 } = canonicalDocument(data),
        pictures = Object.fromEntries(scans.map((one, at) => [`scan-${at + 1}.jpg`, one.jpeg]));
      const once = (
        codes: number | null,
        files: Record<string, string>,
      ): Promise<RenderReply & { ok: true }> =>
        ask({
          layout: 'document',
          standard,
          attach,
          isStrict,
          createdAt: data.createdAt,
          files: {
            'page.json': JSON.stringify(pageModel(data, variant, codes, scans, reading)),
            ...(attach && { 'data.json': text }),
            ...files,
            ...pictures,
          },
        });
      let reply = await once(codeOf ? 0 : null, {});
      // The page count is known only after layout; the codes fit in the space reserved for them.
      if (codeOf) reply = await once(reply.pages, await codesOf(codeOf, reply.pages));
      return {
        bytes: new Uint8Array(reply.pdf),
        pages: reply.pages,
        signatureBoxes: reply.boxes.flatMap((box) => {
          const index = Number(box.id.slice('signer'.length));
          const signer = box.kind === 'signature' ? data.signers[index] : undefined;
          return signer === undefined
            ? []
            : [{ role: signer.role, index, page: box.page, rect: rectOf(box) }];
        }),
        checkBoxes: reply.boxes.flatMap((box) =>
          box.kind === 'check' ? [{ id: box.id, page: box.page, rect: rectOf(box) }] : [],
        ),
        dataSha256: sha256,
        rendererInfo: reply.rendererInfo,
      };
    },
    async renderMark(mark) {
      const reply = await ask(markRequest(mark));
      return new Uint8Array(reply.pdf);
    },
    renderReport: (report) => renderReport(ask, report),
    renderLetters: (letters) => renderLetters(ask, letters),
    renderAnswers: (page) => renderAnswers(ask, page),
    renderBlank: (page) => renderBlank(ask, page),
    renderInvoice: (sheet, standard) => renderInvoice(ask, sheet, standard),
    renderAgreement: (sheet, codeOf) =>
      renderAgreement(ask, sheet, codeOf && ((of) => codesOf(codeOf, of))),
    close: queue.close,
  };
}

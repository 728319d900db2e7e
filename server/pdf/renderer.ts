// Documents to PDF: a queue in front of one child process that is recycled, watched by a timeout and replaced when it dies.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import QRCode from 'qrcode';
import type { DocumentData } from '../../shared/document.ts';
import { canonicalDocument } from '../seal/canonical.ts';
import { pageModel, taskQrText } from './page.ts';
import type { Variant } from './page.ts';
import { PdfError } from './protocol.ts';
import type { CheckBox, PdfRect, PdfStandard, RawBox, RendererInfo, RenderReply, RenderRequest, SignatureBox } from './protocol.ts';

const A4_HEIGHT = 841.8898;

export type RendererOptions = {
  /** Compiled `render.worker.js`, or the `.ts` source under tsx. */
  readonly workerPath: string;
  /** The child is replaced after this many documents (default 300) or above this resident size (default 400 MB). */
  readonly maxDocuments?: number;
  readonly maxRssMb?: number;
  /** Per document, start of the child included; default 20 s. */
  readonly timeoutMs?: number;
};

export type RenderedPdf = {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly signatureBoxes: readonly SignatureBox[];
  readonly checkBoxes: readonly CheckBox[];
  readonly dataSha256: string;
  readonly rendererInfo: RendererInfo;
};

/** What stands in a signed box beside the ink: a caption, and the name where nothing was drawn. Sizes in points. */
export type MarkText = { readonly width: number; readonly height: number; readonly name: string; readonly caption: string };

export type RenderOptions = { readonly variant?: Variant; readonly standard?: PdfStandard; readonly attach?: boolean };

export type Renderer = {
  /**
   * PDF/A-3a of a document with its canonical data attached; equal input gives equal bytes.
   * @throws PdfError
   */
  renderPdf(data: DocumentData, options?: RenderOptions): Promise<RenderedPdf>;
  /** One untagged page of the size of a box, to be drawn inside it. @throws PdfError */
  renderMark(mark: MarkText): Promise<Uint8Array>;
  /** Ends the child; waiting work is refused with `renderer_closed`. */
  close(): void;
};

type Waiting = { readonly request: RenderRequest; tries: number; resolve(reply: RenderReply & { ok: true }): void; reject(error: PdfError): void };

function rectOf(box: RawBox): PdfRect {
  const round = (n: number): number => Math.round(n * 100) / 100;
  return [round(box.x), round(A4_HEIGHT - box.y - box.height), round(box.x + box.width), round(A4_HEIGHT - box.y)];
}

function createQueue(options: RendererOptions) {
  const { workerPath, maxDocuments = 300, maxRssMb = 400, timeoutMs = 20_000 } = options;
  const queue: Waiting[] = [];
  let child: ChildProcess | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;
  let documents = 0;
  let closed = false;

  const drop = (): void => {
    const old = child;
    child = undefined;
    old?.removeAllListeners();
    old?.kill('SIGKILL');
  };
  const take = (): Waiting | undefined => {
    const job = current;
    current = undefined;
    clearTimeout(timer);
    return job;
  };
  const failed = (code: 'renderer_timeout' | 'renderer_crashed', detail: string): void => {
    const job = take();
    drop();
    if (job !== undefined) {
      // One crash may be an accident of the process; a second one with the same document is the document.
      if (job.tries < 2) queue.unshift(job);
      else job.reject(new PdfError(code, detail));
    }
    next();
  };
  const start = (): ChildProcess => {
    const born = fork(workerPath, [], {
      serialization: 'advanced',
      execArgv: workerPath.endsWith('.ts') ? ['--import', 'tsx'] : [],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    documents = 0;
    born.on('message', (message) => {
      const reply = message as RenderReply;
      if (current?.request.id !== reply.id) return;
      const job = take();
      documents += 1;
      if (documents >= maxDocuments || reply.rss > maxRssMb * 1024 * 1024) drop();
      if (reply.ok) job?.resolve(reply);
      else job?.reject(new PdfError(reply.code, reply.detail));
      next();
    });
    born.on('exit', (code, signal) => failed('renderer_crashed', `exit ${code ?? signal ?? 'unknown'}`));
    born.on('error', (error) => failed('renderer_crashed', error.message));
    return born;
  };
  const next = (): void => {
    if (current !== undefined || closed) return;
    const job = queue.shift();
    if (job === undefined) {
      // An idle child must not keep a program alive that wants to end.
      child?.unref();
      child?.channel?.unref();
      return;
    }
    current = job;
    job.tries += 1;
    child ??= start();
    child.ref();
    child.channel?.ref();
    timer = setTimeout(() => failed('renderer_timeout', `${timeoutMs} ms`), timeoutMs);
    child.send(job.request, (error) => {
      if (error !== null && current === job) failed('renderer_crashed', error.message);
    });
  };
  return {
    add: (request: RenderRequest) =>
      new Promise<RenderReply & { ok: true }>((resolve, reject) => {
        if (closed) return reject(new PdfError('renderer_closed', ''));
        queue.push({ request, tries: 0, resolve, reject });
        next();
      }),
    close: (): void => {
      closed = true;
      const job = take();
      for (const one of job === undefined ? queue.splice(0) : [job, ...queue.splice(0)]) one.reject(new PdfError('renderer_closed', ''));
      drop();
    },
  };
}

/** A renderer with its own child process; one per server is enough (about 10 ms a document). */
export function createRenderer(options: RendererOptions): Renderer {
  const queue = createQueue(options);
  let id = 0;
  return {
    async renderPdf(data, { variant = 'sign', standard = 'a-3a', attach = standard === 'a-3a' } = {}) {
      const qr = variant === 'print' ? await QRCode.toString(taskQrText(data.taskId), { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }) : '';
      const { text, sha256 } = canonicalDocument(data);
      const page = JSON.stringify(pageModel(data, variant, qr !== ''));
      const files = { 'page.json': page, ...(attach ? { 'data.json': text } : {}), ...(qr === '' ? {} : { 'qr.svg': qr }) };
      const reply = await queue.add({ id: (id += 1), layout: 'document', standard, attach, createdAt: data.createdAt, files });
      return {
        bytes: new Uint8Array(reply.pdf),
        pages: reply.pages,
        signatureBoxes: reply.boxes.flatMap((box) => {
          const index = Number(box.id.slice('signer'.length));
          const signer = box.kind === 'signature' ? data.signers[index] : undefined;
          return signer === undefined ? [] : [{ role: signer.role, index, page: box.page, rect: rectOf(box) }];
        }),
        checkBoxes: reply.boxes.flatMap((box) => (box.kind === 'check' ? [{ id: box.id, page: box.page, rect: rectOf(box) }] : [])),
        dataSha256: sha256,
        rendererInfo: reply.rendererInfo,
      };
    },
    async renderMark(mark) {
      const files = { 'mark.json': JSON.stringify({ ...mark, title: mark.name === '' ? mark.caption : mark.name }) };
      const reply = await queue.add({ id: (id += 1), layout: 'mark', standard: 'a-1b', attach: false, createdAt: 0, files });
      return new Uint8Array(reply.pdf);
    },
    close: queue.close,
  };
}

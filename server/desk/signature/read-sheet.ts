// The sheet that a signature is drawn on: the page that was shown, the same data with the languages
// read, or the page of answers that were signed in words.

import type { DocumentData } from '../../../shared/desk/document.ts';
import { sha256Hex } from '../../../shared/exchange/sealing.ts';
import { printedReading } from '../../../shared/papers/printed-reading.ts';
import type { SubmitPayload } from '../../../shared/papers/signature.ts';
import type { CheckBox, RendererInfo, SignatureBox } from '../../paper/pdf/protocol.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Look } from '../../platform/work.ts';
import type { EnvelopeRow, TaskRow } from './store.ts';

interface SheetDeps {
  readonly renderer: Pick<Renderer, 'renderPdf'>;
  readonly blobs: Blobs;
}
interface SheetInput {
  readonly look: Look;
  readonly task: TaskRow;
  readonly envelope: EnvelopeRow;
  readonly keys: PracticeKeys;
  readonly parts: readonly { readonly submit: SubmitPayload }[];
}
interface Boxes {
  signatureBoxes: SignatureBox[];
  checkBoxes: CheckBox[];
  pages: number;
}

/**
 * Checks whether answers were signed: they came into being on the device, which showed them in
 * words. Their page is made from the signed data.
 */
export const isMadeAfter = (one: Pick<EnvelopeRow, 'dataSha256' | 'presentedPdfSha256'>): boolean =>
  one.presentedPdfSha256 === one.dataSha256;

/**
 * Returns the PDF that was shown; rendered again from the same data when a restore brought back the
 * task but not its file.
 */
async function presentedPdf(
  deps: SheetDeps,
  { look, envelope, keys }: SheetInput,
  data: DocumentData,
): Promise<Uint8Array> {
  const key = { keyId: keys.blobKeyId, key: keys.blobKey };
  try {
    return await deps.blobs.get(look.cid, envelope.presentedPdfSha256, key);
  } catch (error) {
    const { bytes } = await deps.renderer.renderPdf(data);
    // Another version of the renderer produces other bytes: only the bytes that were shown may be
    // sealed.
    if ((await sha256Hex(bytes)) !== envelope.presentedPdfSha256) throw error;
    await deps.blobs.put(look.cid, bytes, key);
    return bytes;
  }
}

/** The paper that gets the ink: the presented one, or the same data with the languages read. */
export async function sheetOf(deps: SheetDeps, g: SheetInput, data: DocumentData) {
  const reading = printedReading(
    data,
    g.parts.map((one) => one.submit),
  );
  if (isMadeAfter(g.envelope)) {
    const sheet = await deps.renderer.renderPdf(data, reading && { reading });
    return { presented: sheet, sheet };
  }
  const presented = {
    bytes: await presentedPdf(deps, g, data),
    ...(g.task.boxes as Boxes),
    rendererInfo: g.task.renderer as RendererInfo,
  };
  if (reading === undefined) return { presented, sheet: presented };
  const sheet = await deps.renderer.renderPdf(data, { reading });
  return { presented, sheet, printed: { bytes: sheet.bytes, pages: sheet.pages, reading } };
}

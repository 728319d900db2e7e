// Builds the content of signature boxes and checkboxes: captions, typed names and witnessed marks,
// as text.
import type { DocumentData } from '../../../shared/desk/document.ts';
import { cleanText } from '../../../shared/desk/document.ts';
import type { DeclarationAnswer, SignedBy } from '../../../shared/papers/signature.ts';
import { printedInstant } from '../pdf/page.ts';
import type { CheckBox, SignatureBox } from '../pdf/protocol.ts';
import type { Renderer } from '../pdf/renderer.ts';
import type { SealCheck, SealMark } from './prepare-seal.ts';

export type Signing = {
  readonly data: DocumentData;
  readonly signatureBoxes: readonly SignatureBox[];
  readonly checkBoxes: readonly CheckBox[];
  readonly signers: readonly SignedBy[];
  readonly declarations: readonly DeclarationAnswer[];
  /** UTC ms at which the patient signed. */
  readonly signedAt: number;
  /** Time per signer, when they signed on their own devices. */
  readonly signedAtOf?: readonly number[];
  /** A confirmation by the practice without a signer: printed below the name. */
  readonly isConfirmation?: boolean;
};

/** The box has the name below it; the text for screen readers needs it too. */
function words(
  signer: SignedBy,
  when: string,
  isConfirmation: boolean,
): { readonly name: string; readonly caption: string; readonly label: string } {
  const { mark } = signer;
  const who = cleanText(signer.name);
  if (isConfirmation)
    return { name: who, caption: `Bestätigt am ${when}`, label: `${who} bestätigt dies, ${when}` };
  if (mark.how === 'typed') {
    const typed = cleanText(mark.name);
    return {
      name: typed,
      caption: `Statt einer Unterschrift getippt am ${when}`,
      label: `${who} hat statt einer Unterschrift den Namen getippt: ${typed}, ${when}`,
    };
  }
  if (mark.how === 'witnessed') {
    const caption = `Handzeichen, bezeugt von ${cleanText(mark.witness)}, ${when}`;
    return { name: mark.ink === null ? 'Handzeichen' : '', caption, label: `${caption}: ${who}` };
  }
  return {
    name: '',
    caption: `Unterschrieben am ${when}`,
    label: `Unterschrift von ${who}, ${when}`,
  };
}

/**
 * Builds marks and ticks of a signing, ready for `sealPdf`. The signer at position n belongs to the
 * box with index n.
 * @throws `PdfError` when the renderer fails; RangeError when a signer has no box
 */
export async function marksOf(
  renderer: Pick<Renderer, 'renderMark'>,
  signing: Signing,
): Promise<{ marks: SealMark[]; checks: SealCheck[] }> {
  const marks: SealMark[] = [];
  for (const [index, signer] of signing.signers.entries()) {
    const box = signing.signatureBoxes.find(
      (one) => one.index === index && one.role === signer.role,
    );
    if (box === undefined)
      throw new RangeError(`no signature box for signer ${index} (${signer.role})`);
    const when = `${printedInstant(signing.signedAtOf?.[index] ?? signing.signedAt, signing.data.zone)} (${signing.data.zone})`;
    const { name, caption, label } = words(signer, when, signing.isConfirmation === true);
    const [left, bottom, right, top] = box.rect;
    marks.push({
      page: box.page,
      rect: box.rect,
      label,
      ink: signer.mark.how === 'typed' ? null : signer.mark.ink,
      caption: await renderer.renderMark({
        width: right - left,
        height: top - bottom,
        name,
        caption,
      }),
    });
  }
  const checks = signing.checkBoxes.flatMap((box) => {
    const answer = signing.declarations.find((one) => one.id === box.id);
    const declaration = signing.data.declarations.find((one) => one.id === box.id);
    if (answer === undefined || declaration === undefined) return [];
    const { value: isYes } = answer,
      label = `${isYes ? 'Ja' : 'Nein'}: ${declaration.text.de}`;
    return [{ page: box.page, rect: box.rect, isYes, label }];
  });
  return { marks, checks };
}

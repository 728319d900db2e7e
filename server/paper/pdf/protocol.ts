// Protocol between the renderer and its child process.
import type { SignerRole } from '../../../shared/desk/mappe.ts';

export type PdfStandard = 'a-3a' | 'a-1b' | 'ua-1';

export type RenderRequest = {
  readonly id: number;
  readonly layout:
    | 'document'
    | 'mark'
    | 'report'
    | 'answers'
    | 'blank'
    | 'letter'
    | 'agreement'
    | 'invoice';
  readonly standard: PdfStandard;
  readonly attach: boolean;
  /** UTC ms; the only timestamp in the file. */
  readonly createdAt: number;
  /** Relative name → content: texts, and images as bytes. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** A character missing in our fonts is an error here: for texts that are still being edited. */
  readonly isStrict?: boolean;
};

/**
 * Content of a signed box in addition to the ink: a caption, and the name when nothing was drawn.
 * Sizes in points.
 */
export type MarkText = {
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly caption: string;
};

/** Builds the request for one untagged page of the size of a box. */
export function markRequest(mark: MarkText): Omit<RenderRequest, 'id'> {
  const files = {
    'mark.json': JSON.stringify({ ...mark, title: mark.name === '' ? mark.caption : mark.name }),
  };
  return { layout: 'mark', standard: 'a-1b', attach: false, createdAt: 0, files };
}

/** Position as reported by Typst: points from the top left corner. */
export type RawBox = {
  readonly kind: 'signature' | 'check';
  readonly id: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type RendererInfo = {
  readonly name: string;
  readonly version: string;
  readonly fontHashes: Readonly<Record<string, string>>;
};

export type RenderReply = {
  readonly id: number;
  readonly rss: number;
  readonly rendererInfo: RendererInfo;
} & (
  | {
      readonly ok: true;
      readonly pdf: Uint8Array;
      readonly pages: number;
      readonly boxes: readonly RawBox[];
    }
  | {
      readonly ok: false;
      readonly code: 'unknown_glyph' | 'render_failed';
      readonly detail: string;
    }
);

/** Left, bottom, right, top in PDF points from the lower left corner of the page. */
export type PdfRect = readonly [number, number, number, number];

/** A place for handwriting; `index` is the position in `signers`. */
export type SignatureBox = {
  readonly role: SignerRole;
  readonly index: number;
  readonly page: number;
  readonly rect: PdfRect;
};
/** The checkbox before a declaration. */
export type CheckBox = { readonly id: string; readonly page: number; readonly rect: PdfRect };

/** `unknown_glyph`, of strict requests only: `detail` is the character missing in our fonts. */
export class PdfError extends Error {
  readonly code:
    | 'unknown_glyph'
    | 'render_failed'
    | 'renderer_timeout'
    | 'renderer_crashed'
    | 'renderer_closed';
  readonly detail: string;
  constructor(code: PdfError['code'], detail: string) {
    super(`${code}: ${detail.slice(0, 500)}`);
    this.name = 'PdfError';
    this.code = code;
    this.detail = detail;
  }
}

// Page model of a paper questionnaire: made from the form itself, every question with a shape for a
// pen.

export interface BlankWords {
  readonly text: string;
  readonly lang: string;
  readonly isRtl: boolean;
}
/**
 * `lines`: number of lines; `boxes`: one per option; `date`: day, month, year; `amount`: a short
 * line before its unit.
 */
export type BlankShape =
  | { readonly kind: 'lines'; readonly count: number }
  | {
      readonly kind: 'boxes';
      readonly isMany: boolean;
      readonly options: readonly (readonly BlankWords[])[];
      /** A line for an option that is not in the list. */
      readonly isOpen: boolean;
    }
  | { readonly kind: 'date'; readonly isTime: boolean }
  | { readonly kind: 'amount'; readonly unit: string }
  | { readonly kind: 'scale'; readonly from: number; readonly to: number }
  | { readonly kind: 'attach' }
  | { readonly kind: 'none' };
export interface BlankItem {
  /** `3.2`; empty for text without an answer. */
  readonly number: string;
  readonly words: readonly BlankWords[];
  readonly help: readonly BlankWords[];
  /** „Nur wenn 3.1: Ja“. */
  readonly when: readonly BlankWords[];
  readonly isRequired: boolean;
  readonly shape: BlankShape;
  readonly depth: number;
}
export interface BlankSection {
  readonly title: readonly BlankWords[];
  readonly items: readonly BlankItem[];
  /** Space for this many; 1 for most. */
  readonly repeat: number;
}
/** Codes of the pages of one sheet, from the first on; further pages have none. */
interface Coded {
  readonly codes?: readonly string[];
}
/** One form or one consent text of the set; each starts a page. */
export type BlankSheet = Coded &
  (
    | {
        readonly kind: 'form';
        readonly title: readonly BlankWords[];
        readonly key: string;
        readonly code: string;
        readonly sections: readonly BlankSection[];
      }
    | {
        readonly kind: 'text';
        readonly title: readonly BlankWords[];
        readonly key: string;
        readonly code: string;
        readonly note: string;
        readonly parts: readonly {
          readonly heading: readonly BlankWords[];
          readonly body: readonly {
            readonly words: readonly BlankWords[];
            readonly isListed: boolean;
          }[];
        }[];
        readonly declarations: readonly (readonly BlankWords[])[];
        readonly signers: readonly string[];
      }
  );
export interface BlankPage {
  readonly title: string;
  readonly praxis: {
    readonly name: string;
    readonly anschrift: string;
    readonly telefon: string;
    readonly mail: string;
    /** Data URL of a PNG; empty or absent: none. */
    readonly logo?: string;
  };
  readonly sheets: readonly BlankSheet[];
  /** ms UTC. */
  readonly createdAt: number;
  readonly footer: string;
}

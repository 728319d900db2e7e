/** Constants that the builds write into every program. */
declare const __VERSION__: string;
/** Short hash of the sources that the program was built from; `test` in unit tests. */
declare const __BUILD__: string;
/** The library of UCUM units has no types; tests compare with it. */
declare module '@lhncbc/ucum-lhc' {
  export const UcumLhcUtils: {
    getInstance(): {
      convertUnitTo(
        from: string,
        value: number,
        to: string,
      ): { status: string; toVal?: number | null };
    };
  };
}
/** Decoders of pictures without types: the scan reader calls them. */
declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  interface Chunk {
    readonly data: Uint8Array;
    readonly start: number;
    readonly end: number;
  }
  export class Jbig2Image {
    /** Returns rows of one bit for each pixel. */
    parseChunks(chunks: readonly Chunk[]): Uint8ClampedArray | undefined;
  }
  export function setVerbosityLevel(level: number): void;
}
declare module 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js' {
  interface OpenJpeg {
    _malloc(bytes: number): number;
    writeArrayToMemory(bytes: Uint8Array, at: number): void;
    /** Returns 0 when `imageData` was set. */
    _jp2_decode(
      at: number,
      bytes: number,
      channels: number,
      isPalette: 0 | 1,
      hasMask: 0 | 1,
      reduction: number,
    ): number;
    imageData?: Uint8ClampedArray<ArrayBuffer>;
  }
  export default function open(settings: Record<string, unknown>): Promise<OpenJpeg>;
}

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

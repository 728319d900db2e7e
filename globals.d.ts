/** Constants that the builds write into every program. */
declare const __VERSION__: string;
/** Short hash of the sources that the program was built from; `test` in unit tests. */
declare const __BUILD__: string;

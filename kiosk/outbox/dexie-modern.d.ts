// The ES2018 build of Dexie without the wrapper for older module systems: 2 kB less on every
// tablet.
declare module 'dexie/dist/modern/dexie.mjs' {
  export { Dexie } from 'dexie';
}

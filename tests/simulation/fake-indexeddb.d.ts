// Internal types of fake-indexeddb used by the crash model; the package ships these files without
// types.
declare module 'fake-indexeddb/lib/FDBTransaction' {
  const FDBTransaction: { prototype: object };
  export default FDBTransaction;
}
declare module 'fake-indexeddb/lib/FDBOpenDBRequest' {
  const FDBOpenDBRequest: new () => object;
  export default FDBOpenDBRequest;
}

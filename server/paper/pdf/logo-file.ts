// The practice's logo as a file next to the page model of a sheet.

const DATA = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/;

/** Splits the logo off: the model names whether there is one, the bytes are a file of their own. */
export function withLogoFile<Model extends { readonly praxis: { readonly logo?: string } }>(
  model: Model,
): Record<string, string | Uint8Array> {
  const { logo = '', ...praxis } = model.praxis,
    bytes = DATA.exec(logo)?.[1];
  return {
    'page.json': JSON.stringify({ ...model, praxis: { ...praxis, hasLogo: bytes !== undefined } }),
    ...(bytes !== undefined && { 'logo.png': Buffer.from(bytes, 'base64') }),
  };
}
/** Typst: places the logo at the upper right of a head. */
export const LOGO_MARK = String.raw`#if d.praxis.hasLogo { place(top + right, image("/logo.png", height: 9mm, alt: d.praxis.name)) }
`;

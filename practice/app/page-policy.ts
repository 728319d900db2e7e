// The only Trusted Types policy of the practice app, and the nonce of its style elements. The
// component library writes its style elements as text of an element; text without a tag can be no
// markup. Anything else is refused.

interface Rules {
  createHTML: (text: string) => string;
  createScriptURL: (url: string) => string;
}
interface PolicyFactory {
  createPolicy(name: string, rules: Rules): unknown;
}

/** Rules of the policy. */
export const pageRules: Rules = {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('Markup from text is refused.');
    return text;
  },
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin)
      throw new TypeError('A worker of another origin is refused.');
    return url;
  },
};

/** Returns the nonce that the content policy of this page asks of style elements. */
export const pageNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** Sets the policy; call it before the first render. */
export function setPagePolicy(): void {
  (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('default', pageRules);
  // Zod tries whether it may compile code, which browsers report as a violation. It reads its
  // settings here when a page loads it.
  const page = globalThis as { __zod_globalConfig?: object };
  page.__zod_globalConfig = Object.assign(page.__zod_globalConfig ?? {}, { jitless: true });
  // The lock of scrolling behind dialogs reads the nonce of its style element here.
  Object.assign(globalThis, { __webpack_nonce__: pageNonce() });
}

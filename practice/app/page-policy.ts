// The only Trusted Types policy of the practice app. The component library writes its style elements
// as text of an element; text without a tag can be no markup. Anything else is refused.

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

/** Sets the policy; call it before the first render. */
export function setPagePolicy(): void {
  (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy('default', pageRules);
  // Zod tries whether it may compile code, which browsers report as a violation. It reads its
  // settings here when a page loads it.
  const page = globalThis as { __zod_globalConfig?: object };
  page.__zod_globalConfig = Object.assign(page.__zod_globalConfig ?? {}, { jitless: true });
}

// The only Trusted Types policy of the patients' app: workers of the own origin. Everything else
// that would turn text into code or markup is refused by the browser.

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
}

let isAllowed = false;

/** Allows workers whose script lies on the page's own origin; call it before one is started. */
export function allowOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  if (isAllowed || !trustedTypes) return;
  isAllowed = true;
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (new URL(url, location.href).origin !== location.origin)
        throw new TypeError('A worker of another origin is refused.');
      return url;
    },
  });
}

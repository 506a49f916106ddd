// Runs before everything else on the page. It is a file because the page allows no inline script.

// The one way in which text becomes HTML or the address of a script. Style sheets that the components write are text without tags, and
// workers are files of this application; anything else is refused, no matter which code wants it.
if (typeof trustedTypes !== 'undefined') {
  trustedTypes.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('This page makes no HTML out of text.');
      return text;
    },
    createScriptURL: (address) => {
      const { origin, pathname } = new URL(address, location.origin);
      if (origin !== location.origin || !pathname.startsWith('/assets/')) {
        throw new TypeError('This page runs only its own scripts.');
      }
      return address;
    },
  });
}

// Before the first paint, so that a dark session does not flash white.
try {
  if (sessionStorage.getItem('darkMode') === 'true') document.documentElement.dataset.mantineColorScheme = 'dark';
} catch {
  // Storage may be blocked; light is the default.
}

// The first page's first words stand in the document itself, so that they are read before the application runs.
if (location.pathname === '/') document.documentElement.dataset.early = 'home';

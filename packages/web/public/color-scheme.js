// Runs before the first paint so that a dark session does not flash white. An own file, because the page allows no inline script.
try {
  if (sessionStorage.getItem('darkMode') === 'true') document.documentElement.dataset.mantineColorScheme = 'dark';
} catch {
  // Storage may be blocked; light is the default.
}

// The first page's first words stand in the document itself, so that they are read before the application runs.
if (location.pathname === '/') document.documentElement.dataset.early = 'home';

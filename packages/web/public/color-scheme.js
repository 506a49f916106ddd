// Runs before the first paint so that a dark session does not flash white. An own file, because the page allows no inline script.
try {
  if (sessionStorage.getItem('darkMode') === 'true') document.documentElement.dataset.mantineColorScheme = 'dark';
} catch {
  // Storage may be blocked; light is the default.
}

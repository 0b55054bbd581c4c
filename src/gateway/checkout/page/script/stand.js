/** Asks how a charge stands, and shows the page anew when that changed. Who looks at the page sees a payment at once; a page that was left open asks seldom. */
export const watchStand = (page) => {
  const SOON = 2000;
  const LATER = 15000;
  const SOON_FOR = 15 * 60000;
  let seen = performance.now();
  let timer;
  const ask = async () => {
    clearTimeout(timer);
    // Where very many pages are open, the service lets each of them ask less often.
    let again = SOON;
    try {
      const answer = await fetch(page.dataset.ask, { headers: { Accept: 'application/json' } });
      if (answer.ok) {
        const told = await answer.json();
        if (told.status !== page.dataset.stand) {
          location.replace(location.pathname);
          return;
        }
        again = told.again;
      }
    } catch {
      // Without a connection just now.
    }
    clearTimeout(timer);
    if (!document.hidden)
      timer = setTimeout(ask, Math.max(again, performance.now() - seen < SOON_FOR ? SOON : LATER));
  };
  const look = () => {
    const wasLong = performance.now() - seen > SOON_FOR;
    seen = performance.now();
    if (wasLong) ask();
  };
  document.addEventListener('visibilitychange', () => {
    seen = performance.now();
    if (document.hidden) clearTimeout(timer);
    else ask();
  });
  for (const kind of ['pointerdown', 'keydown', 'scroll']) addEventListener(kind, look, { passive: true });
  timer = setTimeout(ask, SOON);
};

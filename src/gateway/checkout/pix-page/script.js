import { startReceipt } from '../page/script/receipt.js';

// The page of a Pix works without this. It copies the code, counts the time down, and shows what became of the Pix.
(() => {
  startReceipt();

  const page = document.querySelector('[data-stand]');
  if (!page) return;

  const code = document.getElementById('codigo');
  const button = document.getElementById('copiar');
  const copied = document.getElementById('copiado');
  /** Browsers give the clipboard to pages over https only. */
  const copyOldWay = () => {
    code.select();
    return document.execCommand('copy');
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code.value);
      return true;
    } catch {
      return copyOldWay();
    }
  };
  if (button) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      copied.textContent = (await copy())
        ? 'Código copiado. Agora cole no aplicativo do seu banco.'
        : 'Seu navegador não deixou copiar. Selecione o código abaixo e copie.';
    });
  }

  const left = document.getElementById('prazo');
  const opened = performance.now();
  const two = (number) => String(number).padStart(2, '0');
  const leftText = (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const days = Math.floor(seconds / 86400);
    const hours = Math.floor(seconds / 3600);
    if (days > 1) return `Faltam ${days} dias`;
    const minutes = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return hours > 0 ? `Faltam ${hours}:${minutes}` : `Faltam ${minutes}`;
  };
  const count = () => {
    left.textContent = leftText(Number(left.dataset.left) - (performance.now() - opened));
  };
  if (left) {
    count();
    left.hidden = false;
    setInterval(count, 1000);
  }

  // Who looks at the page sees the payment at once; a page that was left open asks seldom.
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
})();

import { startCopying } from '../page/script/copy.js';
import { startReceipt } from '../page/script/receipt.js';
import { watchStand } from '../page/script/stand.js';

// The page of a Pix works without this. It copies the code, counts the time down, and shows what became of the Pix.
(() => {
  startReceipt();

  const page = document.querySelector('[data-stand]');
  if (!page) return;

  startCopying();

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

  watchStand(page);
})();

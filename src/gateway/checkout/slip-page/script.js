import { startCopying } from '../page/script/copy.js';
import { startReceipt } from '../page/script/receipt.js';
import { watchStand } from '../page/script/stand.js';

// The page of a slip works without this. It copies what is typed into the app of a bank, prints, and shows what became of the slip.
(() => {
  startReceipt();
  startCopying();
  const page = document.querySelector('[data-stand]');
  if (page) watchStand(page);
  const button = document.getElementById('imprimir-boleto');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => print());
})();

/** Goes on to the shop by itself, unless the buyer does something with the page first. */
const goBackLater = () => {
  const back = document.querySelector('[data-forward]');
  if (!back) return;
  const timer = setTimeout(() => location.assign(back.href), Number(back.dataset.forward));
  const stay = () => {
    clearTimeout(timer);
    const told = document.getElementById('volta');
    if (told) told.hidden = true;
  };
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, stay, { once: true, passive: true });
};

/** The receipt as text: `Compra: Bolo`, a line for each fact. */
export const receiptText = (title, facts) =>
  [title, ...facts.map(([name, text]) => `${name}: ${text}`)].join('\n');

const shownFacts = (card) =>
  [...card.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling.textContent]);

const offerReceipt = () => {
  const card = document.querySelector('[data-receipt]');
  if (!card) return;
  const text = receiptText(card.dataset.receipt, shownFacts(card));
  const offer = (id, act) => {
    const button = document.getElementById(id);
    button.hidden = false;
    button.addEventListener('click', act);
  };
  offer('imprimir', () => print());
  // People who close the sheet are not told of an error.
  if (navigator.share) offer('compartilhar', () => navigator.share({ text }).catch(() => undefined));
};

export const startReceipt = () => {
  goBackLater();
  offerReceipt();
};

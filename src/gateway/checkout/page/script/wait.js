/** What the buyer reads while the bank is asked, by how long that takes. */
const WAITS = [
  [0, 'Falando com o banco…'],
  [6000, 'O banco ainda não respondeu. Isso pode levar até um minuto.'],
  [20000, 'Quase lá. Não feche esta página: o resultado aparece aqui.'],
];

export const waitText = (ms) => WAITS.findLast(([from]) => ms >= from)[1];

/** Makes the button busy. What it returns makes it as it was. */
export const startWaiting = (button, told) => {
  const label = button.textContent;
  button.setAttribute('aria-disabled', 'true');
  button.textContent = button.dataset.busy;
  told.hidden = false;
  told.textContent = waitText(0);
  const timers = WAITS.slice(1).map(([ms, text]) =>
    setTimeout(() => {
      told.textContent = text;
    }, ms),
  );
  return () => {
    for (const timer of timers) clearTimeout(timer);
    button.removeAttribute('aria-disabled');
    button.textContent = label;
    told.hidden = true;
  };
};

const CONNECTIONS = {
  connecting: 'Conectando',
  pairing: 'Sem par',
  ready: 'Conectado',
  offline: 'Sem contato',
  replaced: 'Substituído',
};
const one = (selector) => document.querySelector(selector);
const keys = [...document.querySelectorAll('[data-key]')];

async function press(key, id) {
  await fetch('/keys', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key, id }),
  });
}

for (const button of keys) button.addEventListener('click', () => press(button.dataset.key));

function setText(selector, text) {
  const element = one(selector);
  if (element.textContent !== text) element.textContent = text;
}

function show(screen) {
  const { work, connection } = screen;
  setText('#title', `Terminal ${screen.terminalId}`);
  setText('#connection', CONNECTIONS[connection]);
  setText('#work-title', work?.title ?? '');
  setText('#amount', work?.amount ?? '');
  setText('#detail', work?.detail ?? '');
  setText('#message', screen.message);
  setText('#code', screen.pairingCode ?? '');
  one('#code').hidden = screen.pairingCode === null;
  for (const button of keys) {
    const { key } = button.dataset;
    if (key === 'pair-again') button.hidden = connection !== 'replaced';
    // The yellow key makes a silent pin pad answer again.
    else button.disabled = !work || (work.silent && key !== 'cancel');
    if (key === 'credit' || key === 'debit') button.setAttribute('aria-pressed', String(work?.card === key));
    if (key === 'cancel') button.textContent = work?.silent ? 'Voltar a responder' : 'Cancelar';
  }
  showPix(screen.pix);
  showWaiting(screen.waiting);
  showPrinted(screen.printed);
}

function showPix(codes) {
  const section = one('#pix');
  const shown = codes.map(({ id }) => id).join();
  if (section.dataset.shown === shown) return;
  section.dataset.shown = shown;
  section.hidden = codes.length === 0;
  section.replaceChildren(
    ...codes.flatMap(({ amount, code, picture }) => {
      const title = document.createElement('h2');
      title.textContent = `Pix de ${amount}`;
      const image = document.createElement('img');
      image.src = picture;
      image.alt = `QR Code do Pix de ${amount}`;
      const text = document.createElement('p');
      text.className = 'copy';
      text.textContent = code;
      return [title, image, text];
    }),
  );
}

function showWaiting(waiting) {
  const section = one('#waiting');
  section.hidden = waiting.length === 0;
  const title = document.createElement('h2');
  title.textContent = 'À espera de quem a inicie';
  const rows = waiting.map((work) => {
    const row = document.createElement('div');
    const text = document.createElement('span');
    text.textContent = `${work.title} ${work.id}: ${work.amount}, ${work.detail}`;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Iniciar';
    button.setAttribute('aria-label', `Iniciar ${work.title} ${work.id}`);
    button.addEventListener('click', () => press('start', work.id));
    row.append(text, button);
    return row;
  });
  section.replaceChildren(title, ...rows);
}

function showPrinted(printed) {
  one('#printed').replaceChildren(
    ...printed.map((text) => {
      const paper = document.createElement('pre');
      paper.textContent = text;
      return paper;
    }),
  );
}

const screens = new EventSource('/screens');
screens.addEventListener('message', ({ data }) => show(JSON.parse(data)));
screens.addEventListener('error', () => {
  setText('#connection', 'Pin pad desligado');
});

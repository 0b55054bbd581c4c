import { cardHashOf } from '../card-hash.ts';
import type { HashAnswer, ToFrame, ToldError, ToPage } from '../fields/messages.ts';
import { GuicheError } from '../guiche-error.ts';
import { createKeySource } from '../key-source.ts';
import { type Emit, openForm } from './form.ts';
import { readStyle } from './style.ts';

/** The origin of the embedding page. The gateway has checked it, and lets no other origin embed the frame. */
const shop = document.documentElement.dataset.shop ?? '';
const keys = createKeySource(location.pathname.replace(/fields\/*$/, 'public-key'));

const send = (message: ToPage) => parent.postMessage(message, shop);
const emit: Emit = (name, detail) => send({ guiche: name, detail });

const form = openForm(emit);

const NOT_ENCRYPTED: ToldError = { code: 'card_not_encrypted', message: 'Tente de novo.' };

async function hash(): Promise<HashAnswer> {
  const problem = form.showProblems();
  if (problem) return { error: problem };
  try {
    return { cardHash: cardHashOf(form.card(), await keys.current()) };
  } catch (error) {
    if (!(error instanceof GuicheError)) return { error: NOT_ENCRYPTED };
    // An error loses its own fields on the way to another window.
    const { code, message, field } = error;
    return { error: { code, message, field } };
  }
}

function setStyle(style: unknown): void {
  const { properties, refused } = readStyle(Object(style));
  for (const [name, value] of properties) document.documentElement.style.setProperty(name, value);
  for (const name of refused)
    emit('error', { code: 'style_refused', message: `O estilo ${name} não foi aceito.` });
}

addEventListener('message', ({ source, origin, data, ports: [port] }: MessageEvent<ToFrame>) => {
  if (source !== parent || origin !== shop || !data) return;
  if (data.guiche === 'set') setStyle(data.style);
  if (data.guiche === 'hash') hash().then((answer) => port?.postMessage(answer));
  if (data.guiche === 'focus') form.focus();
  if (data.guiche === 'clear') form.clear();
});
new ResizeObserver(() =>
  send({ guiche: 'height', detail: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body);
emit('ready');

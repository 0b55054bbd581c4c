import type { CardPart } from './card-part.ts';
import { createGuicheWith, type Guiche, type GuicheOptions } from './create-guiche.ts';
import { unavailable } from './guiche-error.ts';

/** Inserted by the build: the immutable name of the card part, and its hash. */
declare const CARD_SCRIPT: { readonly name: string; readonly integrity: string };

interface Global {
  (checkoutId: string, options: GuicheOptions): Guiche;
  cardPart?: CardPart;
}

/** For pages with a plain script: `const guiche = Guiche(checkoutId, { baseUrl })`. */
const global: Global = (checkoutId, options) => createGuicheWith(checkoutId, options, loadCardPart);
Object.assign(globalThis, { Guiche: global });

/** A script element, not an import, so that the browser checks the hash of the version this loader was built with. */
async function loadCardPart(base: string): Promise<CardPart> {
  if (global.cardPart) return global.cardPart;
  const { name, integrity } = CARD_SCRIPT;
  const script = document.createElement('script');
  Object.assign(script, { src: `${base}/checkout/v1/${name}`, integrity, crossOrigin: 'anonymous' });
  await new Promise((resolve) => {
    script.onload = script.onerror = resolve;
    document.head.append(script);
  });
  script.remove();
  if (!global.cardPart) throw unavailable();
  return global.cardPart;
}

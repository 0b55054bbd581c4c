import type { CardPart } from './card-part.ts';
import { createGuicheWith, type Guiche, type GuicheOptions } from './create-guiche.ts';
import { unavailable } from './guiche-error.ts';

/** Written in by the build: the name of the card part, which never changes, and its hash. */
declare const CARD_SCRIPT: { readonly name: string; readonly integrity: string };

interface Global {
  (checkoutId: string, options: GuicheOptions): Guiche;
  cardPart?: CardPart;
}

/** For pages with a plain script: `const guiche = Guiche(checkoutId, { baseUrl })`. */
const global: Global = (checkoutId, options) => createGuicheWith(checkoutId, options, loadCardPart);
Object.assign(globalThis, { Guiche: global });

/** A script element and not an import: it is loaded only if it is the one that this loader was built with. */
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

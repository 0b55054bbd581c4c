import { createGuiche } from './guiche.ts';

/** For pages without modules: `const guiche = Guiche(checkoutId, { baseUrl })`. */
Object.assign(globalThis, { Guiche: createGuiche });

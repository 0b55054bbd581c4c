import { cardPart } from './card-part.ts';

/** The script that the loader adds to the page for cards typed in fields of the page's own. */
Object.assign((globalThis as unknown as { Guiche: object }).Guiche, { cardPart });

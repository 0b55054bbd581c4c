import { cardPart } from './card-part.ts';

/** The script that the loader adds to pages with their own card fields. */
Object.assign((globalThis as unknown as { Guiche: object }).Guiche, { cardPart });

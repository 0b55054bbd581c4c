export { brandNamed, brandRows, codeLengthOf, detectBrand } from './brand.ts';
export { type CardData, createCardData } from './card-data.ts';
export type { CardHashContents } from './card-hash-contents.ts';
export { isCardNumber, maskCardNumber, normalizeCardNumber } from './card-number.ts';
export { exposesCardNumber } from './exposed-number.ts';
export type { GenerateKeyPair } from './key-pair-generator.ts';
export { refuseCardData } from './refusals.ts';
export { registerBrowserKeyRoute, registerPublicKeyRoute } from './routes.ts';
export { cardDataMigrations } from './tables.ts';
